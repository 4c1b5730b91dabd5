import RecallFiles

/// A model in a store, complete as far as the sizes of its files show.
public struct InstalledModel: Sendable, Hashable {
    /// Its folder, in Hugging Face's layout.
    public let path: String
    /// The model's settings.
    public let description: ModelDescription
    /// Its files.
    public let manifest: ModelManifest

    /// Distinguishes this model's vectors from those of other models: "<name>@<first 16 digits of the weights'
    /// SHA-256>", followed by a digest of pooling and prefixes unless they are the defaults.
    public var fingerprint: String { "\(manifest.name)@\(manifest.weightsDigest.prefix(16))\(description.usage)" }
    /// The path of the weights.
    public var weightsPath: String { path + "/" + ModelFolder.weights }

    /// Opens the model in a folder of the store: compares sizes and reads its settings.
    public init(path: String) throws(ModelError) {
        manifest = try ModelManifest(folder: path)
        self.path = path
        for file in manifest.files {
            guard let size = FileState(path + "/" + file.path)?.size else {
                throw .missingFile(folder: path, file: file.path)
            }
            guard size == file.size else {
                throw .damagedFile(path: path + "/" + file.path, reason: "\(size) bytes instead of \(file.size)")
            }
        }
        description = try ModelFolder(path: path, name: manifest.name).description
    }

    /// Loads the tokenizer: maps it, if it was packed from the files that are there.
    public func tokenizer() throws(ModelError) -> any Tokenizer {
        if let packed = manifest.packedTokenizer(in: path).tokenizer() { return packed }
        return try ModelFolder.tokenizer(in: path)
    }

    /// Reads all files and compares their digests with those at install, and with the published ones of a known model;
    /// packed weights with the checksums in them.
    public func verify() throws(ModelError) {
        for file in manifest.files {
            let path = path + "/" + file.path
            let digest: (size: Int, sha256: String)
            do {
                digest = try FileDigest.sha256(path)
            } catch {
                throw ModelError(error)
            }
            guard digest.sha256 == file.sha256 else {
                throw .damagedFile(path: path, reason: "SHA-256 is \(digest.sha256), not \(file.sha256)")
            }
        }
        try KnownModel.all.first { $0.name == manifest.name }?.check(manifest.files)
        try verifyPackedWeights()
    }
}
