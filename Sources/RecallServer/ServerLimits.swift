/// All limits of the server.
enum ServerLimits {
    /// Of a request's body.
    static let bodyBytes = 1 << 20
    /// Of one header line, and of a request's first line.
    static let headerLineBytes = 32 << 10
    /// Of all header lines.
    static let headerBytes = 48 << 10
    /// Header lines.
    static let headerCount = 100
    /// Connections that are served at once. One more closes the one that has waited longest without a request.
    static let connections = 256
    /// Seconds a connection may stay without a request, or take for a request's header.
    static let idleSeconds = 15
    /// Seconds a request may take to arrive, body included.
    static let requestSeconds = 30
    /// Seconds a client may take none of an answer that is ready.
    static let stalledSeconds = 30
    /// Seconds in which requests and a running import may end when the server is stopped.
    static let shutdownSeconds = 30
    /// The text of a query, in Unicode scalars.
    static let queryLength = 25_000
    /// The same in an address, where each may take twelve bytes.
    static let addressQueryLength = 2_000
    /// The last place at which a page of a list may begin.
    static let offset = Int(Int32.max)
    /// Paths in one import, and watched folders.
    static let paths = 100
    /// Imports that are remembered.
    static let imports = 100
    /// E-mails that are read again at once: each takes a process, and several times its size in memory.
    static let originals = 2
    /// Files shown of one folder.
    static let folderEntries = 5_000
}
