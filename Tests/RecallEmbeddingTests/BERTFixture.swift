import Foundation
import RecallEmbedding

/// A randomly initialised BERT (2 layers of 4 heads, 32 values) with what the transformers library computes for it.
enum TinyBERT {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/tiny-bert").path

    struct Case: Decodable {
        var tokens: [Int32]
        /// Pooled ranges, as start and end.
        var ranges: [[Int]]
        var vectors: [[Float]]
        /// After the embeddings and after each layer: the hidden states of the first and the last token.
        var layers: [[[Float]]]

        var input: EncoderInput { EncoderInput(tokens: tokens, pooledRanges: ranges.map { $0[0]..<$0[1] }) }
    }

    static let cases: [Case] = {
        let data = try! Data(contentsOf: URL(filePath: folder + "/expected.json"))
        return try! JSONDecoder().decode([Case].self, from: data)
    }()
}

/// A folder of its own for one test, with a copy of the tiny model, removed at the end.
struct TemporaryModel {
    let folder: String

    init(files: [String] = ["config.json", "model.safetensors"]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "recall-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in files {
            try FileManager.default.copyItem(atPath: "\(TinyBERT.folder)/\(file)", toPath: "\(folder)/\(file)")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    func read(_ file: String) throws -> Data { try Data(contentsOf: URL(filePath: "\(folder)/\(file)")) }

    func write(_ data: Data, _ file: String) throws { try data.write(to: URL(filePath: "\(folder)/\(file)")) }
}
