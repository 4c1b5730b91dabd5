package import RecallCore
import RecallFiles

/// Changes in watched folders and below them.
package struct WatchedFolderChanges: Sendable {
    private let changes: FolderChanges

    /// A watch over folders, from now on, without what is in the library's own.
    package init(in paths: [String], besides library: LibraryLocation) {
        changes = FolderChanges(in: paths, besides: library.folder)
    }

    /// True if the system does not tell all changes.
    package var areIncomplete: Bool { changes.isIncomplete }

    /// True if something changed since this was asked last.
    package func haveHappened() -> Bool { changes.haveHappened() }
}
