import Foundation
public import RecallCore

/// The settings of a library's server.
public struct SettingsPayload: Encodable, Sendable {
    let watchedFolders: [String]
    let watched: [WatchedFolderPayload]
    let quietHours: String?
    let areQuiet: Bool
    let precision: String
    let maintenance: Bool

    /// Settings as sent.
    public init(watched: [WatchedFolder], quietHours: QuietHours?, precision: String, maintenance: Bool) {
        watchedFolders = watched.map(\.path)
        self.watched = watched.map(WatchedFolderPayload.init)
        self.quietHours = quietHours?.description
        areQuiet = quietHours?.contains(Date()) ?? false
        (self.precision, self.maintenance) = (precision, maintenance)
    }
}

/// A folder whose changes are imported, and the last look at it.
public struct WatchedFolderPayload: Encodable, Sendable {
    let path: String
    let lastLooked: Date?
    let items: Int?
    let failures: Int?
    let problem: String?
    let waitingSince: Date?
    let isMissing: Bool

    /// A folder as sent.
    public init(_ folder: WatchedFolder) {
        path = folder.path
        lastLooked = folder.look?.date
        (items, failures) = (folder.look?.items, folder.look?.failures)
        problem = folder.look?.problem
        waitingSince = folder.waiting
        isMissing = folder.isMissing
    }
}

/// All watched folders, for `recall watch list --format json`.
public struct WatchedFolderListPayload: Encodable, Sendable {
    let folders: [WatchedFolderPayload]
    let quietHours: String?

    /// The folders, in this order, and the hours in which they are left alone.
    public init(_ folders: [WatchedFolder], quietHours: QuietHours?) {
        self.folders = folders.map(WatchedFolderPayload.init)
        self.quietHours = quietHours?.description
    }
}
