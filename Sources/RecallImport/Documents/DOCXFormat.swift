public import RecallCore

extension SourceFormat {
    /// A Word document (ECMA-376).
    public static let docx = SourceFormat("docx", singular: "Word document", plural: "Word documents")
}

struct DOCXFormat: PackagedDocumentFormat {
    let format = SourceFormat.docx
    let extensions: Set = ["docx"]
    let mediaTypes: Set = [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.ms-word.document.macroenabled.12",
    ]
    let attachmentExtensions: Set = ["docx", "docm"]
    let mainMember = "word/document.xml"
    let olderFormat = "Word"
    let parser = ParserMode.confined { DOCXDocument.read(descriptor: $0) }

    func begins(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B, 0x03, 0x04]) && head.firstOccurrence(of: "word/") != nil
    }
}
