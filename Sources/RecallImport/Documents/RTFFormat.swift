public import RecallCore

extension SourceFormat {
    /// A Rich Text document (Microsoft, Rich Text Format Specification 1.9.1).
    public static let rtf = SourceFormat("rtf", singular: "RTF document", plural: "RTF documents")
}

struct RTFFormat: DocumentFormat {
    let format = SourceFormat.rtf
    let extensions: Set = ["rtf"]
    let mediaTypes: Set = ["application/rtf", "text/rtf", "text/richtext"]
    let revision: Int? = DocumentFileReader.revision

    func evidence(in file: SniffedFile) -> Evidence? {
        if begins(file.head) { return .signature }
        return file.isText(named: extensions) ? .name : nil
    }

    func summary(of unit: SourceUnit) -> String { "an RTF document" }

    /// Word saves RTF files under the name `.doc`.
    func begins(_ head: [UInt8]) -> Bool { head.starts(with: Array("{\\rtf".utf8)) }

    func text(in bytes: [UInt8]) -> ExtractedText? { begins(bytes) ? RTFDocument.text(of: bytes) : nil }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) throws -> ExtractedText {
        let bytes = input.bytes(upTo: ImportLimits.archiveEntryBytes)
        guard let text = text(in: bytes) else {
            throw launcher.failure(.wrongFormat, "The file is no RTF document, whatever its name says.")
        }
        return text
    }
}
