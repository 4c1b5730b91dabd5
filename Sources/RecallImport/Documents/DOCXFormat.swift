public import RecallCore

extension SourceFormat {
    /// A Word document (ECMA-376).
    public static let docx = SourceFormat("docx", singular: "Word document", plural: "Word documents")
}

struct DOCXFormat: DocumentFormat {
    let format = SourceFormat.docx
    let extensions: Set = ["docx"]
    let revision: Int? = DocumentFileReader.revision
    let mediaTypes: Set = [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.ms-word.document.macroenabled.12",
    ]
    let attachmentExtensions: Set = ["docx", "docm"]
    let parser = ParserMode.confined { DOCXDocument.read(descriptor: $0) }

    func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence? {
        if extensions.contains(file.fileExtension) { return .name }
        return try file.archiveMembers().contains("word/document.xml") ? .signature : nil
    }

    func begins(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B, 0x03, 0x04]) && head.firstOccurrence(of: "word/") != nil
    }

    func mayBegin(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B]) || Self.isCompoundFile(head)
    }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        if Self.isCompoundFile(input.bytes(upTo: 8)) { throw Self.compoundFile(input, launcher) }
        let output = try await launcher.run(format.identifier, input, atMost: 2 * ImportLimits.textBytes)
        guard case .text(let text) = try launcher.reply(output) else { throw launcher.crashed }
        return text
    }

    /// True for OLE compound files: a DOCX with a password, or the Word format from before 2007.
    private static func isCompoundFile(_ head: [UInt8]) -> Bool {
        head.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    }

    private static func compoundFile(_ input: DocumentInput, _ launcher: ParserLauncher) -> ImportFailure {
        guard !input.contains("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e") else { return launcher.encrypted }
        return launcher.failure(.wrongFormat, "The file is in the old Word format; save it as .docx and import again.")
    }
}
