import RecallCore
import RecallFiles

extension InstalledModel {
    /// The weights in `precision`. What is not packed yet is packed, and kept if the folder can be written.
    func weights(_ precision: EncoderPrecision) throws(ModelError) -> BERTWeights {
        let packed = packed(precision)
        do throws(EncoderError) {
            if let weights = try packed.mapped() { return weights }
            guard let lock = try? FileLock(folder: path) else { return try packed.packedWeights() }
            return try lock.whileHeld { () throws(EncoderError) in
                // Whoever had the lock may have packed it.
                if let weights = try packed.mapped() { return weights }
                return try packed.packedWeights()
            }
        } catch {
            throw ModelError(error)
        }
    }

    /// Packs the tokenizer, and the weights in those of `precisions` in which they are not there.
    func pack(_ precisions: Set<EncoderPrecision>) throws(ModelError) {
        let tokenizer = try ModelFolder.tokenizer(in: path)
        let lock: FileLock
        do {
            lock = try FileLock(folder: path)
        } catch {
            throw ModelError(error)
        }
        do throws(EncoderError) {
            try lock.whileHeld { () throws(EncoderError) in
                try manifest.packedTokenizer(in: path).write(tokenizer)
                for packed in precisions.map(packed) where try packed.mapped() == nil { try packed.write() }
            }
        } catch {
            throw ModelError(error)
        }
    }

    /// Compares the packed weights with the checksums in their files.
    func verifyPackedWeights() throws(ModelError) {
        do throws(EncoderError) {
            for packed in EncoderPrecision.allCases.map(packed) where try packed.mapped() != nil { try packed.verify() }
        } catch {
            throw ModelError(error)
        }
    }

    private func packed(_ precision: EncoderPrecision) -> PackedModel {
        PackedModel(folder: path, precision: precision, weightsDigest: manifest.weightsDigest)
    }
}

extension ModelManifest {
    /// The packed tokenizer of the model in `folder`, whether it is there or not.
    func packedTokenizer(in folder: String) -> PackedTokenizer {
        let sources = files.filter { ["vocab.txt", "tokenizer.json", "tokenizer_config.json"].contains($0.path) }
        let digest = SHA256.digest(Array(sources.map { "\($0.path) \($0.sha256)\n" }.joined().utf8))
        return PackedTokenizer(path: folder + "/recall-tokenizer.packed", sourceDigest: digest)
    }
}
