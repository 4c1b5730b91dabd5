import RecallFiles

/// The archive that a file of an export was in.
enum ExportArchive {
    /// The time of its last change, in nanoseconds since 1970; `nil` if a file is in none that is there.
    static func modified(holding path: String) -> Int64? {
        var outer = Folder.parent(of: path)
        while let archive = outer, archive != "/", !archive.isEmpty {
            if Folder.isTaken(archive) { return (try? OpenFile(archive))?.modified }
            outer = Folder.parent(of: archive)
        }
        return nil
    }
}
