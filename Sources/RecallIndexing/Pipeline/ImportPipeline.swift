import Foundation
public import RecallCore
public import RecallImport
public import RecallStore

/// Reads files and stores their items: the reader of a batch runs while the batch before it is written.
///
/// Each batch is one transaction with the positions its files were read to, so a kill at any point loses nothing that was
/// committed and doubles nothing, and the next run goes on at the last batch.
public struct ImportPipeline: Sendable {
    private let store: LibraryStore
    private let readers: @Sendable (SourceUnit) throws -> any SourceReader
    private let restoresDeleted: Bool
    private let progress: @Sendable (ImportSummary) -> Void

    /// A pipeline into `store`. `progress` is told after each batch.
    ///
    /// - Parameter restoresDeleted: whether items that were deleted from the library come back; else they are left out.
    public init(
        store: LibraryStore, readers: @escaping @Sendable (SourceUnit) throws -> any SourceReader,
        restoresDeleted: Bool = false, progress: @escaping @Sendable (ImportSummary) -> Void = { _ in }
    ) {
        self.store = store
        self.readers = readers
        self.restoresDeleted = restoresDeleted
        self.progress = progress
    }

    /// Imports what a walk finds. When the task is cancelled it stops after the batch at hand.
    public func run(_ entries: some Sequence<WalkEntry>) async throws -> ImportSummary {
        try await run(entries, telling: nil)
    }

    /// Imports what a walk finds, and embeds it beside that: both at once, then what is left to embed.
    ///
    /// Items that are imported stay so if the encoder fails; that is thrown when the import has ended.
    public func run(
        _ entries: some Sequence<WalkEntry>, embeddingWith embedding: EmbeddingPipeline
    ) async throws -> (summary: ImportSummary, embedding: EmbeddingProgress) {
        let activity = ImportActivity()
        async let embedded = embedding.run(following: activity)
        let summary: ImportSummary
        do {
            defer { activity.finish() }
            summary = try await run(entries, telling: activity)
        }
        return (summary, try await embedded)
    }

    private func run(
        _ entries: some Sequence<WalkEntry>, telling activity: ImportActivity?
    ) async throws -> ImportSummary {
        var run = ImportRun(
            store: store, activity: activity, restoresDeleted: restoresDeleted, progress: progress)
        do {
            for entry in entries {
                try Task.checkCancellation()
                try await add(entry, to: &run)
            }
        } catch is CancellationError {
            run.summary.wasStopped = true
        }
        try await run.finish()
        return run.summary
    }

    private func add(_ entry: WalkEntry, to run: inout ImportRun) async throws {
        switch entry {
        case .skipped(_, let reason): run.skip(reason)
        case .failure(let failure): try await run.fail(failure)
        case .unit(let unit): try await read(unit, in: &run)
        }
    }

    private func read(_ unit: SourceUnit, in run: inout ImportRun) async throws {
        guard let start = try run.begin(unit) else { return }
        do {
            try await readers(unit).read(unit, from: start) { record, cursor in
                try await run.add(record, cursor: cursor)
                try Task.checkCancellation()
            }
            try await run.endFile()
        } catch let failure as ImportFailure {
            try await run.fail(failure)
            try await run.endFile()
        }
    }
}
