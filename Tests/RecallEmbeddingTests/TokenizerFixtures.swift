import Foundation
import RecallEmbedding

/// The output of Fixtures/Tokenizer/golden.py: the results of Hugging Face `tokenizers`.
enum TokenizerFixtures {
    struct Golden: Decodable {
        var text: String
        var ids: [Int32]
        var ranges: [Int32]
    }

    struct ScalarDigests {
        var settings: String
        /// For every 4,096 scalars.
        var digests: [String]
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Tokenizer")

    static var tokenizerFile: URL { folder.appending(path: "tokenizer.json") }

    static func golden() throws -> [Golden] {
        try lines(of: "golden.jsonl").map { try JSONDecoder().decode(Golden.self, from: Data($0.utf8)) }
    }

    static func scalarDigests() throws -> [ScalarDigests] {
        try lines(of: "scalars.txt").reduce(into: []) { all, line in
            if line.utf8.first == UInt8(ascii: "{") {
                all.append(ScalarDigests(settings: String(line), digests: []))
            } else {
                all[all.count - 1].digests.append(String(line))
            }
        }
    }

    /// The model's settings, to be changed and written elsewhere.
    static func description() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(contentsOf: tokenizerFile)) as? [String: Any] ?? [:]
    }

    /// The vocabulary as lines, with a line of filling for every id it lacks.
    static func vocabularyLines() throws -> [String] {
        let model = try description()["model"] as? [String: Any]
        let ids = model?["vocab"] as? [String: Int] ?? [:]
        var lines = (0...(ids.values.max() ?? 0)).map { "[unused-\($0)]" }
        for (piece, id) in ids { lines[id] = piece }
        return lines
    }

    private static func lines(of name: String) throws -> [Substring] {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(whereSeparator: \.isNewline)
    }
}

/// A folder that is gone when the test is over.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "recall-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var path: String { url.path(percentEncoded: false) }

    /// Writes a file, and the folders it is in.
    func write(_ text: String, to name: String) throws {
        try write(Data(text.utf8), to: name)
    }

    func write(_ data: Data, to name: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }
}
