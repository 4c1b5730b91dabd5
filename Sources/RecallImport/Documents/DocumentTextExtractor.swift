/// Reads the text out of documents, each in a process of its own with limits on time, memory and output.
public struct DocumentTextExtractor: Sendable {
    /// The formats whose text can be read.
    public enum Format: String, Sendable, CaseIterable {
        case pdf, docx, html, text
    }

    /// The `recall` executable that is started, with a hidden argument, as the parsing process.
    public let parserExecutable: String?

    /// An extractor whose parsing processes are `parserExecutable`, or the one found by itself.
    public init(parserExecutable: String? = nil) {
        self.parserExecutable = parserExecutable
    }

    /// The format of a file by its media type, name and first bytes; `nil` if it is none whose text can be read.
    public static func format(mediaType: String, name: String, head: [UInt8]) -> Format? {
        fatalError("to be written by the documents' author")
    }

    /// The text of the document in `data`.
    ///
    /// - Throws: `ImportFailure` with `path` and `place` as given.
    public func extract(_ data: [UInt8], format: Format, path: String, place: String?) async throws -> ExtractedText {
        fatalError("to be written by the documents' author")
    }
}
