/// What a walk over a path finds, in a stable order.
public enum WalkEntry: Sendable {
    /// A file to read.
    case unit(SourceUnit)
    /// A file or folder that should be read but cannot.
    case failure(ImportFailure)
    /// A file that holds nothing Recall reads.
    case skipped(path: String, reason: String)
}
