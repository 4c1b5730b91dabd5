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

    /// Files that were not imported for the same reason.
    struct Skipped: Encodable {
        let reason: String
        let fileExtension: String?
        let files: Int

        init(_ reason: SkipReason, _ files: Int) {
            self.files = files
            (self.reason, fileExtension) =
                switch reason {
                case .otherType(let fileExtension): ("type", fileExtension)
                case .archive(let fileExtension): ("archive", fileExtension)
                case .encryptedArchive(let fileExtension): ("encrypted-archive", fileExtension)
                case .repeatsExport: ("repeats-export", nil)
                case .empty: ("empty", nil)
                case .hidden: ("hidden", nil)
                case .brokenLink: ("broken-link", nil)
                case .link: ("link", nil)
                case .notAFile: ("not-a-file", nil)
                case .mailProgramFile: ("mail-program-file", nil)
                case .sentInChat: ("sent-in-chat", nil)
                case .imageWithoutText: ("image-without-text", nil)
                }
        }

        /// The order of a list: the most files first.
        static func precedes(_ a: Skipped, _ b: Skipped) -> Bool {
            (b.files, a.reason, a.fileExtension ?? "") < (a.files, b.reason, b.fileExtension ?? "")
        }
    }

    let items, new, updated, duplicates, deletedBefore, former, failures, attachments, attachmentFailures: Int
    let unchangedFiles, skippedFiles, embeddedPassages: Int
    let skipped: [Skipped]
    let wasStopped: Bool
    let seconds: Seconds

    /// The summary of an import that took `elapsed`.
    public init(_ summary: ImportSummary, _ embedding: EmbeddingProgress?, elapsed: Duration) {
        (items, new, updated) = (summary.items, summary.new, summary.updated)
        (duplicates, deletedBefore, failures) = (summary.duplicates, summary.deletedBefore, summary.failures)
        (former, attachments, attachmentFailures) = (summary.former, summary.attachments, summary.attachmentFailures)
        unchangedFiles = summary.unchangedFiles
        skippedFiles = summary.skipped.values.reduce(0, +)
        skipped = summary.skipped.map { Skipped($0.key, $0.value) }.sorted(by: Skipped.precedes)
        embeddedPassages = embedding?.passages ?? 0
        wasStopped = summary.wasStopped || embedding?.wasStopped == true
        seconds = Seconds(summary, embedding ?? EmbeddingProgress(), elapsed)
    }
}
