public import Foundation

/// The progress of a backup, or of restoring one.
public struct BackupProgress: Hashable, Sendable {
    /// The steps of a backup (copying, writing, verifying) and of restoring one (reading).
    public enum Step: String, Sendable {
        case copying, writing, verifying, reading
    }

    /// The step at hand.
    public let step: Step
    /// The share of it that is done, 0 to 1.
    public let share: Double

    /// Progress within a step.
    package init(step: Step, share: Double) {
        (self.step, self.share) = (step, share)
    }
}

/// A backup that was written and read back.
public struct LibraryBackup: Hashable, Sendable {
    /// The file.
    public let path: String
    /// Its size in bytes.
    public let byteCount: Int
    /// The number of items in it.
    public let items: Int
    /// The number of files in it, the database included.
    public let files: Int
    /// The time of the copy.
    public let created: Date

    /// A backup that was read back.
    package init(path: String, byteCount: Int, items: Int, files: Int, created: Date) {
        (self.path, self.byteCount, self.items, self.files, self.created) = (path, byteCount, items, files, created)
    }
}

/// A library that was restored from a backup.
public struct LibraryRestore: Hashable, Sendable {
    /// The library's folder.
    public let location: LibraryLocation
    /// The number of items in it.
    public let items: Int
    /// The time when the backup was made.
    public let created: Date
    /// The folder with the library that was there before; `nil` if there was none.
    public let replaced: String?

    /// A library that took its place.
    package init(location: LibraryLocation, items: Int, created: Date, replaced: String?) {
        (self.location, self.items, self.created, self.replaced) = (location, items, created, replaced)
    }
}
