import Foundation
import RecallEmbedding
import Testing

/// The randomly initialised models of Fixtures/families, whose weights follow from a number (see make.py there), as
/// folders in Hugging Face's layout.
struct RandomBERT: Sendable, CustomTestStringConvertible {
    let name: String
    let number: UInt64
    /// The type of the stored weights.
    let type: String
    var pooling = "mean"
    var prompts: String?
    var hasVocabularyFile = true
    var normalizes = true

    static let gte = RandomBERT(name: "gte-small", number: 1, type: "F32")
    static let bge = RandomBERT(
        name: "bge-small-en-v1.5", number: 2, type: "F16", pooling: "cls",
        prompts: #"{"prompts": {"query": "Represent this sentence for searching relevant passages: "}}"#)
    /// Its prefixes are those of its card; it has no vocab.txt, and modules.json does not list Normalize.
    static let e5 = RandomBERT(
        name: "e5-small-v2", number: 3, type: "BF16", hasVocabularyFile: false, normalizes: false)

    var testDescription: String { name }

    private static let hidden = 384
    private static let intermediate = 1536
    private static let layers = 12
    private static let positions = 512
    private static let pieces = 1000

    /// Writes the model to a folder of its name.
    func write(to folder: TemporaryFolder) throws -> String {
        try folder.write(configuration, to: name + "/config.json")
        try folder.write(modules, to: name + "/modules.json")
        try folder.write(
            #"{"pooling_mode_\#(pooling)_token\#(pooling == "mean" ? "s" : "")": true}"#,
            to: name + "/1_Pooling/config.json")
        if let prompts { try folder.write(prompts, to: name + "/config_sentence_transformers.json") }
        try folder.write(
            try Data(contentsOf: Self.fixtures.appending(path: "tokenizer.json")), to: name + "/tokenizer.json")
        if hasVocabularyFile { try folder.write(try Self.vocabulary(), to: name + "/vocab.txt") }
        try folder.write(safetensors, to: name + "/model.safetensors")
        return folder.path + "/" + name
    }

    private var configuration: String {
        """
        {"model_type": "bert", "hidden_size": \(Self.hidden), "num_hidden_layers": \(Self.layers),
         "num_attention_heads": 12, "intermediate_size": \(Self.intermediate), "vocab_size": \(Self.pieces),
         "max_position_embeddings": \(Self.positions), "layer_norm_eps": 1e-12, "hidden_act": "gelu"}
        """
    }

    private var modules: String {
        let types = ["Transformer", "Pooling"] + (normalizes ? ["Normalize"] : [])
        let paths = ["", "1_Pooling", "2_Normalize"]
        let lines = zip(types, paths).map { #"{"type": "sentence_transformers.models.\#($0)", "path": "\#($1)"}"# }
        return "[" + lines.joined(separator: ", ") + "]"
    }

    private static func vocabulary() throws -> String {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: fixtures.appending(path: "tokenizer.json")))
        let model = (json as? [String: Any])?["model"] as? [String: Any]
        let ids = model?["vocab"] as? [String: Int] ?? [:]
        return ids.sorted { $0.value < $1.value }.map { $0.key + "\n" }.joined()
    }

    /// Names and shapes in the order of their numbers.
    private static var tensors: [(name: String, shape: [Int])] {
        func norm(_ name: String) -> [(String, [Int])] { [(name + ".weight", [hidden]), (name + ".bias", [hidden])] }
        func dense(_ name: String, _ inputs: Int, _ outputs: Int) -> [(String, [Int])] {
            [(name + ".weight", [outputs, inputs]), (name + ".bias", [outputs])]
        }
        var all: [(String, [Int])] = [
            ("embeddings.word_embeddings.weight", [pieces, hidden]),
            ("embeddings.position_embeddings.weight", [positions, hidden]),
            ("embeddings.token_type_embeddings.weight", [2, hidden]),
        ]
        all += norm("embeddings.LayerNorm")
        for layer in (0..<layers).map({ "encoder.layer.\($0)." }) {
            for part in ["query", "key", "value"] { all += dense("\(layer)attention.self.\(part)", hidden, hidden) }
            all += dense(layer + "attention.output.dense", hidden, hidden) + norm(layer + "attention.output.LayerNorm")
            all += dense(layer + "intermediate.dense", hidden, intermediate)
            all += dense(layer + "output.dense", intermediate, hidden) + norm(layer + "output.LayerNorm")
        }
        return all
    }

    private var safetensors: Data {
        var entries: [String] = []
        var payload = Data()
        for (index, tensor) in Self.tensors.enumerated() {
            let start = payload.count
            append(UInt64(index), tensor.name, tensor.shape.reduce(1, *), to: &payload)
            entries.append(
                #""\#(tensor.name)":{"dtype":"\#(type)","shape":\#(tensor.shape),"data_offsets":[\#(start),\#(payload.count)]}"#
            )
        }
        let header = Data("{\(entries.joined(separator: ","))}".utf8)
        return withUnsafeBytes(of: UInt64(header.count).littleEndian) { Data($0) } + header + payload
    }

    /// Small numbers as floats of 4 or 2 bytes, which hold them exactly.
    private func append(_ index: UInt64, _ name: String, _ count: Int, to payload: inout Data) {
        let isGain = name.hasSuffix("LayerNorm.weight")
        // Each value follows from one of 256 bytes.
        let values = (0..<256).map { byte in
            let number = Int(Int8(truncatingIfNeeded: byte))
            return isGain ? 1 + Float(number >> 3) / 64 : Float(number) / 1024
        }
        let table = values.map(bytes)
        var random = SplitMix64(state: 1000 * number + index)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * table[0].count)
        for _ in 0..<count { bytes += table[Int(random.next() >> 56)] }
        payload += bytes
    }

    private func bytes(_ value: Float) -> [UInt8] {
        switch type {
        case "F16": withUnsafeBytes(of: Self.half(value)) { Array($0) }
        case "BF16": withUnsafeBytes(of: UInt16(value.bitPattern >> 16)) { Array($0) }
        default: withUnsafeBytes(of: value) { Array($0) }
        }
    }

    /// IEEE half precision of a normal number that it holds exactly.
    private static func half(_ value: Float) -> UInt16 {
        guard value != 0 else { return 0 }
        let sign: UInt16 = value < 0 ? 0x8000 : 0
        return sign | UInt16(Int(value.exponent) + 15) << 10 | UInt16(value.significandBitPattern >> 13)
    }

    private static let fixtures = TokenizerFixtures.folder.deletingLastPathComponent().appending(path: "families")

    /// The vectors of the texts by sentence-transformers.
    struct Expected {
        let sentences, queries, passages: [String]
        let sentenceVectors, queryVectors, passageVectors: [[Float]]
    }

    func expected() throws -> Expected {
        struct File: Decodable {
            struct Model: Decodable {
                var name: String
                var sentences, queries, passages: Data
            }
            var sentences, queries, passages: [String]
            var models: [Model]
        }
        let file = try JSONDecoder().decode(
            File.self, from: Data(contentsOf: Self.fixtures.appending(path: "expected.json")))
        let model = file.models[Int(number) - 1]
        return Expected(
            sentences: file.sentences, queries: file.queries, passages: file.passages,
            sentenceVectors: Self.rows(model.sentences), queryVectors: Self.rows(model.queries),
            passageVectors: Self.rows(model.passages))
    }

    private static func rows(_ data: Data) -> [[Float]] {
        let values = data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
        return stride(from: 0, to: values.count, by: hidden).map { Array(values[$0..<$0 + hidden]) }
    }
}

/// Steele et al. 2014.
private struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
