/// The forms in which items leave a library.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// Recall JSONL: one item per line, with everything that the library knows about it.
    case jsonl
    /// One mbox file with the e-mails, as they were sent.
    case mbox
}

/// The counts of an export.
public struct LibraryExport: Hashable, Sendable {
    /// The items that were written.
    public package(set) var items = 0
    /// Of these, the e-mails that were put together from the library, because their files are gone.
    public package(set) var composed = 0
    /// The items that match and are no e-mails, which an mbox file cannot hold.
    public package(set) var leftOut = 0

    /// An export of nothing yet.
    package init() {}
}
