import Foundation

/// A randomly initialised XLM-RoBERTa (1 layer of 2 heads, 16 values) with a Unigram tokenizer, and what Hugging Face's
/// libraries make of it: the output of Fixtures/tiny-xlm-roberta/make.py.
struct TinyXLMRoberta {
    static let folder = TokenizerFixtures.folder.deletingLastPathComponent().appending(path: "tiny-xlm-roberta")

    /// Texts with the vectors of `transformers`.
    struct Expected: Decodable {
        var text: String
        var vector: [Float]
    }

    static func expected() throws -> [Expected] {
        try JSONDecoder().decode([Expected].self, from: Data(contentsOf: folder.appending(path: "expected.json")))
    }

    /// Texts with the tokens of `tokenizers`, for a variant of tokenizer.json.
    struct Golden {
        var description: [String: Any]
        var cases: [TokenizerFixtures.Golden]
    }

    static func golden() throws -> [Golden] {
        let variants = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "golden.json")))
        return try (variants as? [[String: Any]] ?? []).map { variant in
            var changes = variant["changes"] as? [String: Any] ?? [:]
            var description = try self.description()
            // The vocabulary is stored once.
            if var model = changes["model"] as? [String: Any] {
                model["vocab"] = (description["model"] as? [String: Any])?["vocab"]
                changes["model"] = model
            }
            description.merge(changes) { $1 }
            let cases = try JSONSerialization.data(withJSONObject: variant["cases"] ?? [])
            return Golden(
                description: description, cases: try JSONDecoder().decode([TokenizerFixtures.Golden].self, from: cases))
        }
    }

    /// tokenizer.json, to be changed and written elsewhere.
    static func description() throws -> [String: Any] {
        let json = try Data(contentsOf: folder.appending(path: "tokenizer.json"))
        return try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
    }

    var files: [String: Data] = [:]

    init() throws {
        for file in ["config.json", "model.safetensors", "tokenizer.json"] {
            files[file] = try Data(contentsOf: Self.folder.appending(path: file))
        }
    }

    /// Writes the model to a folder of that name.
    func write(to folder: TemporaryFolder, as name: String = "tiny") throws -> String {
        for (file, data) in files { try folder.write(data, to: name + "/" + file) }
        return folder.path + "/" + name
    }
}
