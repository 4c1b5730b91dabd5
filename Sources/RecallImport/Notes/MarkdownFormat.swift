public import RecallCore

extension SourceFormat {
    /// A Markdown note.
    public static let markdown = SourceFormat("markdown", singular: "note", plural: "notes")
}

struct MarkdownFormat: ImportFormat {
    let format = SourceFormat.markdown
    let revision: Int? = MarkdownReader.revision
    let extensions: Set = ["md", "markdown", "mdown", "mkd", "mdx", "qmd", "rmd"]

    func summary(of unit: SourceUnit) -> String { "a Markdown note" }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        MarkdownReader(parserExecutable: extractor.parserExecutable)
    }
}
