import RecallConfinement
public import RecallCore

/// Takes a Markdown text apart in a process of its own.
public struct MarkdownPageReader: Sendable {
    private let parserExecutable: String?

    /// A reader that starts `parserExecutable`, as for `DocumentTextExtractor`.
    public init(parserExecutable: String? = nil) {
        self.parserExecutable = parserExecutable
    }

    /// The page of `text`; `nil` if it is longer than what is shown so.
    ///
    /// - Parameter path: the text's file, for failures.
    /// - Throws: `ImportFailure` if it cannot be parsed within the limits; `CancellationError`.
    public func page(of text: String, path: String) async throws -> MarkdownPage? {
        guard text.utf8.count <= ImportLimits.shownMarkdownBytes else { return nil }
        guard !text.isEmpty else { return MarkdownPage() }
        let process = MarkdownProcess(
            executable: parserExecutable, mode: ParserProcess.markdownPage, mostBytes: Self.mostBytes)
        let page: MarkdownPage = try await process.answer(about: Array(text.utf8), path: path)
        return page
    }

    /// Markup of one byte takes some ten bytes of JSON.
    private static let mostBytes = 32 * ImportLimits.shownMarkdownBytes

    /// The reply of the parsing process.
    static func reply(to descriptor: Int32) -> ParserReply {
        MarkdownProcess.reply(to: descriptor, limit: ImportLimits.shownMarkdownBytes, MarkdownPageParser.page)
    }
}
