import Foundation
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
        do {
            return try await structureElsewhere(of: Array(text.utf8.prefix(MarkdownStructure.longest)), path: path)
        } catch is ImportFailure {
            return nil
        }
    }

    private func structureElsewhere(of text: [UInt8], path: String) async throws -> MarkdownStructure? {
        let launcher = ParserLauncher(executable: parserExecutable, path: path, place: nil, confinement: .page)
        let input = try DocumentInput(data: text, path: path, place: nil)
        let output = try await launcher.run(ParserProcess.markdownStructure, input, atMost: Self.mostBytes)
        guard case .bytes(let bytes) = try launcher.reply(output),
            let structure = try? JSONDecoder().decode(MarkdownStructure.self, from: Data(bytes)),
            structure.isPossible(in: text.count)
        else { throw launcher.crashed }
        return structure
    }

    private static let mostBytes = 8 * MarkdownStructure.longest

    /// The reply of the parsing process.
    static func reply(to descriptor: Int32) -> ParserReply {
        do {
            let bytes = try RegularFile(descriptor: descriptor).bytes(limit: MarkdownStructure.longest)
            let structure = MarkdownStructure(String(decoding: bytes, as: UTF8.self))
            return .bytes(Array(try JSONEncoder().encode(structure)))
        } catch {
            return .failure(.malformed, reason: "The text cannot be taken apart.")
        }
    }
}

extension MarkdownStructure {
    /// True if a text of `length` bytes can have it: a process that a text has taken over may answer anything.
    fileprivate func isPossible(in length: Int) -> Bool {
        var end = 0
        for range in code {
            guard range.lowerBound >= end, range.upperBound <= length else { return false }
            end = range.upperBound
        }
        return links.count <= Self.mostLinks && heading.map { CleanText.line($0) == $0 } ?? true
    }
}
