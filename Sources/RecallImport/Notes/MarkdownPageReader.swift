import Foundation
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
        let launcher = ParserLauncher(executable: parserExecutable, path: path, place: nil, confinement: .page)
        let input = try DocumentInput(data: Array(text.utf8), path: path, place: nil)
        let output = try await launcher.run(ParserProcess.markdownPage, input, atMost: Self.mostBytes)
        guard case .bytes(let bytes) = try launcher.reply(output),
            let page = try? JSONDecoder().decode(MarkdownPage.self, from: Data(bytes))
        else { throw launcher.crashed }
        return page
    }

    /// Markup of one byte takes some ten bytes of JSON.
    private static let mostBytes = 32 * ImportLimits.shownMarkdownBytes

    /// The reply of the parsing process.
    static func reply(to descriptor: Int32) -> ParserReply {
        do {
            let bytes = try RegularFile(descriptor: descriptor).bytes(limit: ImportLimits.shownMarkdownBytes)
            let page = MarkdownPageParser.page(of: String(decoding: bytes, as: UTF8.self))
            return .bytes(Array(try JSONEncoder().encode(page)))
        } catch {
            return .failure(.malformed, reason: "The text cannot be taken apart.")
        }
    }
}
