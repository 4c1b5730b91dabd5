public import RecallEmbedding
public import RecallStore

extension LibraryStore {
    /// The precision of this library's embeddings with `model`: the library's setting if there is one, else the
    /// precision of its stored vectors (so that moving the library to another machine does not re-embed it), else the
    /// one that is fastest on this machine.
    public func precision(for model: InstalledModel) throws -> EncoderPrecision {
        try read { snapshot in
            if let told = try snapshot.value(of: .precision).flatMap(EncoderPrecision.init(rawValue:)) { return told }
            return try snapshot.servingGeneration()?.precision(of: model) ?? .preferred
        }
    }

    /// Sets the precision of this library's vectors; the library must be open for writing. Vectors of the old
    /// precision serve searches until the next embedding is complete.
    public func setPrecision(_ precision: EncoderPrecision) throws {
        try write { try $0.set(.precision, to: precision.rawValue) }
    }
}

extension Generation {
    /// The precision of these vectors if `model` made them.
    fileprivate func precision(of model: InstalledModel) -> EncoderPrecision? {
        guard fingerprint.hasPrefix(model.fingerprint + "/") else { return nil }
        return fingerprint.dropFirst(model.fingerprint.count + 1).split(separator: "/").first
            .flatMap { EncoderPrecision(rawValue: String($0)) }
    }
}
