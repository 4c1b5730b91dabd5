public import RecallCore

/// The reason why a backup or an export was not made, or not restored. The library is as it was.
public struct BackupError: ReportedError, Hashable, CustomStringConvertible {
    /// The kind of failure: a stable name for programs.
    public enum Code: String, Sendable {
        /// There is a file of that name.
        case exists
        /// There is a library already where one is to be restored.
        case libraryExists = "library-exists"
        /// The file is no backup of a library.
        case noBackup = "no-backup"
        /// The backup is cut off, or not as it was written.
        case damaged = "backup-damaged"
        /// The file cannot be read.
        case unreadable = "backup-unreadable"
        /// The file cannot be written.
        case unwritable = "backup-unwritable"
        /// There is not enough room.
        case diskFull = "disk-full"
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence with the cause and a remedy.
    public let description: String

    init(_ code: Code, _ description: String) {
        // A path may have signs that a terminal obeys.
        (self.code, self.description) = (code, DisplayText.safe(description))
    }

    /// The code and the message.
    public var report: ErrorReport { ErrorReport(code: code.rawValue, message: description) }

    static func exists(_ path: String) -> BackupError {
        BackupError(.exists, "There is a file of that name: \(path). Choose another name, or replace it with --force.")
    }

    static func unwritable(_ path: String, _ reason: String) -> BackupError {
        BackupError(.unwritable, "\(path): \(reason). Check the folder, its permissions and the space on its disk.")
    }

    static func damaged(_ path: String, _ finding: String) -> BackupError {
        BackupError(.damaged, "\(path) is damaged: \(finding). Nothing was restored. Use another backup.")
    }

    static func noBackup(_ path: String) -> BackupError {
        BackupError(.noBackup, "\(path) is no backup that recall backup wrote. Name one.")
    }
}
