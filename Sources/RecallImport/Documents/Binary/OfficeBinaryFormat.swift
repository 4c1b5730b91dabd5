public import RecallCore

extension SourceFormat {
    /// A Word document as Word wrote it before 2007 ([MS-DOC]).
    public static let doc = SourceFormat("doc", singular: "Word 97 document", plural: "Word 97 documents")
    /// An Excel workbook as Excel wrote it before 2007 ([MS-XLS]).
    public static let xls = SourceFormat("xls", singular: "Excel 97 workbook", plural: "Excel 97 workbooks")
    /// A PowerPoint presentation as PowerPoint wrote it before 2007 ([MS-PPT]).
    public static let ppt = SourceFormat(
        "ppt", singular: "PowerPoint 97 presentation", plural: "PowerPoint 97 presentations")
}

/// Files of Office before 2007: Word, Excel, PowerPoint. Three formats, and one parser that looks at the content alone.
struct OfficeBinaryFormat: DocumentFormat {
    let format: SourceFormat
    let extensions: Set<String>
    let attachmentExtensions: Set<String>
    let mediaTypes: Set<String>
    let revision: Int? = DocumentFileReader.revision
    let parser = ParserMode.confined { OfficeBinary.read(descriptor: $0) }

    static let word = OfficeBinaryFormat(
        .doc, ["doc", "dot"], ["application/msword", "application/vnd.ms-word", "application/x-msword"])
    static let excel = OfficeBinaryFormat(
        .xls, ["xls", "xlt"],
        ["application/vnd.ms-excel", "application/msexcel", "application/x-msexcel", "application/excel"])
    static let powerPoint = OfficeBinaryFormat(
        .ppt, ["ppt", "pps", "pot"],
        ["application/vnd.ms-powerpoint", "application/mspowerpoint", "application/powerpoint"])

    private init(_ format: SourceFormat, _ extensions: Set<String>, _ mediaTypes: Set<String>) {
        (self.format, self.mediaTypes) = (format, mediaTypes)
        attachmentExtensions = extensions
        // Templates share their extensions with texts of other programs, such as graphs (.dot) and translations (.pot).
        self.extensions = [format.identifier]
    }

    func evidence(in file: SniffedFile) -> Evidence? {
        if extensions.contains(file.fileExtension) { return .name }
        guard mayBegin(file.head) else { return nil }
        if attachmentExtensions.contains(file.fileExtension) { return .name }
        return file.isNamed && OfficeBinary.mainStream(namedIn: file.head) == format ? .content : nil
    }

    func mayBegin(_ head: [UInt8]) -> Bool {
        CompoundStorage.begins(head) || ExcelBinary.begins(head)
    }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        let head = input.bytes(upTo: SniffedFile.headBytes)
        if !mayBegin(head),
            let other = ImportFormats.document(mediaType: "", fileExtension: disguised(head), head: head)
        {
            return try await other.text(of: input, launcher)
        }
        return try await Self.text(of: input, launcher)
    }

    /// The extension that would be right for what programs save under this format's.
    private func disguised(_ head: [UInt8]) -> String {
        switch head.first {
        case UInt8(ascii: "P"): format.identifier + "x"
        case UInt8(ascii: "<"), 0xEF: "html"
        default: format == .xls ? "csv" : "txt"
        }
    }

    /// The text of a document of any of the three, whatever it is called.
    static func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        let output = try await launcher.run(SourceFormat.doc.identifier, input, atMost: 2 * ImportLimits.textBytes)
        guard case .text(let text) = try launcher.reply(output) else { throw launcher.crashed }
        return text
    }
}
