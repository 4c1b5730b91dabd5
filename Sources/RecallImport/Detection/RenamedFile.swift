import RecallFiles

/// Tells files that have another name or place now from copies.
package enum RenamedFile {
    /// True if what was at a path may be at another one now: nothing is there any more, though its folder is, which a disk that is
    /// not mounted does not have, nor an archive.
    package static func mayBe(at present: String, formerlyAt path: String) -> Bool {
        Folder.isTaken(present) && Folder.isGone(path)
    }

    /// True if a file's time of change tells it from others: one of whole seconds, as archives keep it, many may have.
    package static func isTold(byTime modified: Int64) -> Bool { modified % 1_000_000_000 != 0 }
}
