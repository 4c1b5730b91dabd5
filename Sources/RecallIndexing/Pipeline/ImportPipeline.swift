import Foundation
public import RecallCore
public import RecallImport
public import RecallStore

/// Reads files and stores their items. One batch is read while the previous one is written.
///
/// Each batch is one transaction that also stores the position reached in each file. If the process is killed,
/// nothing that was committed is lost or duplicated, and the next run continues after the last batch.
public struct ImportPipeline: Sendable {
    /// Tells if a unit that was read to a cursor, its end, need not be read again though it is as it was.
    public typealias IsCurrent = @Sendable (_ cursor: String, _ format: SourceFormat, _ path: String) -> Bool

    private let store: LibraryStore
    private let readers: @Sendable (SourceUnit) async throws -> any SourceReader
    private let unpacker: ArchiveUnpacker?
    private let known: (@Sendable (String, Int, Int64) -> SourceFormat?)?
    private let isCurrent: IsCurrent
    private let restoresDeleted: Bool
    private let progress: @Sendable (ImportSummary) -> Void
    private let leftOut: (@Sendable (LeftOutFile) -> Void)?

    /// A pipeline into `store` that calls `progress` after each batch.
    ///
    /// - Parameter unpacker: what unpacks archives; without it they are skipped.
    /// - Parameter known: as for `SourceWalker`, for what is in archives.
    /// - Parameter isCurrent: false for units of which their readers make more now.
    /// - Parameter restoresDeleted: true to import deleted items again; otherwise they are skipped.
    /// - Parameter leftOut: called with each file that is not imported. Archives that have not changed are looked into for it.
    public init(
        store: LibraryStore, readers: @escaping @Sendable (SourceUnit) async throws -> any SourceReader,
        unpacker: ArchiveUnpacker? = nil, known: (@Sendable (String, Int, Int64) -> SourceFormat?)? = nil,
        isCurrent: @escaping IsCurrent = { cursor, format, _ in ImportFormats.all.isCurrent(cursor, of: format) },
        restoresDeleted: Bool = false, progress: @escaping @Sendable (ImportSummary) -> Void = { _ in },
        leftOut: (@Sendable (LeftOutFile) -> Void)? = nil
    ) {
        self.store = store
        self.readers = readers
        self.unpacker = unpacker
        self.known = known
        self.isCurrent = isCurrent
        self.restoresDeleted = restoresDeleted
        self.progress = progress
        self.leftOut = leftOut
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

    /// Splits threads anew whose quoted text an earlier version left out, a few in each transaction.
    private func splitQuotedText() throws {
        while try store.write({ transaction in
            guard let threads = try transaction.nextThreadsWithoutQuotedText(limit: Self.threadsSplitTogether) else {
                return false
            }
            try ThreadSplitter(transaction: transaction).splitQuotedText(in: threads)
            return true
        }) { try Task.checkCancellation() }
    }

    private static let threadsSplitTogether = 200

    private func run(
        _ entries: some Sequence<WalkEntry>, telling activity: ImportActivity?
    ) async throws -> ImportSummary {
        var run = ImportRun(
            store: store, activity: activity, isCurrent: isCurrent, restoresDeleted: restoresDeleted,
            progress: progress,
            leftOut: leftOut)
        try store.limitLog(to: .bulk)
        defer { try? store.limitLog(to: .usual) }
        unpacker?.removeAll()
        defer { unpacker?.removeAll() }
        do {
            try splitQuotedText()
            try await add(entries, to: &run, depth: 0)
        } catch is CancellationError {
            run.summary.wasStopped = true
        }
        try await run.finish()
        return run.summary
    }

    private func add(_ entries: some Sequence<WalkEntry>, to run: inout ImportRun, depth: Int) async throws {
        var ahead: [WalkEntry] = []
        for entry in entries {
            try Task.checkCancellation()
            ahead.append(entry)
            if ahead.count == Self.entriesAhead { try await add(&ahead, to: &run, depth) }
        }
        try await add(&ahead, to: &run, depth)
    }

    /// Enough for one look into the library to cost little for each file.
    private static let entriesAhead = 256

    private func add(_ entries: inout [WalkEntry], to run: inout ImportRun, _ depth: Int) async throws {
        defer { entries.removeAll(keepingCapacity: true) }
        let units = entries.compactMap { entry in
            if case .unit(let unit) = entry { unit } else { nil }
        }
        try run.lookUp(units)
        var ahead = DocumentsAhead(units.filter(run.isReadWhole), readers: readers)
        defer { ahead.cancel() }
        for entry in entries {
            try Task.checkCancellation()
            try await add(entry, to: &run, &ahead, depth)
        }
    }

    private func add(
        _ entry: WalkEntry, to run: inout ImportRun, _ ahead: inout DocumentsAhead, _ depth: Int
    ) async throws {
        switch entry {
        case .skipped(let path, let reason): run.leaveOut(LeftOutFile(path, reason))
        case .failure(let failure): try await run.fail(failure)
        case .unit(let unit): try await read(unit, in: &run, &ahead)
        case .archive(let unit): try await addContent(of: unit, to: &run, depth)
        case .possibleExport(let unit):
            if try await unpacker?.isExport(unit) == true { return try await addContent(of: unit, to: &run, depth) }
            run.summary.bytes += Int(Double(unit.byteCount) * run.weight)
            run.leaveOut(LeftOutFile(unit.path, .archive(of: unit)))
        }
    }

    /// Adds what is in an archive, and then the archive itself, which says that it need not be unpacked again.
    private func addContent(of archive: SourceUnit, to run: inout ImportRun, _ depth: Int) async throws {
        guard let unpacker, depth < ImportLimits.archiveDepth else {
            return run.leaveOut(LeftOutFile(archive.path, .archive(of: archive)))
        }
        guard try !run.isUnchanged(archive) else { return }
        do {
            try store.write { try $0.beginArchive(at: archive.path) }
            let unpacked = try await unpacker.unpack(archive) { [summary = run.summary, progress] in
                var summary = summary
                summary.isUnpacking = true
                progress(summary)
            }
            // Its folder is there as long as it is.
            defer { withExtendedLifetime(unpacked) {} }
            let weight = run.weight
            defer { run.weight = weight }
            run.weight *= Double(archive.byteCount) / Double(max(1, unpacked.byteCount))
            unpacked.leftOut.forEach { run.leaveOut($0) }
            run.leaveOut(unlisted: unpacked.unlisted)
            // A failure is forgotten when the file of its path is read: those beside such a file are the archive's own.
            func isOwn(_ failure: ImportFailure) -> Bool { failure.path == archive.path || failure.code == .replaced }
            for failure in unpacked.failures where !isOwn(failure) { try await run.fail(failure) }
            try await add(unpacked.entries(known: known), to: &run, depth: depth + 1)
            try await run.complete(archive, failures: unpacked.failures.filter(isOwn))
        } catch let failure as ImportFailure {
            try await run.fail(failure)
        }
    }

    private func read(_ unit: SourceUnit, in run: inout ImportRun, _ ahead: inout DocumentsAhead) async throws {
        guard let start = try run.begin(unit) else { return }
        do {
            if start == .start, let records = try await ahead.records(of: unit) {
                for (record, cursor) in records { try await run.add(record, cursor: cursor) }
            } else {
                try await readers(unit).read(unit, from: start) { record, cursor in
                    try await run.add(record, cursor: cursor)
                    try Task.checkCancellation()
                }
            }
            try await run.endFile()
        } catch let failure as ImportFailure {
            try await run.fail(failure)
            try await run.endFile()
        }
    }
}

extension SkipReason {
    /// The reason of an archive that is not looked into.
    fileprivate static func archive(of unit: SourceUnit) -> SkipReason {
        .archive(fileExtension: unit.path.split(separator: ".").last.map { $0.lowercased() } ?? "")
    }
}
