import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The names in a folder, in the order of their bytes.
struct DirectoryListing {
    /// Names that are valid UTF-8.
    private(set) var names: [String] = []
    /// Other names, with what is not UTF-8 replaced: a file of such a name cannot be opened by it.
    private(set) var unusableNames: [String] = []

    /// Lists the folder at `path`.
    init(path: String) throws(ImportFailure) {
        guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name), let directory = opendir(path) else {
            throw RegularFile.failure(path: path, error: errno)
        }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
            add(name)
        }
        names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        unusableNames.sort()
    }

    private mutating func add(_ name: UnsafePointer<CChar>) {
        guard let valid = String(validatingCString: name) else {
            return unusableNames.append(String(cString: name))
        }
        if valid != ".", valid != ".." { names.append(valid) }
    }
}

/// The file system's metadata of a path, without following links.
struct FileStatus {
    /// The type of a directory entry.
    enum EntryType {
        case file, folder, link, other
    }

    let type: EntryType
    let byteCount: Int
    let modified: Int64
    let device: UInt64, inode: UInt64

    /// The status of `path`, or of what it links to if `following`; `nil` if there is nothing.
    init?(path: String, following: Bool = false) {
        var status = stat()
        guard (following ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: type = .file
        case S_IFDIR: type = .folder
        case S_IFLNK: type = .link
        default: type = .other
        }
        byteCount = Int(status.st_size)
        modified = status.modifiedNanoseconds
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// Absolute paths, as text.
enum AbsolutePath {
    /// `path` from the root, without `.` and `..` that can be resolved and without a slash at its end.
    static func standardized(_ path: String) -> String {
        var parts: [String] = []
        let absolute = path.hasPrefix("/") ? path : currentFolder + "/" + path
        for part in absolute.pathParts() where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The components of `path` below `folder`, or `nil` if it is not below it.
    static func components(of path: String, below folder: String) -> [String]? {
        let (parts, folderParts) = (path.pathParts(), folder.pathParts())
        return parts.starts(with: folderParts) ? Array(parts.dropFirst(folderParts.count)) : nil
    }

    /// The path of what is below `folder` from there on, without a slash before it; `nil` if it is not below it.
    ///
    /// Byte by byte: a name may begin with a mark that joins the slash before it to one character.
    static func relative(_ path: String, below folder: String) -> String? {
        let rest = path.utf8.dropFirst(folder.utf8.count)
        guard path.utf8.starts(with: folder.utf8), rest.first == UInt8(ascii: "/") else { return nil }
        return String(decoding: rest.dropFirst(), as: UTF8.self)
    }

    /// The part after the last slash.
    static func name(_ path: String) -> String {
        let (bytes, slash) = (path.utf8, UInt8(ascii: "/"))
        guard let last = bytes.lastIndex(where: { $0 != slash }) else { return "/" }
        let start = bytes[...last].lastIndex(of: slash).map(bytes.index(after:)) ?? bytes.startIndex
        return String(decoding: bytes[start...last], as: UTF8.self)
    }

    /// The part after the last full stop of the name, in lower case; empty if there is none.
    static func fileExtension(_ path: String) -> String {
        let name = name(path)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    private static var currentFolder: String {
        guard let folder = getcwd(nil, 0) else { return "" }
        defer { free(folder) }
        return String(cString: folder)
    }
}
