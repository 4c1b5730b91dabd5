import Foundation
import RecallCore
import RecallImport
import RecallStore

/// One run of an import: the batch being filled, the batch being written, and the progress so far.
struct ImportRun {
    private let store: LibraryStore
    private let activity: ImportActivity?
    private let isReadAsNow: ImportPipeline.IsCurrent
    private let restoresDeleted: Bool
    private let progress: @Sendable (ImportSummary) -> Void
    private let leftOut: (@Sendable (LeftOutFile) -> Void)?
    private let began = ContinuousClock.now
    /// The time that reading waited for the previous batch to be written.
    private var waiting = Duration.zero
    private var batch = ImportBatch()
    private var writing: Task<ImportBatch.Outcome, any Error>?
    private let analyzer = ItemAnalyzer()
    /// The next files by the bytes of their paths, since two names that look alike may be two files, and their states as far as
    /// the library knows them.
    private var lookedUp: [[UInt8]: SourceFileState?] = [:]
    /// The bytes of progress for each byte that is read: what is in an archive is read for the archive's own.
    var weight = 1.0
    var summary = ImportSummary()

    init(
        store: LibraryStore, activity: ImportActivity?, isCurrent: @escaping ImportPipeline.IsCurrent,
        restoresDeleted: Bool, progress: @escaping @Sendable (ImportSummary) -> Void,
        leftOut: (@Sendable (LeftOutFile) -> Void)?
    ) {
        self.store = store
        self.activity = activity
        isReadAsNow = isCurrent
        self.restoresDeleted = restoresDeleted
        self.progress = progress
        self.leftOut = leftOut
    }

    /// Looks up the next files in one read, since a transaction for each would take longer than the file system.
    mutating func lookUp(_ units: [SourceUnit]) throws {
        try follow(RenamedMails(units))
        lookedUp = try states(of: units)
        let moves = try renamed(units.filter { lookedUp[Array($0.path.utf8)] == .some(nil) })
        guard !moves.isEmpty else { return }
        try store.write { transaction in
            for (old, unit) in moves {
                try transaction.moveSource(from: old, to: unit.path)
                // The name may be the title of a note.
                if !unit.format.isContainer { try transaction.readAgain(source: unit.path) }
            }
        }
        lookedUp = try states(of: units)
    }

    private func states(of units: [SourceUnit]) throws -> [[UInt8]: SourceFileState?] {
        try store.read { snapshot in
            var span: SourceFileSpan?
            return try units.reduce(into: [:]) { states, unit in
                if span?.holds(unit.path) != true {
                    span = try snapshot.sourceFileSpan(from: unit.path, limit: units.count)
                }
                states.updateValue(span?.file(at: unit.path), forKey: Array(unit.path.utf8))
            }
        }
    }

    /// The files among some that the library does not know which were in it under another name: one that is there no more, and
    /// was of the same size, format and time of change to the nanosecond.
    private func renamed(_ units: [SourceUnit]) throws -> [(old: String, unit: SourceUnit)] {
        // What is in an archive has no file at its path.
        let candidates = units.filter { $0.location == $0.path && RenamedFile.isTold(byTime: $0.modified) }
        guard !candidates.isEmpty else { return [] }
        return try store.read { snapshot in
            try candidates.compactMap { unit in
                let like = try snapshot.sources(like: SourceFileState(of: unit), limit: Self.mostLike)
                guard like.count == 1, RenamedFile.mayBe(at: unit.path, formerlyAt: like[0]) else { return nil }
                return (like[0], unit)
            }
        }
    }

    private static let mostLike = 2

    /// Gives files whose mails have other names now their new paths.
    private func follow(_ mails: RenamedMails) throws {
        let moves = try store.read { snapshot in
            var moves: [(old: String, new: String)] = []
            for range in mails.ranges {
                try snapshot.forEachSource(from: range.lower, before: range.upper) { path in
                    if let present = mails.presentPath(of: path) { moves.append((path, present)) }
                }
            }
            return moves
        }
        guard !moves.isEmpty else { return }
        try store.write { transaction in
            for move in moves { try transaction.moveSource(from: move.old, to: move.new) }
        }
    }

    /// Begins a file. Returns the cursor to read from, or `nil` if it was imported before and has not changed. To
    /// restore deleted items, every file is read from its start.
    mutating func begin(_ unit: SourceUnit) throws -> SourceCursor? {
        summary.files += 1
        guard let known = try state(unit.path), isKept(known, unit) else {
            batch.begin(SourceFileState(of: unit), isNew: true, weight: weight)
            return .start
        }
        if known.isComplete {
            countUnchanged(known)
            return nil
        }
        summary.items += known.items
        summary.duplicates += known.items
        summary.failures += known.failures
        summary.bytes += known.bytesDone
        batch.begin(known, isNew: false, weight: weight)
        return SourceCursor(known.cursor, bytesRead: known.bytesRead)
    }

    /// True if what was read of a unit need not be read again.
    private func isKept(_ known: SourceFileState, _ unit: SourceUnit) -> Bool {
        known.isCurrent(unit) && !known.failedWhole && !restoresDeleted
            && (!known.isComplete || isReadAsNow(known.cursor, unit.format, unit.path))
    }

    /// True for one of the units that were looked up if it is to be read from its start.
    func isReadWhole(_ unit: SourceUnit) -> Bool {
        guard let state = lookedUp[Array(unit.path.utf8)] else { return false }
        return state.map { !isKept($0, unit) } ?? true
    }

