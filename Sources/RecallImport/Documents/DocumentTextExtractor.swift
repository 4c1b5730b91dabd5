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

    /// The format of a file: what its first bytes tell, then its media type, then its name's extension; `nil` if it is none
    /// whose text can be read.
    ///
    /// - Parameters:
    ///   - mediaType: as declared, with or without parameters; may be empty.
    ///   - name: the file name; may be empty.
    ///   - head: the first bytes, best some kilobytes: a DOCX is told from other zip files by its entries' names.
    public static func format(mediaType: String, name: String, head: [UInt8]) -> Format? {
        if let format = Format(magic: head) { return format }
        let type = mediaType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        let fileExtension =
            name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased() ?? ""
        let declared = Format(mediaType: type) ?? Format(extension: fileExtension)
        switch declared {
        case .docx?:
            return head.starts(with: [0x50, 0x4B]) || head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) ? .docx : nil
        case .text?, .html?:
            return head.contains(0) && !head.starts(with: [0xFF, 0xFE]) && !head.starts(with: [0xFE, 0xFF])
                ? nil : declared
        default: return declared
        }
    }

    /// The text of the document in `data`.
    ///
    /// - Throws: `ImportFailure` with `path` and `place` as given.
    public func extract(_ data: [UInt8], format: Format, path: String, place: String?) async throws -> ExtractedText {
        fatalError("to be written by the documents' author")
    }
}
