/// The purpose for which a library is opened.
public enum LibraryAccess: Sendable {
    /// Searching and showing, one read after the other; the library must exist.
    case read
    /// Searching and showing from several threads at once, as a server does; the library must exist.
    case concurrentReads
    /// Importing and embedding; makes the library if there is none. One process at a time.
    case write
}
