public import RecallCore

/// A file that was imported.
public struct SourcePayload: Encodable, Sendable {
    let id, path, format: String
    let items, failures, bytes: Int
    let isComplete, isGone, isUploaded: Bool
    let folder: String?

    /// A file as sent.
    ///
    /// - Parameter location: the library, in whose folder uploaded files are.
    public init(_ source: SourceFileSummary, in location: LibraryLocation) {
        isUploaded = location.isUpload(source.path)
        (id, path, format) = (String(source.id.rawValue), source.path, source.format)
        (items, failures, bytes) = (source.items, source.failures, source.bytes)
        (isComplete, isGone, folder) = (source.isComplete, source.isGone, source.folder)
    }
}

/// The files that were imported.
public struct SourceListPayload: Encodable, Sendable {
    let sources: [SourcePayload]

    /// A list as sent.
    public init(_ sources: [SourceFileSummary], in location: LibraryLocation) {
        self.sources = sources.map { SourcePayload($0, in: location) }
    }
}
