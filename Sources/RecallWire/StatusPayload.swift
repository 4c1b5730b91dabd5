import Foundation
public import RecallCore

/// The state of a library and of the program that reads it.
public struct StatusPayload: Encodable, Sendable {
    struct Kinds: Encodable {
        let email, message, document, note: Int
    }

    struct Library: Encodable {
        let path: String
        let items: Kinds
        let attachmentItems, threads, passages, embeddedPassages, failures, bytes: Int

        init(_ path: String, _ counts: LibraryCounts) {
            self.path = path
            let items = { (kind: ItemKind) in counts.items[kind] ?? 0 }
            self.items = Kinds(
                email: items(.email), message: items(.message), document: items(.document), note: items(.note))
            attachmentItems = counts.attachmentItems
            (threads, passages, embeddedPassages) = (counts.threads, counts.passages, counts.embeddedPassages)
            (failures, bytes) = (counts.failures, counts.byteCount)
        }
    }

    struct Generation: Encodable {
        let model: String
        let precision: String?
        let state: String
        let embedded, passages: Int
        let index: VectorIndex?

        init(_ generation: LibraryGeneration) {
            (model, precision) = (generation.model, generation.precision?.rawValue)
            (state, embedded, passages) = (generation.state.rawValue, generation.embedded, generation.passages)
            index = generation.index.map { VectorIndex(inFile: $0.inFile, inDatabase: $0.inDatabase) }
        }
    }

    struct VectorIndex: Encodable {
        let inFile, inDatabase: Int
    }

    let programVersion: String
    let library: Library
    let generations: [Generation]
    let model: ModelInUsePayload?
    let hasWriter: Bool
    let maintenance: MaintenancePayload
    let failureList: [FailurePayload]?
    let sample: SamplePayload?
    let unfinishedImports: Int?

    /// The state of the library in the folder at `path`.
    ///
    /// - Parameters:
    ///   - generations: the generations of vectors.
    ///   - model: the installed model, if there is one.
    ///   - hasWriter: true if this or another process writes to the library.
    ///   - maintenance: its automatic maintenance.
    ///   - failures: the failures, if they were asked for.
    ///   - sample: the sample archive, if there is one beside the program.
    ///   - unfinishedImports: the number of imports of a server that were cut off or paused.
    public init(
        programVersion: String, path: String, counts: LibraryCounts, generations: [LibraryGeneration],
        model: ModelInUsePayload?, hasWriter: Bool, maintenance: LibraryMaintenance,
        failures: [StoredFailure]? = nil, sample: SamplePayload? = nil, unfinishedImports: Int? = nil
    ) {
        self.programVersion = programVersion
        library = Library(path, counts)
        self.generations = generations.map(Generation.init)
        (self.model, self.hasWriter) = (model, hasWriter)
        self.maintenance = MaintenancePayload(maintenance)
        failureList = failures?.map(FailurePayload.init)
        (self.sample, self.unfinishedImports) = (sample, unfinishedImports)
    }
}

/// The automatic maintenance of a library.
struct MaintenancePayload: Encodable, Sendable {
    let isOn: Bool
    let last: Date?

    init(_ maintenance: LibraryMaintenance) {
        (isOn, last) = (maintenance.isOn, maintenance.last)
    }
}

/// The sample archive that came with the program.
public struct SamplePayload: Encodable, Sendable {
    let isImported: Bool

    /// An archive as sent.
    public init(isImported: Bool) {
        self.isImported = isImported
    }
}

/// The model that a library is searched with.
public struct ModelInUsePayload: Encodable, Sendable {
    let name, precision: String
    let problem: String?

    /// The model as sent.
    public init(_ model: ModelInUse) {
        (name, precision, problem) = (model.name, model.precision.rawValue, model.problem)
    }
}
