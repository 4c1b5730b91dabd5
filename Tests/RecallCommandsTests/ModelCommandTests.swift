import Foundation
import RecallTestSupport
import Testing

/// `recall model install` and `recall embed` with a model of two layers, whole or damaged.
@Suite(.waiting, .scratch) struct ModelCommandTests {
    private let scratch: ScratchFolder
    private let source: String

    init() throws {
        scratch = try ScratchFolder()
        source = scratch.path + "/tiny"
        for file in ["config.json", "model.safetensors"] {
            try scratch.write("tiny/\(file)", try Data(contentsOf: Self.tinyBERT.appending(path: file)))
        }
        let pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "word", "##s", "other"]
        try scratch.write("tiny/vocab.txt", pieces.joined(separator: "\n") + "\n")
    }

    private static let tinyBERT = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "RecallEmbeddingTests/Fixtures/tiny-bert")

    private func recall(_ arguments: String..., input: String = "") throws -> RecallProcess.Outcome {
        try RecallProcess.run(
            arguments, environment: ["RECALL_MODELS": scratch.path + "/models"], input: Data(input.utf8), in: scratch)
    }

    private func vectors(_ outcome: RecallProcess.Outcome) -> [[Double]] {
        outcome.jsonLines.compactMap { $0["vector"] as? [Double] }
    }

    @Test func `embed gives each line a vector, an empty one too, in the precision and model asked for`() throws {
        #expect(try recall("model", "install", source, "--name", "maker/tiny").code == 0)
        let exact = vectors(try recall("embed", input: "word\n\nother words\r\nother words"))
        #expect(exact.count == 4 && exact.allSatisfy { $0.count == 32 })
        #expect(exact[2] == exact[3] && Set(exact).count == 3)
        for precision in ["f32", "bf16", "int8"] {
            let found = vectors(
                try recall("embed", "--precision", precision, "--model", "maker/tiny", input: "word\n\nother words\n"))
            #expect(found.count == 3)
            for (found, exact) in zip(found, exact) {
                #expect(zip(found, exact).reduce(0) { $0 + $1.0 * $1.1 } > 0.99)
                #expect((found == exact) == (precision == "f32"))
            }
        }
        #expect(try recall("embed", "--precision", "f64").code == 64)
        let unknown = try recall("embed", "--model", "another")
        #expect(unknown.code == 1 && unknown.errors.contains("no model another in \(scratch.path)/models"))
    }

    @Test func `embed reads a line of a million words up to the model's length`() throws {
        #expect(try recall("model", "install", source).code == 0)
        let long = String(repeating: "words other ", count: 500_000)
        let found = try recall("embed", "--tokens", input: "\(long)\nword\n\(long)").jsonLines
        #expect(found.count == 3)
        let ids = try #require(found.first?["ids"] as? [Int])
        #expect(ids == [2] + (0..<46).map { [5, 6, 7][$0 % 3] } + [3])
        #expect(found[2]["ids"] as? [Int] == ids && found[2]["vector"] as? [Double] == found[0]["vector"] as? [Double])
        #expect(found[1]["ids"] as? [Int] == [2, 5, 3])
    }

    @Test(arguments: [Float.nan, -.infinity])
    func `weights that are not finite are not installed, and the tensor is named`(value: Float) throws {
        try change("model.safetensors") { bytes in
            let name = "encoder.layer.1.intermediate.dense.bias"
            let header = String(decoding: bytes.dropFirst(8).prefix(headerLength(bytes)), as: UTF8.self)
            let entry = try #require(header.range(of: "\"\(name)\""))
            let offset = try #require(header[entry.upperBound...].firstMatch(of: #/data_offsets":\[(\d+)/#))
            let position = 8 + headerLength(bytes) + Int(offset.1)!
            let size = header[entry.upperBound...].prefix(60).contains("F16") ? 2 : 4
            let high = UInt32(value.bitPattern) >> 16
            let pattern = size == 2 ? (value.isNaN ? 0x7E00 : 0xFC00) : high << 16
            let new = withUnsafeBytes(of: pattern.littleEndian) { Data($0.prefix(size)) }
            bytes.replaceSubrange(position..<position + size, with: new)
        }
        try expectRefusal("the tensor encoder.layer.1.intermediate.dense.bias has values that are not finite")
    }

    @Test(arguments: [
        ("config.json", "\"hidden_size\": 32", "\"hidden_size\": 64", "has the shape [100, 32], not [100, 64]"),
        ("config.json", "\"num_hidden_layers\": 2", "\"num_hidden_layers\": 3", "no tensor encoder.layer.2."),
        ("config.json", "\"bert\"", "\"roberta\"", "a model of type roberta"),
        ("config.json", "\"gelu\"", "\"relu\"", "the activation is not gelu"),
        ("config.json", "{", "", "no JSON at byte"),
        ("vocab.txt", "[CLS]\n", "", "has no token [CLS]"),
    ])
    func `a model that is not what it should be is refused with what is wrong`(
        file: String, old: String, new: String, reason: String
    ) throws {
        try change(file) { bytes in
            let range = try #require(bytes.range(of: Data(old.utf8)))
            bytes.replaceSubrange(range, with: Data(new.utf8))
        }
        try expectRefusal(reason)
    }

    @Test(arguments: [0, 5, 1000, 20_000])
    func `weights that are cut off are refused`(count: Int) throws {
        try change("model.safetensors") { $0 = $0.prefix(count) }
        try expectRefusal("model.safetensors is damaged")
    }

    private func headerLength(_ bytes: Data) -> Int {
        bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func change(_ file: String, _ body: (inout Data) throws -> Void) throws {
        let path = URL(filePath: source + "/" + file)
        var bytes = try Data(contentsOf: path)
        try body(&bytes)
        try bytes.write(to: path)
    }

    private func expectRefusal(_ reason: String) throws {
        let outcome = try recall("model", "install", source)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.errors.contains(source), "\(outcome.errors)")
        #expect(try recall("model", "list").output.hasPrefix("No model is installed"))
    }
}