    /// The state of a file. One that is named twice is looked up again.
    private mutating func state(_ path: String) throws -> SourceFileState? {
        if let state = lookedUp.removeValue(forKey: Array(path.utf8)) { return state }
        return try store.read { try $0.sourceFile(path: path) }
    }

    private mutating func countUnchanged(_ file: SourceFileState) {
        summary.unchangedFiles += 1
        summary.items += file.items
        summary.duplicates += file.items
        summary.failures += file.failures
        summary.attachments += file.attachments
        summary.bytes += file.byteCount
    }

    /// Counts a file that is left out, and tells of it.
    mutating func leaveOut(_ file: LeftOutFile) {
        summary.skipped[file.reason, default: 0] += 1
        leftOut?(file)
    }

    /// Counts what an archive leaves out and does not list.
    mutating func leaveOut(unlisted counts: [SkipReason: Int]) {
        summary.skipped.merge(counts, uniquingKeysWith: +)
    }

    /// True if an archive is as it was when all that is in it was read; its content is then counted as unchanged. One whose
    /// left out files are to be listed is looked into again.
    mutating func isUnchanged(_ archive: SourceUnit) throws -> Bool {
        guard !restoresDeleted, leftOut == nil, let state = try state(archive.path), state.isComplete,
            state.isCurrent(archive)
        else {
            return false
        }
        let files = try store.read { try $0.sourceFiles(within: archive.path) }
        guard files.allSatisfy({ $0.isComplete && isReadAsNow($0) }) else { return false }
        for file in files where file.format != SourceFormat.archive.identifier {
            summary.files += 1
            countUnchanged(file)
        }
        summary.bytes += state.byteCount - files.reduce(0) { $0 + $1.byteCount }
        return true
    }

    private func isReadAsNow(_ file: SourceFileState) -> Bool {
        ImportFormats.all.format(file.format).map { isReadAsNow(file.cursor, $0, file.path) } ?? true
    }

    /// Records that all that is in an archive was read.
    ///
    /// - Parameter failures: those of the archive, and not of a file in it.
    mutating func complete(_ archive: SourceUnit, failures: [ImportFailure]) async throws {
        batch.begin(SourceFileState(of: archive), isNew: true, weight: 0)
        for failure in failures { try await add(.failure(failure), cursor: .start) }
        try await endFile()
    }

    private static let failuresKept = 5

    private mutating func keep(_ failure: ImportFailure) {
        if summary.firstFailures.count < Self.failuresKept { summary.firstFailures.append(failure) }
    }

    mutating func add(_ record: ImportRecord, cursor: SourceCursor) async throws {
        switch record {
        case .failure(let failure): keep(failure)
        case .item(let imported):
            imported.withAttachedMails.flatMap(\.attachmentFailures).forEach { keep($0) }
            if imported.item.isScan { summary.scans += 1 }
        case .skipped(let reason): leaveOut(LeftOutFile(batch.path, reason))
        }
        batch.add(record, cursor: cursor)
        if batch.isFull { try await flush() }
    }

    mutating func fail(_ failure: ImportFailure) async throws {
        keep(failure)
        batch.add(failure)
        if batch.isFull { try await flush() }
    }

    /// Ends the current file.
    mutating func endFile() async throws {
        batch.endFile()
        if batch.isFull { try await flush() }
    }

    /// Writes the last batch and waits for it.
    mutating func finish() async throws {
        try await flush()
        try await flush()
        try PeopleUpdate.run(on: store)
        try store.checkpoint()
        summary.mayLackDeleted = summary.unchangedFiles > 0 ? try store.read { try $0.hasDeletedItems() } : false
        summary.hasEnded = true
        progress(summary)
    }

    /// Analyzes this batch while the previous one is written, then starts writing it.
    private mutating func flush() async throws {
        let (full, store, restoresDeleted, analyzer) = (batch, store, restoresDeleted, analyzer)
        let analysis = Task.detached { full.analyzed(by: analyzer, for: store) }
        var last: ImportBatch.Outcome?
        if let writing {
            // A stop must not cut off a batch, so the task is waited for even when cancelled. It ends its waiting for locks.
            let start = ContinuousClock.now
            let outcome = try await writing.valueCancelledTogether
            waiting += .now - start
            self.writing = nil
            last = outcome
            outcome.add(to: &summary)
            summary.reading = .now - began - waiting
            activity?.wrote(openThreads: outcome.openThreads)
            progress(summary)
        }
        guard !batch.isEmpty else { return }
        batch = batch.successor()
        if let last { batch.grow(after: last) }
        writing = Task { try await analysis.value.write(to: store, restoringDeleted: restoresDeleted) }
    }
}

extension Item {
    /// True for a document that has only pictures of its text.
    fileprivate var isScan: Bool {
        guard defects.contains(.noText), case .document(let details) = details else { return false }
        return details.format == SourceFormat.pdf.identifier
    }
}

extension SourceFileState {
    /// That of a file of which nothing was read.
    fileprivate init(of unit: SourceUnit) {
        self.init(
            path: unit.path, format: unit.format.identifier, isContainer: unit.format.isContainer,
            byteCount: unit.byteCount, modified: unit.modified)
    }

    /// True if the whole file failed. A tool that was missing then may be installed now, so it is tried again.
    fileprivate var failedWhole: Bool { isComplete && items == 0 && failures > 0 }

    /// True if the file has not changed since this state was stored.
    fileprivate func isCurrent(_ unit: SourceUnit) -> Bool {
        byteCount == unit.byteCount && modified == unit.modified && format == unit.format.identifier
    }
}
