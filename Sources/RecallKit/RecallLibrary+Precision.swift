public import RecallEmbedding
public import RecallStore

extension LibraryStore {
    /// The precision in which this library is embedded with `model`: as it was told, else as its vectors were made, so
    /// that they are not all made anew when the library moves to another machine, else the machine's preferred one.
    public func precision(for model: InstalledModel) throws -> EncoderPrecision {
        try read { snapshot in
            if let told = try snapshot.value(of: .precision).flatMap(EncoderPrecision.init(rawValue:)) { return told }
            return try snapshot.servingGeneration()?.precision(of: model) ?? .preferred
        }
    }

    /// Sets the precision of this library's vectors, opened for writing. Those of another one serve until the next
    /// embedding is complete.
    public func setPrecision(_ precision: EncoderPrecision) throws {
        try write { try $0.set(.precision, to: precision.rawValue) }
    }
}

extension Generation {
    /// The precision of these vectors if they are of that model.
    fileprivate func precision(of model: InstalledModel) -> EncoderPrecision? {
        guard fingerprint.hasPrefix(model.fingerprint + "/") else { return nil }
        return fingerprint.dropFirst(model.fingerprint.count + 1).split(separator: "/").first
            .flatMap { EncoderPrecision(rawValue: String($0)) }
    }
}
