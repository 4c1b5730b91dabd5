public import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder of installed models, each in a folder of its own.
public struct ModelStore: Sendable, Hashable {
    /// The store's folder; it need not be there yet.
    public let path: String

    /// The store at `path`.
    public init(path: String) {
        self.path = path
    }

    /// The store of this user: `RECALL_MODELS`, or the data folder of the platform.
    public init() throws(ModelError) {
        try self.init(environment: { name in getenv(name).map { String(cString: $0) } })
    }

    /// The store that environment variables name: `RECALL_MODELS`, else Recall/models in Application Support on
    /// Apple platforms and recall/models in the XDG data folder elsewhere.
    package init(environment: (String) -> String?) throws(ModelError) {
        guard let path = DataFolder.path("models", variable: "RECALL_MODELS", environment: environment) else {
            throw .noHomeFolder
        }
        self.path = path
    }

    /// Every folder of the store with the model in it, or why it cannot be used.
    public func entries() throws(ModelError) -> [(folder: String, model: Result<InstalledModel, ModelError>)] {
        let names: [String]
        do {
            names = try Folder.names(in: path)
        } catch {
            throw ModelError(error)
        }
        return names.filter { !$0.hasPrefix(".") && Folder.exists(path + "/" + $0) }.map { name in
            (name, Self.open(path + "/" + name))
        }
    }

    private static func open(_ folder: String) -> Result<InstalledModel, ModelError> {
        do throws(ModelError) {
            return .success(try InstalledModel(path: folder))
        } catch {
            return .failure(error)
        }
    }

    /// The models that can be used, by name.
    public func list() throws(ModelError) -> [InstalledModel] {
        try entries().compactMap { try? $0.model.get() }
    }

    /// The model of that name.
    public func find(named name: String) throws(ModelError) -> InstalledModel {
        let folder = path + "/" + (try ModelName.folder(for: name))
        guard Folder.exists(folder) else { throw .notInstalled(name: name, store: path) }
        return try InstalledModel(path: folder)
    }

    /// The model to use when none is named: all-MiniLM-L6-v2, else the first there is. A damaged one is an error,
    /// never silently another model.
    public func defaultModel() throws(ModelError) -> InstalledModel {
        let entries = try entries()
        let preferred = entries.first { $0.folder == KnownModel.allMiniLM.name }
        guard let entry = preferred ?? entries.first else { throw .noModels(store: path) }
        return try entry.model.get()
    }

    /// Reads all files of a model and compares their digests with those at install.
    public func verify(_ model: InstalledModel) throws(ModelError) {
        try model.verify()
    }

    /// Copies the model in `folder` into the store.
    ///
    /// The name is `name`, else that of the known model with the same digests, else the folder's. The copy is
    /// complete and synced to disk before it appears under its name; an existing model of that name is replaced
    /// unless it is the same and intact. Concurrent installations wait. The weights are packed in `precisions` now,
    /// in other precisions on first use.
    @discardableResult
    public func install(
        from folder: String, named name: String? = nil, packing precisions: Set<EncoderPrecision> = [.f32, .preferred]
    ) throws(ModelError) -> InstalledModel {
        try ModelInstaller(store: path, precisions: precisions).install(from: folder, named: name)
    }
}
