/// All limits of the server.
enum ServerLimits {
    /// The maximum size of a request's body, in bytes.
    static let bodyBytes = 1 << 20
    /// The maximum size of one header line, and of a request's first line, in bytes.
    static let headerLineBytes = 32 << 10
    /// The maximum size of all header lines, in bytes.
    static let headerBytes = 48 << 10
    /// The maximum number of header lines.
    static let headerCount = 100
    /// The maximum number of open connections. Beyond it, the connection that has been idle longest is closed.
    static let connections = 256
    /// The files and connections that the process must be allowed to have open: some, without which it cannot work.
    static let openFiles = 64
    /// The seconds that a connection may be idle, or take for a request's header.
    static let idleSeconds = 15
    /// The seconds that a request may take to arrive, body included.
    static let requestSeconds = 30
    /// The seconds that a client may stall while a response is ready.
    static let stalledSeconds = 30
    /// The seconds that requests and a running import have to end when the server stops.
    static let shutdownSeconds = 30
    /// The maximum length of a query, in Unicode scalars.
    static let queryLength = 25_000
    /// The maximum length of a query in a URL, where each scalar may take twelve bytes.
    static let addressQueryLength = 2_000
    /// The maximum length of an address, a number or a name of a person, in Unicode scalars.
    static let personLength = 2_000
    /// The maximum offset of a page of a list.
    static let offset = Int(Int32.max)
    /// The maximum length of a cursor, in bytes.
    static let cursorBytes = 24 << 10
    /// The maximum number of results of a search over all its pages.
    static let searchResults = 1_000
    /// The maximum number of paths in one import, and of watched folders.
    static let paths = 100
    /// The maximum number of uploads that are under way.
    static let uploads = 2_000
    /// The maximum size of all uploads that are under way, in bytes.
    static let uploadBytes = 64 << 30
    /// The space on the disk that uploads leave free, in bytes.
    static let freeBytes = 1 << 30
    /// The maximum length of an uploaded file's name with its folders, in bytes, and the maximum number of folders.
    static let (uploadNameBytes, uploadFolders) = (2_000, 16)
    /// The maximum number of recent searches, and of saved ones.
    static let keptSearches = 100
    /// The number of imports kept in the list.
    static let imports = 100
    /// The number of e-mails read again concurrently: each takes a process, and several times its size in memory.
    static let originals = 2
    /// The number of questions answered concurrently; the others wait in order.
    static let answers = 2
    /// The maximum length of a question, in bytes.
    static let questionBytes = 4 << 10
    /// The maximum length of a conversation's title, in Unicode scalars.
    static let titleLength = 200
    /// The number of earlier answers of a conversation that a question may refer to.
    static let earlierAnswers = 20
    /// The number of conversations held in memory because the library cannot be written.
    static let unkeptConversations = 20
    /// The maximum number of files listed in one folder.
    static let folderEntries = 5_000
}
