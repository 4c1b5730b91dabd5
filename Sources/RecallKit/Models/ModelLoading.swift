public import RecallCore
import RecallEmbedding
import RecallSearch
import RecallStore
import Synchronization

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
            let model = try store.model(in: ModelStore())
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

/// The installed models that made generations of a library's vectors, each loaded once.
final class GenerationEncoders: Sendable {
    private let loaded = Mutex<[String: (any SentenceEncoder)?]>([:])

    /// The encoder of the generation; `nil` if its model is not installed.
    func encoder(of generation: Generation) -> (any SentenceEncoder)? {
        loaded.withLock { loaded in
            if let known = loaded[generation.fingerprint] { return known }
            let encoder = Self.load(generation)
            loaded[generation.fingerprint] = encoder
            return encoder
        }
    }

    private static func load(_ generation: Generation) -> (any SentenceEncoder)? {
        let model = try? ModelStore().list().first { generation.isMade(by: $0) }
        return model.flatMap { try? EmbeddingModel($0, precision: generation.precision(of: $0) ?? .preferred) }
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
    /// precision of its vectors of that model (so that moving the library to another machine does not re-embed it), else the
    /// one that is fastest on this machine.
    fileprivate func precision(for model: InstalledModel) throws -> EncoderPrecision {
        try read { snapshot in
            if let told = try snapshot.value(of: .precision).flatMap(EncoderPrecision.init(rawValue:)) { return told }
            let generations = try [snapshot.servingGeneration(), snapshot.spareGeneration()]
            return generations.lazy.compactMap { $0?.precision(of: model) }.first ?? .preferred
        }
    }

    /// The model that the library chose, else the one to use when none is named.
    fileprivate func model(in models: ModelStore) throws -> InstalledModel {
        guard let name = try read({ try $0.value(of: .model) }) else { return try models.defaultModel() }
        return try models.find(named: name)
    }
}
