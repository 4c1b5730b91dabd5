import RecallCore

/// A model in a store, whole as far as the sizes of its files tell.
public struct InstalledModel: Sendable, Hashable {
    /// Its folder, in Hugging Face's layout.
    public let path: String
    /// What its settings say.
    public let description: ModelDescription
    /// Its files.
    public let manifest: ModelManifest

    /// What tells this model's vectors from those of any other: "<name>@<first 16 digits of the weights' SHA-256>", and a
    /// digest of pooling and prefixes where they are not the plain ones.
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
    public func tokenizer() throws(ModelError) -> WordPieceTokenizer {
        if let packed = Self.packedTokenizer(in: path, manifest).tokenizer() { return packed }
        do {
            return try WordPieceTokenizer(folder: path)
        } catch {
            throw .tokenizer(error)
        }
    }

    /// The weights in `precision`. What is not packed yet is packed, and kept if the folder can be written.
    func weights(_ precision: EncoderPrecision) throws(ModelError) -> BERTWeights {
        let packed = packed(precision)
        do throws(EncoderError) {
            if let weights = try packed.mapped() { return weights }
            guard let lock = try? FolderLock(path) else { return try packed.packedWeights() }
            return try lock.whileHeld { () throws(EncoderError) in
                // Whoever had the lock may have packed it.
                if let weights = try packed.mapped() { return weights }
                return try packed.packedWeights()
            }
        } catch {
            throw ModelError(error)
        }
    }

    /// The packed tokenizer of a model's folder, whether it is there or not.
    static func packedTokenizer(in folder: String, _ manifest: ModelManifest) -> PackedTokenizer {
        let files = manifest.files.filter {
            ["vocab.txt", "tokenizer.json", "tokenizer_config.json"].contains($0.path)
        }
        let digest = SHA256.digest(Array(files.map { "\($0.path) \($0.sha256)\n" }.joined().utf8))
        return PackedTokenizer(path: folder + "/recall-tokenizer.packed", sourceDigest: digest)
    }

    /// Packs the tokenizer, and the weights in those of `precisions` in which they are not there.
    func pack(_ precisions: Set<EncoderPrecision>) throws(ModelError) {
        try packTokenizer()
        for packed in precisions.map(packed) {
            do throws(EncoderError) {
                if try packed.mapped() == nil { try packed.write() }
            } catch {
                throw ModelError(error)
            }
        }
    }

    private func packTokenizer() throws(ModelError) {
        let tokenizer: WordPieceTokenizer
        do {
            tokenizer = try WordPieceTokenizer(folder: path)
        } catch {
            throw .tokenizer(error)
        }
        do {
            try Self.packedTokenizer(in: path, manifest).write(tokenizer)
        } catch {
            throw ModelError(error)
        }
    }

    private func packed(_ precision: EncoderPrecision) -> PackedModel {
        PackedModel(folder: path, precision: precision, weightsDigest: manifest.weightsDigest)
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
        do throws(EncoderError) {
            for packed in EncoderPrecision.allCases.map(packed) where try packed.mapped() != nil { try packed.verify() }
        } catch {
            throw ModelError(error)
        }
    }
}
