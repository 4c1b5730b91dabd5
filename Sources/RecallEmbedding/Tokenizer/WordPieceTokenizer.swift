/// BERT's tokenizer: normalises text, splits it into words, and words into the longest pieces of the vocabulary.
///
/// Ids and offsets equal those of Hugging Face's `tokenizers` (BertNormalizer, BertPreTokenizer, WordPiece). Takes
/// linear time for any text. A loaded tokenizer can be used from any number of threads.
public final class WordPieceTokenizer: Tokenizer {
    /// The settings of a tokenizer, apart from its vocabulary.
    struct Settings: Sendable {
        var normalizer = BERTNormalizer.uncased
        var unknownID: Int32
        var classificationID: Int32
        var separatorID: Int32
        /// A word of more scalars is unknown as a whole.
        var longestWord = 100
    }

    /// The id of a word without pieces, `[UNK]`.
    public let unknownID: Int32
    /// The id before every sequence, `[CLS]`.
    public let classificationID: Int32
    /// The id after every sequence, `[SEP]`.
    public let separatorID: Int32
    /// The normalisation of text.
    public let normalizer: BERTNormalizer
    /// The largest id of a piece.
    public var largestID: Int32 { vocabulary.largestID }

    let vocabulary: Vocabulary
    let addedTokens: AddedTokens
    let longestWord: Int
    let asciiClasses: [ASCIIClass]
    let asciiPunctuation: [Int32]

    init(vocabulary: Vocabulary, addedTokens: AddedTokens, settings: Settings) {
        self.vocabulary = vocabulary
        self.addedTokens = addedTokens
        normalizer = settings.normalizer
        unknownID = settings.unknownID
        classificationID = settings.classificationID
        separatorID = settings.separatorID
        longestWord = settings.longestWord
        asciiClasses = ASCIIClass.table(for: settings.normalizer)
        asciiPunctuation = (UInt8(0)..<128).map { vocabulary.id(of: CollectionOfOne($0)) ?? settings.unknownID }
    }

    /// All tokens of UTF-8 text; offsets count from its first byte. Bytes that are not UTF-8 are skipped.
    public func tokenize(_ utf8: UnsafeBufferPointer<UInt8>) -> TokenizedText {
        tokenize(utf8, atMost: .max)
    }

    /// The encoder's input for a single text: `[CLS]`, the text's first tokens, `[SEP]`, at most `maximumTokens` in
    /// total, which is at least 2. Words after the last token that fits are not tokenized.
    public func encodeSentence(_ text: String, maximumTokens: Int) -> [Int32] {
        let room = max(0, maximumTokens - 2)
        var text = text
        let tokens = text.withUTF8 { tokenize($0, atMost: room) }
        return [classificationID] + tokens.ids.prefix(room) + [separatorID]
    }

    /// True if both assign the same id to every piece and special token.
    func hasIDs(of other: WordPieceTokenizer) -> Bool {
        vocabulary.hasPieces(of: other.vocabulary)
            && [unknownID, classificationID, separatorID]
                == [other.unknownID, other.classificationID, other.separatorID]
    }

    /// At least the first `limit` tokens, if there are so many, and at most the rest of the last word more.
    private func tokenize(_ utf8: UnsafeBufferPointer<UInt8>, atMost limit: Int) -> TokenizedText {
        let text = UnsafeBufferPointer(rebasing: utf8.prefix(Int(Int32.max)))
        return vocabulary.withView { view in
            var scanner = WordPieceScanner(text: text, vocabulary: view, tokenizer: self, limit: limit)
            scanner.run()
            return scanner.output
        }
    }
}
