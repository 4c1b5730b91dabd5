public import RecallCore

/// A folder of this machine, for choosing what to import.
public struct FolderPayload: Encodable, Sendable {
    /// A file or folder in it.
    public struct Entry: Encodable, Sendable {
        let name, path: String
        /// True for a folder.
        public let isFolder: Bool
        let bytes: Int?

        /// An entry; a folder has no `bytes`.
        public init(name: String, path: String, isFolder: Bool, bytes: Int?) {
            (self.name, self.path, self.isFolder, self.bytes) = (name, path, isFolder, bytes)
        }
    }

    let path: String
    let parent: String?
    let entries, places: [Entry]

    /// A folder with its entries, which are sent folders first, by name; the topmost one has no parent. `places` are
    /// folders to begin with.
    public init(path: String, parent: String?, entries: [Entry], places: [Entry]) {
        (self.path, self.parent, self.places) = (path, parent, places)
        self.entries = entries.sorted { ($1.isFolder ? 1 : 0, $0.name) < ($0.isFolder ? 1 : 0, $1.name) }
    }
}

/// The detected type of a path, before it is imported.
public struct RecognisedPathPayload: Encodable, Sendable {
    /// The number of files of one format in the sample.
    public struct Format: Encodable, Sendable {
        let format: String
        let files: Int

        /// A number of files.
        public init(format: String, files: Int) {
            (self.format, self.files) = (format, files)
        }
    }

    let path: String
    let summary: String?
    let formats: [Format]?
    let error: ErrorReportPayload?

    /// A path that holds what `summary` says.
    public init(path: String, summary: String, formats: [Format]) {
        (self.path, self.summary, self.formats, error) = (path, summary, formats, nil)
    }

    /// A path that cannot be imported.
    public init(path: String, error: ErrorReport) {
        (self.path, summary, formats, self.error) = (path, nil, nil, ErrorReportPayload(error))
    }
}

/// The detected types of several paths.
public struct RecognisedPathsPayload: Encodable, Sendable {
    let paths: [RecognisedPathPayload]

    /// A list as sent.
    public init(_ paths: [RecognisedPathPayload]) {
        self.paths = paths
    }
}
