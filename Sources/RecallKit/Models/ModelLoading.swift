public import RecallCore
import RecallEmbedding
import RecallStore

/// The encoder that a choice gives for one library, or the reason why there is none.
struct LoadedModel {
    var encoder: (any SentenceEncoder)?
    var inUse: ModelInUse?
    var problem: String?

    /// Finds and loads what `choice` names.
    init(_ choice: ModelChoice, for store: LibraryStore) {
        switch choice.source {
        case .none: break
        case .encoder(let encoder): self.encoder = encoder
        case .installed(let precision): load(precision, store)
        }
    }

    private mutating func load(_ precision: EncoderPrecision?, _ store: LibraryStore) {
        do {
            let model = try ModelStore().defaultModel()
            inUse = ModelInUse(name: model.manifest.name, precision: .preferred)
            let own = try store.precision(for: model)
            inUse?.precision = own
            encoder = try EmbeddingModel(model, precision: precision ?? own)
        } catch {
            problem = "\(error)"
            inUse?.problem = problem
        }
    }
}

extension RecallLibrary {
    /// Sets the precision of this library's vectors, opened for writing. Those of another one serve until the next
    /// embedding is complete.
    public func setPrecision(_ precision: EncoderPrecision) throws {
        try store.write { try $0.set(.precision, to: precision.rawValue) }
    }
}

extension LibraryStore {
    /// The precision in which this library is embedded with `model`: as it was told, else as its vectors were made, so
    /// that they are not all made anew when the library moves to another machine, else the machine's preferred one.
    fileprivate func precision(for model: InstalledModel) throws -> EncoderPrecision {
        try read { snapshot in
            if let told = try snapshot.value(of: .precision).flatMap(EncoderPrecision.init(rawValue:)) { return told }
            return try snapshot.servingGeneration()?.precision(of: model) ?? .preferred
        }
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
