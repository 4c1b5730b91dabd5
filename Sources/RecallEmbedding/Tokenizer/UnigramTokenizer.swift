/// The tokenizer of XLM-RoBERTa and its kin: normalises text, splits it into words that begin with `▁`, and cuts each into
/// its most probable pieces (Unigram; Kudo 2018).
///
/// Ids and offsets equal those of Hugging Face's `tokenizers` (Precompiled, Metaspace, Unigram). Takes linear time for any
/// text.
public final class UnigramTokenizer: Tokenizer {
    /// The settings of a tokenizer, apart from its vocabulary.
    struct Settings: Sendable {
        var unknownID: Int32
        var classificationID: Int32
        var separatorID: Int32
        var normalizer = UnigramNormalizer()
        var words = Metaspace()
        /// The tokens that are found before text is normalised.
        var addedTokens: [AddedToken] = []
        /// Those that are found in normalised text, in their normalised form.
        var normalizedTokens: [AddedToken] = []
    }

    /// The forming of words: Hugging Face's `Metaspace`.
    struct Metaspace: Sendable, Hashable {
        /// The words that get the replacement as a prefix.
        enum Prefix: Int32, Sendable {
            case all, first, none
        }

        /// `▁`, by which spaces are replaced, and with which a word begins.
        var replacement: [UInt8] = [0xe2, 0x96, 0x81]
        var prefix = Prefix.all
        /// True if there are borders of words before replacements.
        var splits = true
        /// True if white space is removed first, and is a border (`WhitespaceSplit`).
        var removesWhitespace = false
    }

    /// The id of text without pieces, `<unk>`.
    public var unknownID: Int32 { settings.unknownID }
    /// The id before every sequence, `<s>`.
    public var classificationID: Int32 { settings.classificationID }
    /// The id after every sequence, `</s>`.
    public var separatorID: Int32 { settings.separatorID }
    /// The largest id of a piece or an added token.
    public let largestID: Int32

    let settings: Settings
    let vocabulary: UnigramVocabulary
    let addedTokens: AddedTokens
    let normalizedTokens: AddedTokens
    /// True for the ASCII characters that normalising leaves as they are before another one.
    let isPlain: [Bool]

    init(vocabulary: UnigramVocabulary, settings: Settings) {
        (self.vocabulary, self.settings) = (vocabulary, settings)
        addedTokens = AddedTokens(settings.addedTokens)
        normalizedTokens = AddedTokens(settings.normalizedTokens)
        let added = settings.addedTokens + settings.normalizedTokens
        largestID = max(Int32(vocabulary.count - 1), added.map(\.id).max() ?? -1)
        isPlain = vocabulary.withView { view in
            (UInt8(0)..<0x80).map { $0 != 0x0d && !view.map.replaces($0) }
        }
    }

    /// All tokens of UTF-8 text; offsets count from its first byte. Bytes that are not UTF-8 are skipped.
    public func tokenize(_ utf8: UnsafeBufferPointer<UInt8>) -> TokenizedText {
        let text = UnsafeBufferPointer(rebasing: utf8.prefix(Int(Int32.max)))
        return vocabulary.withView { view in
            var scanner = UnigramScanner(text: text, vocabulary: view, tokenizer: self)
            scanner.run()
            return scanner.output
        }
    }
}
