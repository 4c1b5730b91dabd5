import RecallFiles

/// Changes in watched folders and below them.
package struct WatchedFolderChanges: Sendable {
    private let changes: FolderChanges

    /// A watch over folders, from now on.
    package init(in paths: [String]) {
        changes = FolderChanges(in: paths)
    }

    /// True if the system does not tell all changes.
    package var areIncomplete: Bool { changes.isIncomplete }

    /// True if something changed since this was asked last.
    package func haveHappened() -> Bool { changes.haveHappened() }
}
