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
        for name in (try? Folder.names(in: incoming)) ?? [] {
            var status = stat()
            guard lstat(incoming(name), &status) == 0 else { continue }
            #if canImport(Glibc)
                let changed = status.st_mtim.tv_sec
            #else
                let changed = status.st_mtimespec.tv_sec
            #endif
            if changed < time(nil) - Self.abandonedSeconds { cancel(name) }
        }
    }

    private static let abandonedSeconds = 86_400

    /// The bytes that are free on its disk; `nil` if that cannot be told.
    package var freeBytes: Int? {
        var status = statvfs()
        guard statvfs(location.folder, &status) == 0 else { return nil }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

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

    /// Moves uploads to a new folder, under their names, which must be safe (`UploadName`).
    ///
    /// - Returns: the paths to import: those of the files, and of the folders that others were dropped in.
    package func keep(_ uploads: [(id: String, name: [String])]) throws -> [String] {
        let batch = UploadBatch.newName()
        var tops: [String] = []
        for upload in uploads {
            let parent = ([folder, batch] + upload.name.dropLast()).joined(separator: "/")
            try Folder.create(parent)
            let path = Self.free(parent + "/" + (upload.name.last ?? upload.id))
            try Folder.move(incoming(upload.id), to: path)
            let top = upload.name.count > 1 ? [folder, batch, upload.name[0]].joined(separator: "/") : path
            if tops.last != top, !tops.contains(top) { tops.append(top) }
        }
        return tops
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

    /// Removes an uploaded file, and the folders that are empty then.
    package func remove(_ path: String) {
        guard isUpload(path), (try? Folder.remove(path)) != nil else { return }
        var parent = Folder.parent(of: path)
        while let here = parent, here != folder, rmdir(here) == 0 { parent = Folder.parent(of: here) }
    }
}
