public import RecallCore

extension SourceFormat {
    /// A Word document (ECMA-376).
    public static let docx = SourceFormat("docx", singular: "Word document", plural: "Word documents")
}

struct DOCXFormat: PackagedDocumentFormat {
    let format = SourceFormat.docx
    let extensions: Set = ["docx", "docm", "dotx", "dotm"]
    let mediaTypes: Set = [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
        "application/vnd.ms-word.document.macroenabled.12", "application/vnd.ms-word.template.macroenabled.12",
    ]
    let mainMember = "word/document.xml"
    let parser = ParserMode.confined { DOCXDocument.read(descriptor: $0) }

    func begins(_ head: [UInt8]) -> Bool {
        OfficePackage.begins(head, withPartsIn: "word/")
    }
}
