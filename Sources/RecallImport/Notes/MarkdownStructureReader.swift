import RecallConfinement
import RecallCore

/// Takes Markdown texts apart for an import, long ones in a process of its own.
struct MarkdownStructureReader: Sendable {
    /// The most bytes that are taken apart in this process: the worst text of this length takes seconds, one of 2 MB would
    /// take hours and gigabytes. A process for each note would take longer than all the rest of its import.
    private static let mostHere = 16 << 10

    /// The executable that is started, as for `DocumentTextExtractor`.
    let parserExecutable: String?

    /// The structure of `text`; `nil` if it cannot be found out within the limits.
    ///
    /// - Parameter path: the text's file.
    /// - Throws: `CancellationError` only.
    func structure(of text: String, path: String) async throws -> MarkdownStructure? {
        try Task.checkCancellation()
        guard text.utf8.count > Self.mostHere else { return MarkdownStructure(text) }
        let process = MarkdownProcess(
            executable: parserExecutable, mode: ParserProcess.markdownStructure, mostBytes: Self.mostBytes)
        let bytes = Array(text.utf8.prefix(MarkdownStructure.longest))
        do {
            return try await process.answer(about: bytes, path: path) { (structure: MarkdownStructure) in
                structure.isPossible(in: bytes.count)
            }
        } catch is ImportFailure {
            return nil
        }
    }

    private static let mostBytes = 8 * MarkdownStructure.longest

    /// The reply of the parsing process.
    static func reply(to descriptor: Int32) -> ParserReply {
        MarkdownProcess.reply(to: descriptor, limit: MarkdownStructure.longest) { MarkdownStructure($0) }
    }
}

extension MarkdownStructure {
    /// True if a text of `length` bytes can have it.
    fileprivate func isPossible(in length: Int) -> Bool {
        var end = 0
        for range in code {
            guard range.lowerBound >= end, range.upperBound <= length else { return false }
            end = range.upperBound
        }
        return links.count <= Self.mostLinks && heading.map { CleanText.line($0) == $0 } ?? true
    }
}
