/// The progress of an import.
public struct ImportProgress: Hashable, Sendable {
    /// The work that keeps the import busy.
    public enum Stage: String, Codable, Sendable, CaseIterable {
        /// Files are read; what they hold is embedded beside that.
        case reading
        /// All files are read; the rest is embedded.
        case embedding
    }

    /// The work that keeps the import busy.
    public var stage = Stage.reading
    /// Items read, and of these: not known before, known with other content, known before.
    public var items = 0, new = 0, updated = 0, duplicates = 0
    /// Items and attachments that could not be read.
    public var failures = 0
    /// Files that were not imported, since Recall does not read them.
    public var leftOut = 0
    /// Items read in a second, so far.
    public var itemsPerSecond = 0.0
    /// The share that is done, 0 to 1, once the sizes of all files are known.
    public var share: Double?
    /// The estimated seconds until the end, at the present rate.
    public var secondsLeft: Double?
    /// Passages that were embedded, of those known to need it.
    public var passagesEmbedded = 0, passagesTotal = 0
    /// True if nothing follows.
    public var hasEnded = false
    /// True if it was stopped early; the next run continues there.
    public var wasStopped = false
    /// The error that ended it.
    public var error: ErrorReport?

    /// Nothing yet.
    public init() {}

    /// An import that did this in `elapsed`.
    ///
    /// - Parameter bytes: of all files that it looks at, once they are counted.
    public init(_ summary: ImportSummary, _ embedding: EmbeddingProgress?, bytes: Int?, elapsed: Duration) {
        stage = summary.hasEnded ? .embedding : .reading
        (items, new, updated, duplicates) = (summary.items, summary.new, summary.updated, summary.duplicates)
        failures = summary.failures + summary.attachmentFailures
        leftOut = summary.skipped.values.reduce(0, +)
        (passagesEmbedded, passagesTotal) = (embedding?.passages ?? 0, embedding?.total ?? 0)
        wasStopped = summary.wasStopped || embedding?.wasStopped == true
        let seconds = max(elapsed / .seconds(1), 0.001)
        itemsPerSecond = Double(items) / seconds
        guard let read = Self.shareRead(summary, bytes: bytes) else { return }
        let embedded = Self.shareEmbedded(summary, embedding)
        share = read * (Self.readingPart + (1 - Self.readingPart) * embedded)
        secondsLeft = read * embedded < 0.01 ? nil : seconds / (read * embedded) - seconds
    }

    /// The part of the bar that reading fills; embedding takes most of the time.
    private static let readingPart = 0.2

    /// The share of the bytes that are read, once all are counted. One that was stopped has not read all.
    private static func shareRead(_ summary: ImportSummary, bytes: Int?) -> Double? {
        if summary.hasEnded, !summary.wasStopped { return 1 }
        return bytes.map { min(1, Double(summary.bytes) / Double(max(1, $0))) }
    }

    /// The share that is embedded of the passages that were read.
    private static func shareEmbedded(_ summary: ImportSummary, _ embedding: EmbeddingProgress?) -> Double {
        guard let embedding else { return 1 }
        guard embedding.total > 0 else { return summary.hasEnded && !summary.wasStopped ? 1 : 0 }
        return min(1, Double(embedding.passages) / Double(embedding.total))
    }
}
