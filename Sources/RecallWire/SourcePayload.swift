public import RecallCore

/// A file that was imported.
public struct SourcePayload: Encodable, Sendable {
    let id, path, format: String
    let items, failures, bytes: Int
    let isComplete: Bool

    /// A file as sent.
    public init(_ source: SourceFileSummary) {
        (id, path, format) = (String(source.id.rawValue), source.path, source.format)
        (items, failures, bytes) = (source.items, source.failures, source.bytes)
        isComplete = source.isComplete
    }
}

/// The files that were imported.
public struct SourceListPayload: Encodable, Sendable {
    let sources: [SourcePayload]

    /// A list as sent.
    public init(_ sources: [SourceFileSummary]) {
        self.sources = sources.map(SourcePayload.init)
    }
}
