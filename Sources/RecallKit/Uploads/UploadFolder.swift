package import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a library with the files that were uploaded to be imported: folders 0700, files 0600. Of an uploaded file this
/// is the original, which later reading (attachments, pages) needs.
package struct UploadFolder: Sendable {
    private let location: LibraryLocation
    private var folder: String { location.uploads }

    /// The folder in that library, which is made when it is needed.
    package init(of location: LibraryLocation) {
        self.location = location
    }

    /// The folder of files of which bytes are still to come.
    private var incoming: String { folder + "/.incoming" }

    private func incoming(_ id: String) -> String { incoming + "/" + id }

    /// Removes what an earlier server did not get to its end. What came lately may be on its way to another server.
    package func removeIncoming() {
        guard Self.kind(of: folder) == S_IFDIR, Self.kind(of: incoming) == S_IFDIR else { return }
        for name in (try? Folder.names(in: incoming)) ?? [] where Self.isOld(incoming(name)) { cancel(name) }
    }

    /// True if nothing has changed at the path for a day, so that no server is about to import it.
    private static func isOld(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        #if canImport(Glibc)
            let changed = status.st_mtim.tv_sec
        #else
            let changed = status.st_mtimespec.tv_sec
        #endif
        return changed < time(nil) - abandonedSeconds
    }

    private static let abandonedSeconds = 86_400

    /// The bytes that are free on its disk; `nil` if that cannot be told.
    package var freeBytes: Int? { DiskSpace.free(at: location.folder) }

    /// Makes an empty file for an upload.
    package func begin(_ id: String) throws {
        try Folder.create(incoming)
        _ = try NewFile(incoming(id))
    }

    /// Writes the bytes at `offset` of an upload.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, of id: String) throws {
        try NewFile(updating: incoming(id)).overwrite(bytes, at: offset)
    }

    /// Removes an upload that is not wanted any more.
    package func cancel(_ id: String) {
        try? Folder.remove(incoming(id))
    }

    /// Moves uploads to a new folder, under their names, which must be safe (`UploadName`): all of them, or none.
    ///
    /// - Returns: the paths to import: those of the files, and of the folders that others were dropped in.
    package func keep(_ uploads: [(id: String, name: [String])]) throws -> [String] {
        let batch = UploadBatch.newName()
        let staging = incoming(batch)
        var moved: [(id: String, path: String)] = []
        do {
            for upload in uploads {
                let parent = ([staging] + upload.name.dropLast()).joined(separator: "/")
                try Folder.create(parent)
                let path = Self.free(parent + "/" + (upload.name.last ?? upload.id))
                try Folder.move(incoming(upload.id), to: path)
                moved.append((upload.id, path))
            }
            try Folder.move(staging, to: folder + "/" + batch)
        } catch {
            for upload in moved { try? Folder.move(upload.path, to: incoming(upload.id)) }
            try? Folder.remove(staging)
            throw error
        }
        return tops(of: moved.map { String($0.path.dropFirst(staging.count + 1)) }, in: folder + "/" + batch)
    }

    /// The files that lie in a folder themselves, and the folders in it that the others lie in.
    private func tops(of files: [String], in batch: String) -> [String] {
        var seen: Set<String> = []
        return files.map { batch + "/" + $0.prefix { $0 != "/" } }.filter { seen.insert($0).inserted }
    }

    /// `path`, or if that is taken the same with a number before its extension.
    private static func free(_ path: String) -> String {
        guard Folder.isTaken(path) else { return path }
        let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
        let end = name.lastIndex(of: ".") ?? path.endIndex
        var number = 2
        while true {
            let numbered = String(path[..<end]) + " \(number)" + String(path[end...])
            if !Folder.isTaken(numbered) { return numbered }
            number += 1
        }
    }

    /// Those of `paths` that are uploaded files.
    package func files(among paths: [String]) -> [String] {
        paths.filter(isUpload)
    }

    /// The uploaded archives that `paths` lead into, each once.
    package func archives(holding paths: [String]) -> [String] {
        var archives: Set<String> = []
        for path in paths where location.isUpload(path) && Self.kind(of: path) == nil {
            var above = Folder.parent(of: path)
            while let here = above, here != folder, Self.kind(of: here) == nil { above = Folder.parent(of: here) }
            if let above, isUpload(above) { archives.insert(above) }
        }
        return archives.sorted()
    }

    /// True for a file that `keep` moved here. What is behind a link is somebody's own.
    private func isUpload(_ path: String) -> Bool {
        guard location.isUpload(path), Self.kind(of: path) == S_IFREG else { return false }
        var parent = Folder.parent(of: path)
        while let here = parent, here != location.folder {
            guard Self.kind(of: here) == S_IFDIR else { return false }
            parent = Folder.parent(of: here)
        }
        return true
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// The uploaded files at a path of this folder or below it. Links are not followed.
    package func files(below path: String) -> [String] {
        guard location.isUpload(path) else { return [] }
        guard Self.kind(of: path) == S_IFDIR else { return files(among: [path]) }
        return ((try? Folder.names(in: path)) ?? []).flatMap { files(below: path + "/" + $0) }
    }

    /// The uploaded files that came long ago.
    package func oldFiles() -> [String] {
        let names = Self.kind(of: folder) == S_IFDIR ? (try? Folder.names(in: folder)) ?? [] : []
        return names.map { folder + "/" + $0 }.filter { Self.kind(of: $0) == S_IFDIR && Self.isOld($0) }.flatMap {
            batch in
            ((try? Folder.names(in: batch)) ?? []).flatMap { files(below: batch + "/" + $0) }
        }
    }

    /// Removes an uploaded file, and the folders that are empty then. Other files stay.
    package func remove(_ path: String) throws {
        guard isUpload(path) else { return }
        try Folder.remove(path)
        var parent = Folder.parent(of: path)
        while let here = parent, here != folder, rmdir(here) == 0 { parent = Folder.parent(of: here) }
    }
}
