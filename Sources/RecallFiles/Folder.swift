import CFolderExchange

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Creates, lists, moves, exchanges and removes folders.
package enum Folder {
    /// Creates a folder and its parents, accessible to the owner only; an existing one is left as it is.
    package static func create(_ path: String) throws(FileError) {
        if mkdir(path, mode_t(0o700)) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let parent = parent(of: path) else { throw .last(path) }
        try create(parent)
        guard mkdir(path, mode_t(0o700)) == 0 || errno == EEXIST else { throw .last(path) }
    }

    /// The names in a folder, sorted; empty if the folder does not exist.
    package static func names(in path: String) throws(FileError) -> [String] {
        guard let stream = opendir(path) else {
            if errno == ENOENT { return [] }
            throw .last(path)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a folder with its contents, or a file. Links are removed, not followed.
    package static func remove(_ path: String) throws(FileError) {
        if unlink(path) == 0 || errno == ENOENT { return }
        guard errno == EISDIR || errno == EPERM else { throw .last(path) }
        for name in try names(in: path) { try remove(path + "/" + name) }
        guard rmdir(path) == 0 else { throw .last(path) }
    }

    /// Renames a file or folder within its file system, atomically.
    package static func move(_ path: String, to target: String) throws(FileError) {
        guard rename(path, target) == 0 else { throw .last(target) }
    }

    /// Gives two folders of one file system each other's names, atomically.
    package static func exchange(_ one: String, _ other: String) throws(FileError) {
        guard recall_exchange(one, other) == 0 else { throw .last(other) }
    }

    /// Syncs a folder's entries to disk.
    package static func synchronize(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last(path) }
    }

    /// True if there is a folder at `path`.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// True if there is a folder at `path` itself, and no link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// True for the name of what imports leave out: hidden files and folders, and those of packages and archives.
    package static func isHidden(_ name: some StringProtocol) -> Bool {
        name.hasPrefix(".") || name == "node_modules" || name == "__MACOSX"
    }

    /// True if there is anything at `path`, even a broken link.
    package static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// True if a file was removed from a folder that is there: that of a disk that is not connected is not gone, nor is what was
    /// read from an archive.
    package static func isGone(_ path: String) -> Bool {
        !isTaken(path) && (parent(of: path).map(exists) ?? false)
    }

    /// True if there is a symbolic link at `path`.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The folder that a path lies in; `nil` for the root and what lies in it.
    package static func parent(of path: String) -> String? {
        // By bytes: a name may begin with a mark that joins the slash before it to one character.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return nil }
        return String(decoding: path.utf8[..<slash], as: UTF8.self)
    }
}
