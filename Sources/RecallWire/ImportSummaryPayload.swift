public import RecallCore

/// The work of an import that has ended.
public struct ImportSummaryPayload: Encodable, Sendable {
    /// The time that each stage worked, in seconds. They overlap.
    struct Seconds: Encodable {
        let elapsed, reading, storing, preparing, encoding, writingVectors: Double

        init(_ summary: ImportSummary, _ embedding: EmbeddingProgress, _ elapsed: Duration) {
            self.elapsed = elapsed / .seconds(1)
            (reading, storing) = (summary.reading / .seconds(1), summary.storing / .seconds(1))
            (preparing, encoding) = (embedding.preparing / .seconds(1), embedding.encoding / .seconds(1))
            writingVectors = embedding.writing / .seconds(1)
        }
    }

    let items, new, updated, duplicates, deletedBefore, failures, attachments, attachmentFailures: Int
    let unchangedFiles, skippedFiles, embeddedPassages: Int
    let wasStopped: Bool
    let seconds: Seconds

    /// The summary of an import that took `elapsed`.
    public init(_ summary: ImportSummary, _ embedding: EmbeddingProgress?, elapsed: Duration) {
        (items, new, updated) = (summary.items, summary.new, summary.updated)
        (duplicates, deletedBefore, failures) = (summary.duplicates, summary.deletedBefore, summary.failures)
        (attachments, attachmentFailures) = (summary.attachments, summary.attachmentFailures)
        unchangedFiles = summary.unchangedFiles
        skippedFiles = summary.skipped.values.reduce(0, +)
        embeddedPassages = embedding?.passages ?? 0
        wasStopped = summary.wasStopped || embedding?.wasStopped == true
        seconds = Seconds(summary, embedding ?? EmbeddingProgress(), elapsed)
    }
}
