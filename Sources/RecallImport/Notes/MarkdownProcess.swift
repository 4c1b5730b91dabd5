import Foundation
import RecallConfinement
import RecallCore

/// A confined process that takes a Markdown text apart and answers with JSON.
struct MarkdownProcess {
    /// The executable that is started, as for `DocumentTextExtractor`.
    let executable: String?
    /// The mode of `ParserProcess` that it runs in.
    let mode: String
    /// The most bytes of an answer.
    let mostBytes: Int

    /// The answer about `text`.
    ///
    /// - Parameters:
    ///   - path: the text's file, for failures.
    ///   - isPossible: false for what no such text has: a process that a text has taken over may answer anything.
    /// - Throws: `ImportFailure` if there is none within the limits; `CancellationError`.
    func answer<Answer: Decodable>(
        about text: [UInt8], path: String, where isPossible: (Answer) -> Bool = { _ in true }
    ) async throws -> Answer {
        let launcher = ParserLauncher(executable: executable, path: path, place: nil, confinement: .page)
        let input = try DocumentInput(data: text, path: path, place: nil)
        let output = try await launcher.run(mode, input, atMost: mostBytes)
        guard case .bytes(let bytes) = try launcher.reply(output),
            let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)), isPossible(answer)
        else { throw launcher.crashed }
        return answer
    }

    /// The reply of the process to the text that it reads, at most `limit` bytes.
    static func reply(
        to descriptor: Int32, limit: Int, _ takenApart: (String) -> some Encodable
    ) -> ParserReply {
        do {
            let bytes = try RegularFile(descriptor: descriptor).bytes(limit: limit)
            return .bytes(Array(try JSONEncoder().encode(takenApart(String(decoding: bytes, as: UTF8.self)))))
        } catch {
            return .failure(.malformed, reason: "The text cannot be taken apart.")
        }
    }
}
