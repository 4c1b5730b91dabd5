import RecallCore

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
    /// PDF and DOCX are parsed in a process of their own; HTML and plain text in this one.
    ///
    /// - Throws: `ImportFailure` with `path` and `place` as given: `.encrypted`, `.malformed`, `.overLimit`, `.parserFailed`,
    ///   …; `CancellationError`.
    public func extract(_ data: [UInt8], format: Format, path: String, place: String?) async throws -> ExtractedText {
        switch format {
        case .html where !data.isEmpty: return HTMLText.extract(data, charset: nil)
        case .text where !data.isEmpty: return PlainText.extract(data)
        default:
            let input = try DocumentInput(data: data, path: path, place: place)
            return try await extract(input, format: format, path: path, place: place)
        }
    }

    /// The text of the document in the file at `path`. A PDF or DOCX file is not loaded into this process.
    ///
    /// - Throws: as `extract(_:format:path:place:)`, and `.notFound`, `.unreadable`, `.notAFile` or `.empty`.
    public func extract(fileAt path: String, format: Format) async throws -> ExtractedText {
        try await extract(try DocumentInput(path: path), format: format, path: path, place: nil)
    }

    func extract(_ input: DocumentInput, format: Format, path: String, place: String?) async throws -> ExtractedText {
        let launcher = ParserLauncher(executable: parserExecutable, path: path, place: place)
        switch format {
        case .html: return HTMLText.extract(input.bytes(upTo: HTMLText.byteLimit + 1), charset: nil)
        case .text: return PlainText.extract(input.bytes(upTo: ImportLimits.textBytes + 1))
        case .docx: return try await docx(input, launcher)
        case .pdf: return try await pdf(input, launcher)
        }
    }

    private func docx(_ input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        if input.bytes(upTo: 8).starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { throw Self.compoundFile(input, launcher) }
        let output = try await launcher.run(.docx, input, atMost: 2 * ImportLimits.textBytes)
        guard case .text(let text) = try launcher.reply(output) else { throw launcher.crashed }
        return text
    }

    private func pdf(_ input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        let output = try await launcher.run(.pdf, input, atMost: ImportLimits.textBytes)
        switch output.ending {
        case _ where output.isCut, .exited(0): return PDFText.parse(output.bytes, isCut: output.isCut)
        case .exited(1) where input.contains("/Encrypt"), .exited(3): throw Self.encrypted(launcher)
        case .exited(1), .exited(99):
            throw launcher.failure(
                .malformed, "The PDF is damaged. Open it in a viewer, save it again and import that.")
        default: throw launcher.failed(output)
        }
    }

    private static func encrypted(_ launcher: ParserLauncher) -> ImportFailure {
        launcher.failure(.encrypted, "The document needs a password; remove it and import again.")
    }

    /// An OLE compound file: a DOCX with a password, or the Word format from before 2007.
    private static func compoundFile(_ input: DocumentInput, _ launcher: ParserLauncher) -> ImportFailure {
        guard !input.contains("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e") else { return encrypted(launcher) }
        return launcher.failure(.wrongFormat, "The file is in the old Word format; save it as .docx and import again.")
    }
}
