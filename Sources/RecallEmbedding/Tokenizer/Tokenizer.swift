/// Cuts text into the pieces of a model's vocabulary. Can be used from any number of threads.
public protocol Tokenizer: Sendable {
    /// The id of text without pieces, `[UNK]` or `<unk>`.
    var unknownID: Int32 { get }
    /// The id before every sequence, `[CLS]` or `<s>`.
    var classificationID: Int32 { get }
    /// The id after every sequence, `[SEP]` or `</s>`.
    var separatorID: Int32 { get }
    /// The largest id of a token.
    var largestID: Int32 { get }

    /// All tokens of UTF-8 text, without special tokens; offsets count from its first byte. Skips bytes that are not UTF-8, and
    /// all after the first 2 GiB.
    func tokenize(_ utf8: UnsafeBufferPointer<UInt8>) -> TokenizedText
}

extension Tokenizer {
    /// All tokens of `text`, without special tokens. Ignores text after the first 2 GiB.
    public func tokenize(_ text: String) -> TokenizedText {
        var text = text
        return text.withUTF8 { tokenize($0) }
    }

    /// All tokens of UTF-8 text; offsets count from its first byte. Bytes that are not UTF-8 are skipped.
    public func tokenize(_ utf8: Span<UInt8>) -> TokenizedText {
        utf8.withUnsafeBufferPointer { tokenize($0) }
    }
}
