import RecallCore
import RecallFiles

/// Copying of a model into a store so that it is there whole or not at all.
struct ModelInstaller {
    let store: String
    /// The precisions to pack with the model.
    let precisions: Set<EncoderPrecision>

    private static let installing = ".installing-"
    private static let replaced = ".replaced-"

    func install(from folder: String, named name: String?) throws(ModelError) -> InstalledModel {
        if let name { _ = try ModelName.folder(for: name) }
        let source = try ModelFolder(path: folder, name: name)
        let tokenizer = try source.validated()
        let manifest = try Self.manifest(of: source, name: name)
        let target = store + "/" + (try ModelName.folder(for: manifest.name))
        let lock = try lock()
        return try lock.whileHeld { () throws(ModelError) in
            guard let present = intact(target, manifest) else {
                return try install(source, tokenizer, manifest, as: target)
            }
            try present.pack(precisions)
            return present
        }
    }

    private func install(
        _ source: ModelFolder, _ tokenizer: any PackableTokenizer, _ manifest: ModelManifest, as target: String
    ) throws(ModelError) -> InstalledModel {
        let copy = store + "/" + Self.installing + String(UInt64.random(in: .min ... .max), radix: 36)
        defer { try? Folder.remove(copy) }
        do throws(FileError) {
            try Folder.create(copy)
            for file in manifest.files { try Self.copy(file, from: source.path, to: copy) }
        } catch {
            throw ModelError(error)
        }
        // After the weights: a packed file that is older than they are counts as stale to who has no manifest.
        try pack(source, tokenizer, manifest, in: copy)
        do throws(FileError) {
            try Self.write(manifest, in: copy)
            try place(copy, as: target)
        } catch {
            throw ModelError(error)
        }
        return try InstalledModel(path: target)
    }

    /// Packs tokenizer and weights, which finds values that are not finite and tensors that are missing or of another shape.
    private func pack(
        _ source: ModelFolder, _ tokenizer: any PackableTokenizer, _ manifest: ModelManifest, in copy: String
    ) throws(ModelError) {
        do throws(EncoderError) {
            try manifest.packedTokenizer(in: copy).write(tokenizer)
            for precision in precisions {
                try PackedModel(folder: copy, precision: precision).write(from: source.path)
            }
        } catch {
            throw ModelError(error)
        }
    }

    /// Keeps other processes from installing, and removes what a killed one left.
    private func lock() throws(ModelError) -> FileLock {
        do throws(FileError) {
            try Folder.create(store)
            let lock = try FileLock(folder: store)
            for name in try Folder.names(in: store) where Self.isLeftover(name) {
                try Folder.remove(store + "/" + name)
            }
            return lock
        } catch {
            throw ModelError(error)
        }
    }

    private static func isLeftover(_ name: String) -> Bool {
        name.hasPrefix(installing) || name.hasPrefix(replaced)
    }

    /// The digests of all files, under the name to install them as.
    private static func manifest(of source: ModelFolder, name: String?) throws(ModelError) -> ModelManifest {
        let files: [ModelManifest.File]
        do throws(FileError) {
            files = try source.files.map { path throws(FileError) in
                let digest = try FileDigest.sha256(source.path + "/" + path)
                return ModelManifest.File(path: path, size: digest.size, sha256: digest.sha256)
            }
        } catch {
            throw ModelError(error)
        }
        let weights = files.first { $0.path == ModelFolder.weights }?.sha256
        let recognized = KnownModel.all.first { $0.digests[ModelFolder.weights] == weights }?.name
        let name = name ?? recognized ?? ModelName.last(of: source.path)
        try KnownModel.all.first { $0.name == name }?.check(files)
        return ModelManifest(name: name, files: files)
    }

    /// Copies a file to the disk and reads the copy back.
    private static func copy(_ file: ModelManifest.File, from folder: String, to copy: String) throws(FileError) {
        let target = copy + "/" + file.path
        let slash = file.path.lastIndex(of: "/")
        if let slash { try Folder.create(copy + "/" + file.path[..<slash]) }
        guard try FileDigest.copy(folder + "/" + file.path, to: target) == (file.size, file.sha256) else {
            throw FileError(path: target, .differs)
        }
        if let slash { try Folder.synchronize(copy + "/" + file.path[..<slash]) }
    }

    /// Gives the complete copy its name.
    private func place(_ copy: String, as target: String) throws(FileError) {
        let replaced = store + "/" + Self.replaced + ModelName.last(of: target)
        try Folder.synchronize(copy)
        // A rename cannot replace a folder that is not empty. Killed between the two, this leaves no model of that
        // name, which installing again repairs; it never leaves half of one.
        if Folder.isTaken(target) { try Folder.move(target, to: replaced) }
        try Folder.move(copy, to: target)
        try Folder.synchronize(store)
        try Folder.remove(replaced)
    }

    /// The installed model, if it is the same and undamaged.
    private func intact(_ target: String, _ manifest: ModelManifest) -> InstalledModel? {
        guard let model = try? InstalledModel(path: target), model.manifest == manifest,
            (try? model.verify()) != nil
        else { return nil }
        return model
    }

    private static func write(_ manifest: ModelManifest, in folder: String) throws(FileError) {
        try AtomicFile.write(Array(manifest.json.utf8), to: folder + "/" + ModelManifest.fileName)
    }
}
