public import RecallCore

extension SourceFormat {
    /// Plain text.
    public static let text = SourceFormat("text", singular: "text file", plural: "text files")
}

struct TextFormat: DocumentFormat {
    let format = SourceFormat.text
    let extensions: Set = ["txt", "text", "rst", "adoc", "asciidoc"]
    let revision: Int? = DocumentFileReader.revision
    let mediaTypes: Set = [
        "text/plain", "text/markdown", "text/x-markdown", "text/x-log", "text/x-diff", "text/x-patch",
    ]
    let attachmentExtensions: Set = ["txt", "text", "md", "markdown", "log", "diff", "patch"]

    func evidence(in file: SniffedFile) -> Evidence? {
        if file.isText(named: extensions) { return .name }
        return file.isNamed && !file.isBinary ? .fallback : nil
    }

    func mayBegin(_ head: [UInt8]) -> Bool { head.mayBeText }

    func text(in bytes: [UInt8]) -> ExtractedText? { PlainText.extract(bytes) }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) -> ExtractedText {
        var text = PlainText.extract(input.bytes(upTo: ImportLimits.textBytes + 1))
        if text.title.isEmpty, let title = FrontMatter(text.text).title { text.title = title }
        return text
    }

    func summary(of unit: SourceUnit) -> String {
        "a text file of \(Quantity.bytes(unit.byteCount))"
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        TextFileReader()
    }
}
