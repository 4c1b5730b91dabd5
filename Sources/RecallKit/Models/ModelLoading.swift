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
    /// Sets the precision of this library's vectors; the library must be open for writing. Vectors of the old
    /// precision serve searches until the next embedding is complete.
    public func setPrecision(_ precision: EncoderPrecision) throws {
        try store.write { try $0.set(.precision, to: precision.rawValue) }
    }
}

extension LibraryStore {
    /// The precision of this library's embeddings with `model`: the library's setting if there is one, else the
    /// precision of its stored vectors (so that moving the library to another machine does not re-embed it), else the
    /// one that is fastest on this machine.
    fileprivate func precision(for model: InstalledModel) throws -> EncoderPrecision {
        try read { snapshot in
            if let told = try snapshot.value(of: .precision).flatMap(EncoderPrecision.init(rawValue:)) { return told }
            return try snapshot.servingGeneration()?.precision(of: model) ?? .preferred
        }
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
