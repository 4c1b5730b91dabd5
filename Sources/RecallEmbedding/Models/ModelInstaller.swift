#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Copying of a model into a store so that it is there whole or not at all.
struct ModelInstaller {
    let store: String

    private static let installing = ".installing-"
    private static let replaced = ".replaced-"

    func install(from folder: String, named name: String?) throws(ModelError) -> InstalledModel {
        if let name { _ = try ModelName.folder(for: name) }
        let source = try ModelFolder(path: folder, name: name)
        try source.validate()
        let lock = try lock()
        return try lock.whileHeld { () throws(ModelError) in
            try installLocked(source, folder: folder, named: name)
        }
    }

    private func installLocked(
        _ source: ModelFolder, folder: String, named name: String?
    ) throws(ModelError) -> InstalledModel {
        let copy = store + "/" + Self.installing + String(UInt64.random(in: .min ... .max), radix: 36)
        defer { try? Folder.remove(copy) }
        let files = try Self.copy(source, to: copy)
        return try place(copy, try Self.manifest(of: files, name: name, folder: folder))
    }

    /// Keeps other processes from installing, and removes what a killed one left.
    private func lock() throws(ModelError) -> FolderLock {
        do throws(FileError) {
            try Folder.create(store)
            let lock = try FolderLock(store)
            for name in try Folder.names(in: store) where Self.isLeftover(name) { try Folder.remove(store + "/" + name) }
            return lock
        } catch {
            throw ModelError(error)
        }
    }

    private static func isLeftover(_ name: String) -> Bool {
        name.hasPrefix(installing) || name.hasPrefix(replaced)
    }

    /// Copies all files, reads them back, and gives their digests.
    private static func copy(_ source: ModelFolder, to copy: String) throws(ModelError) -> [ModelManifest.File] {
        do throws(FileError) {
            try Folder.create(copy)
            return try source.files.map { file throws(FileError) in
                let target = copy + "/" + file
                if let slash = file.lastIndex(of: "/") { try Folder.create(copy + "/" + file[..<slash]) }
                let read = try copyFile(source.path + "/" + file, to: target)
                let written = try FileDigest.sha256(target)
                guard written == read else { throw FileError(path: target, code: EIO) }
                return ModelManifest.File(path: file, size: written.size, sha256: written.sha256)
            }
        } catch {
            throw ModelError(error)
        }
    }

    private static func copyFile(_ path: String, to target: String) throws(FileError) -> (size: Int, sha256: String) {
        let file = try OpenFile(creating: target)
        let digest = try FileDigest.sha256(path) { piece throws(FileError) in try file.write(piece) }
        try file.synchronize()
        return digest
    }

    private static func manifest(
        of files: [ModelManifest.File], name: String?, folder: String
    ) throws(ModelError) -> ModelManifest {
        let weights = files.first { $0.path == ModelFolder.weights }?.sha256
        let recognized = KnownModel.all.first { $0.digests[ModelFolder.weights] == weights }?.name
        let name = name ?? recognized ?? ModelName.last(of: folder)
        try KnownModel.all.first { $0.name == name }?.check(files)
        return ModelManifest(name: name, files: files)
    }

    /// Gives the complete copy its name.
    private func place(_ copy: String, _ manifest: ModelManifest) throws(ModelError) -> InstalledModel {
        let target = store + "/" + (try ModelName.folder(for: manifest.name))
        if let present = intact(target, manifest) { return present }
        do throws(FileError) {
            try writeManifest(manifest, in: copy)
            try Self.synchronize(copy, manifest)
            if Folder.isTaken(target) {
                // A rename cannot replace a folder that is not empty. Killed between the two, this leaves no model of
                // that name, which installing again repairs; it never leaves half of one.
                try Folder.move(target, to: store + "/" + Self.replaced + ModelName.last(of: target))
            }
            try Folder.move(copy, to: target)
            try Folder.synchronize(store)
            try Folder.remove(store + "/" + Self.replaced + ModelName.last(of: target))
        } catch {
            throw ModelError(error)
        }
        return try InstalledModel(path: target)
    }

    /// The installed model, if it is the same and undamaged.
    private func intact(_ target: String, _ manifest: ModelManifest) -> InstalledModel? {
        guard let model = try? InstalledModel(path: target), model.manifest == manifest,
            (try? model.verify()) != nil
        else { return nil }
        return model
    }

    private func writeManifest(_ manifest: ModelManifest, in folder: String) throws(FileError) {
        let file = try OpenFile(creating: folder + "/" + ModelManifest.fileName)
        try file.write(Array(manifest.json.utf8))
        try file.synchronize()
    }

    private static func synchronize(_ folder: String, _ manifest: ModelManifest) throws(FileError) {
        for file in manifest.files {
            guard let slash = file.path.lastIndex(of: "/") else { continue }
            try Folder.synchronize(folder + "/" + file.path[..<slash])
        }
        try Folder.synchronize(folder)
    }
}
