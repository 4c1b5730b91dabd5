public import RecallCore

extension SourceFormat {
    /// A LaTeX document.
    public static let latex = SourceFormat("latex", singular: "LaTeX document", plural: "LaTeX documents")
}

struct LaTeXFormat: DocumentFormat {
    let format = SourceFormat.latex
    let extensions: Set = ["tex", "ltx", "latex"]
    let mediaTypes: Set = ["application/x-tex", "application/x-latex", "text/x-tex"]
    let revision: Int? = DocumentFileReader.revision

    func mayBegin(_ head: [UInt8]) -> Bool { head.mayBeText }

    func text(in bytes: [UInt8]) -> ExtractedText? { Self.text(bytes) }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) throws -> ExtractedText {
        Self.text(try input.bytesOfText(launcher))
    }

    /// The text of a document; of a file without any, such as one of definitions, all that is in it.
    private static func text(_ bytes: [UInt8]) -> ExtractedText {
        var source = PlainText.extract(bytes)
        let document = LaTeXText(source.text)
        if !document.text.isEmpty { source.text = document.text }
        source.title = document.title
        return source
    }
}
