import Foundation
public import RecallCore

/// A backup that was written.
public struct BackupPayload: Encodable, Sendable {
    let file: String
    let bytes, items, files: Int
    let created: Date

    /// A backup as printed.
    public init(_ backup: LibraryBackup) {
        (file, bytes, items) = (backup.path, backup.byteCount, backup.items)
        (files, created) = (backup.files, backup.created)
    }
}

/// A library that was restored.
public struct RestorePayload: Encodable, Sendable {
    let library: String
    let items: Int
    let created: Date
    /// The folder with the library that was there before, if any.
    let replaced: String?

    /// A restored library as printed.
    public init(_ restore: LibraryRestore) {
        (library, items) = (restore.location.folder, restore.items)
        (created, replaced) = (restore.created, restore.replaced)
    }
}

/// An export that was written.
public struct ExportPayload: Encodable, Sendable {
    let items, composed, leftOut: Int

    /// An export as printed.
    public init(_ export: LibraryExport) {
        (items, composed, leftOut) = (export.items, export.composed, export.leftOut)
    }
}
