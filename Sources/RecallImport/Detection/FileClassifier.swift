import RecallCore
import RecallFiles

/// Classifies a file by its name and, if that is not enough, by its first bytes.
struct FileClassifier {
    /// The classification of a file.
    enum Finding: Hashable {
        case format(SourceFormat)
        /// An archive whose content is imported.
        case archive
        /// An archive that nobody named, and that may hold anything.
        case otherArchive
        /// An archive that nobody named, and of which nothing but its first members tells if it is an export.
        case possibleExport
        /// An archive that nobody named, and that needs a password.
        case encryptedArchive
        case empty
        case otherType
    }

    /// The formats it may be of.
    let formats: ImportFormats
    let path: String
    /// True if the person named this very file.
    let isNamed: Bool
    /// True if the text in images is read.
    var readsImages = false

    /// Classifies the file. Opens it only if the name is not enough.
    func classify(byteCount: Int) throws(ImportFailure) -> Finding {
        guard byteCount > 0 else { return .empty }
        let isDatabase = Self.isDatabase(path)
        guard !isDatabase || Self.mayBeOpened(path) else { return .otherType }
        let fileExtension = AbsolutePath.fileExtension(path)
        let isImage = readsImages && ImageFormat.imageExtensions.contains(fileExtension)
        if !isNamed, !isImage, Self.mediaExtensions.contains(fileExtension) {
            guard ArchiveKind.extensions.contains(fileExtension) else { return .otherType }
            if ArchiveContent.isMail(compressedAt: path) { return .archive }
            return ArchiveContent.isTar(named: path) ? .possibleExport : .otherArchive
        }
        // Archives of X are programs that assign data.
        let isData = XArchiveFormat.isName(ofChats: AbsolutePath.name(path))
        let isSource = Self.sourceExtensions.contains(fileExtension) && !isData
        guard isNamed || !isSource else { return .otherType }
        let file = try SniffedFile(path: path, isNamed: isNamed)
        if isSource, !file.isBinary { return .format(.text) }
        if isDatabase, try !DatabaseFile.isImported(file) { return .otherType }
        if ArchiveKind.extensions.contains(fileExtension), file.isArchive {
            // A chat with its media is one export, not an archive of exports.
            if let format = try formats.recognise(file), format != .text { return .format(format) }
            if isNamed || OutlookStore.begins(file.head) || ArchiveContent.exportArchives.contains(fileExtension) {
                return .archive
            }
            let members = try file.archiveMembers()
            if ArchiveContent.isExport(members) || ArchiveContent.holdsEncryptedChats(path, members) { return .archive }
            if file.isEncryptedArchive { return .encryptedArchive }
            return ArchiveContent.isTar(named: path) ? .possibleExport : .otherArchive
        }
        let format = try formats.recognise(file)
        if format == .image, !isNamed, !readsImages { return .otherType }
        // A file that is named is a text, whatever it holds.
        if format == nil || format == .text, let failure = DamagedExport(file).failure { throw failure }
        return format.map { .format($0) } ?? .otherType
    }

    /// The reason for which a file in an archive need not be unpacked; `nil` if it may be imported.
    static func skippedByName(_ path: String) -> SkipReason? {
        let fileExtension = AbsolutePath.fileExtension(path)
        let isSkipped =
            (isDatabase(path) && !DatabaseFile.isPart(path))
            || mediaExtensions.subtracting(ArchiveKind.extensions).contains(fileExtension)
        return isSkipped ? .otherType(fileExtension: fileExtension) : nil
    }

    /// Extensions of media and programs, which are not even opened.
    private static let mediaExtensions: Set<String> = [
        "jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "tif", "tiff", "bmp", "svg", "ico", "raw", "psd", "mp3",
        "m4a",
        "aac", "wav", "flac", "ogg", "opus", "mp4", "m4v", "mov", "avi", "mkv", "webm", "3gp", "gz", "bz2", "xz", "7z",
        "rar", "tar", "zst", "dmg", "iso", "exe", "dll", "so", "dylib", "o", "a", "class", "jar", "pyc", "woff",
        "woff2",
        "ttf", "otf",
    ]

    /// Extensions of source code, which may have the marks of any format in its texts, and is of none.
    private static let sourceExtensions: Set<String> = [
        "c", "h", "cc", "cpp", "cxx", "hpp", "cs", "java", "kt", "kts", "scala", "groovy", "swift", "mm", "go", "rs",
        "zig",
        "py", "pyw", "pyi", "rb", "pl", "pm", "php", "lua", "js", "mjs", "cjs", "jsx", "ts", "tsx", "vue", "svelte",
        "css",
        "scss", "less", "sh", "bash", "zsh", "fish", "ps1", "bat", "hs", "ml", "mli", "erl", "ex", "exs", "clj", "cljs",
        "el", "dart", "jl", "sql",
    ]

    private static let databaseExtensions = ["sqlite", "sqlite3", "db"]

    /// True for a database that may be opened for its name: no library is called so, even if a link to one is.
    private static func mayBeOpened(_ path: String) -> Bool {
        DatabaseFile.isMain(path) && RealPath.of(path).map(DatabaseFile.isMain) == true
    }

    /// True for SQLite databases and the files beside them, which are not opened, even if the person names them: one may be
    /// the library that this process has open. Closing any descriptor of a file drops the locks that the process has on it,
    /// and another process then truncates what is mapped here (https://www.sqlite.org/howtocorrupt.html, 2.2).
    private static func isDatabase(_ path: String) -> Bool {
        let name = AbsolutePath.fileExtension(path)
        return databaseExtensions.contains { [$0, $0 + "-wal", $0 + "-shm", $0 + "-journal"].contains(name) }
    }
}
