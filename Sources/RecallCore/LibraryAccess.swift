/// The mode in which a library is opened.
public enum LibraryAccess: Sendable {
    /// Serial reads; the library must exist.
    case read
    /// Concurrent reads from several threads, as a server needs them; the library must exist.
    case concurrentReads
    /// Reads and writes; creates the library if there is none. One process at a time.
    case write
}
