/// Properties of published models that are known without reading their files.
public struct KnownModel: Sendable, Hashable {
    /// The name it is published under.
    public let name: String
    /// SHA-256 of its files, in hexadecimal; a file of another digest is not of this model.
    public let digests: [String: String]

    /// The default model.
    public static let allMiniLM = KnownModel(
        name: "all-MiniLM-L6-v2",
        digests: [
            "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
            "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        ])

    /// All models with known files.
    public static let all = [allMiniLM]

    /// Refuses files under this model's name that are not its own.
    func check(_ files: [ModelManifest.File]) throws(ModelError) {
        for file in files {
            guard let expected = digests[file.path], expected != file.sha256 else { continue }
            throw .notTheKnownModel(name: name, file: file.path, expected: expected, found: file.sha256)
        }
    }

    /// The prefixes that model cards prescribe for queries and passages, for models whose folders lack them.
    static func prefixes(of name: String) -> (query: String, passage: String) {
        let name = name.split(separator: "/").last ?? ""
        if name.hasPrefix("e5-") || name.hasPrefix("multilingual-e5-") { return ("query: ", "passage: ") }
        if name.hasPrefix("bge-"), name.contains("-en") {
            return ("Represent this sentence for searching relevant passages: ", "")
        }
        return ("", "")
    }
}
