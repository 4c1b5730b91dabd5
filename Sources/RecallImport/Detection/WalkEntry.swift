public import RecallCore

/// An entry found on a walk through a folder.
public enum WalkEntry: Hashable, Sendable {
    /// A file to import.
    case unit(SourceUnit)
    /// An archive, whose content is imported.
    case archive(SourceUnit)
    /// An archive that nobody named: it is imported if its first members tell that it is an export.
    case possibleExport(SourceUnit)
    /// A file or folder that should be imported but cannot be.
    case failure(ImportFailure)
    /// A file or folder that is not imported, and why.
    case skipped(path: String, reason: SkipReason)
}
