import Foundation
public import RecallCore
public import RecallImport
public import RecallStore

/// Reads files and stores their items. One batch is read while the previous one is written.
///
/// Each batch is one transaction that also stores the position reached in each file. If the process is killed,
/// nothing that was committed is lost or duplicated, and the next run continues after the last batch.
public struct ImportPipeline: Sendable {
    private let store: LibraryStore
    private let readers: @Sendable (SourceUnit) throws -> any SourceReader
    private let restoresDeleted: Bool
    private let progress: @Sendable (ImportSummary) -> Void

    /// A pipeline into `store` that calls `progress` after each batch.
    ///
    /// - Parameter restoresDeleted: true to import deleted items again; otherwise they are skipped.
    public init(
        store: LibraryStore, readers: @escaping @Sendable (SourceUnit) throws -> any SourceReader,
        restoresDeleted: Bool = false, progress: @escaping @Sendable (ImportSummary) -> Void = { _ in }
    ) {
        self.store = store
        self.readers = readers
        self.restoresDeleted = restoresDeleted
        self.progress = progress
    }

    /// Imports the entries of a walk. On cancellation it completes the current batch.
    public func run(_ entries: some Sequence<WalkEntry>) async throws -> ImportSummary {
        try await run(entries, telling: nil)
    }

    /// Imports the entries of a walk and embeds them at the same time; then embeds the rest.
    ///
    /// If the encoder fails, imported items stay, and the error is thrown when the import has ended.
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
            var ahead: [WalkEntry] = []
            for entry in entries {
                try Task.checkCancellation()
                ahead.append(entry)
                if ahead.count == Self.entriesAhead { try await add(&ahead, to: &run) }
            }
            try await add(&ahead, to: &run)
        } catch is CancellationError {
            run.summary.wasStopped = true
        }
        try await run.finish()
        return run.summary
    }

    /// Enough for one look into the library to cost little for each file.
    private static let entriesAhead = 256

    private func add(_ entries: inout [WalkEntry], to run: inout ImportRun) async throws {
        defer { entries.removeAll(keepingCapacity: true) }
        try run.lookUp(
            entries.compactMap { entry in
                guard case .unit(let unit) = entry else { return nil }
                return unit.path
            })
        for entry in entries {
            try Task.checkCancellation()
            try await add(entry, to: &run)
        }
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
