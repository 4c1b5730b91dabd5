import Foundation
import RecallCore
import RecallImport
import RecallStore

/// The records written in one transaction, by file.
struct ImportBatch: Sendable {
    /// The records of a file, and the position that they reach.
    private struct File: Sendable {
        var state: SourceFileState
        /// True if the file is read from its start, so that failures listed earlier are dropped.
        var isNew: Bool
        /// The number of bytes read before this batch.
        let bytesBefore: Int
        /// The bytes of progress for each of its bytes.
        let weight: Double
        var records: [Entry] = []
    }

    /// A record and its position in the file.
    private struct Entry: Sendable {
        var record: ImportRecord
        var start: String
        /// The analyses of its items, as far as they were made.
        var analyses: [ItemID: ItemAnalysis] = [:]

        var items: [Item] {
            guard case .item(let imported) = record else { return [] }
            return [imported.item] + imported.attachmentItems
        }
    }

    /// The result of writing a batch.
    struct Outcome: Sendable {
        var new = 0, updated = 0, duplicates = 0, failures = 0, attachments = 0, attachmentFailures = 0, bytes = 0
        var deletedBefore = 0
        /// Items that their files have no longer.
        var former = 0
        /// The items of all threads that were split, also of those that only grew, by kind.
        var itemsSplit: [ItemKind: Int] = [:]
        /// The threads with new or changed items.
        var threads: Set<ThreadRow> = []
        /// Those of them that may grow further: threads of mails and messages.
        var openThreads: Set<ThreadRow> = []
        var time = Duration.zero

        func add(to summary: inout ImportSummary) {
            summary.items += new + updated + duplicates + deletedBefore
            summary.new += new
            summary.updated += updated
            summary.duplicates += duplicates
            summary.deletedBefore += deletedBefore
            summary.former += former
            summary.failures += failures
            summary.attachments += attachments
            summary.attachmentFailures += attachmentFailures
            summary.bytes += bytes
            summary.storing += time
        }
    }

    private var files: [File] = []
    /// Failures of paths that are not readable files.
    private var looseFailures: [ImportFailure] = []
    private var recordCount = 0
    private var messageCount = 0
    private var byteCount = 0

    /// Enough records to make the transaction cheap per item; at most this many are read again if the process is killed.
    private var mostRecords = Self.fewestRecords
    private static let fewestRecords = 1_000
    private static let maximumBytes = 8 << 20
    /// Recognising a page takes as long as reading a hundred mails.
    private static let recordsPerPage = 50
    /// A message of a chat is short. The more of a chat are written together, the less often its sessions are split anew; and a
    /// batch writes most pages of the index by ids, which are hashes, however few its messages are.
    private static let messagesPerRecord = 16
    private static let mostMessages = 16_000

    /// The path of the current file.
    var path: String { files.last?.state.path ?? "" }
    var isFull: Bool {
        recordCount + messageCount / Self.messagesPerRecord >= mostRecords || messageCount >= Self.mostMessages
            || byteCount >= Self.maximumBytes
    }
    var isEmpty: Bool { files.isEmpty && looseFailures.isEmpty }

    mutating func begin(_ state: SourceFileState, isNew: Bool, weight: Double) {
        files.append(File(state: state, isNew: isNew, bytesBefore: state.bytesDone, weight: weight))
    }

    /// Adds a record of the current file, with the cursor after it.
    mutating func add(_ record: ImportRecord, cursor: SourceCursor) {
        guard let last = files.indices.last else { return }
        let start = files[last].state.cursor
        for record in record.withAttachedMails {
            if record.isMessage { messageCount += 1 } else { recordCount += 1 }
            if case .item(let imported) = record {
                recordCount += imported.recognisedPages * Self.recordsPerPage
                byteCount +=
                    imported.item.text.utf8.count + imported.attachmentItems.reduce(0) { $0 + $1.text.utf8.count }
            }
            files[last].records.append(Entry(record: record, start: start))
        }
        (files[last].state.cursor, files[last].state.bytesRead) = (cursor.text, cursor.bytesRead)
    }

    /// Adds a failure of the whole current file, or of a path that is not a readable file.
    mutating func add(_ failure: ImportFailure) {
        recordCount += 1
        if let last = files.indices.last, files[last].state.path == failure.path, !files[last].state.isComplete {
            files[last].records.append(Entry(record: .failure(failure), start: files[last].state.cursor))
        } else {
            looseFailures.append(failure)
        }
    }

    mutating func endFile() {
        guard let last = files.indices.last else { return }
        files[last].state.isComplete = true
        // Small files would otherwise gather without end.
        recordCount += 1
    }

    /// An empty batch that continues where this one ends. Its counts continue too once this batch is written.
    func successor() -> ImportBatch {
        var next = ImportBatch()
        guard let last = files.last, !last.state.isComplete else { return next }
        var state = last.state
        for entry in last.records { state.count(entry.record) }
        next.files = [File(state: state, isNew: false, bytesBefore: state.bytesDone, weight: last.weight)]
        return next
    }

    /// Makes the batch larger where the one before split threads much larger than itself: a chat without pauses, or mails of one
    /// subject, are grouped and split anew as often as they grow, which would take a time that is quadratic in their length.
    mutating func grow(after outcome: Outcome) {
        let records = outcome.itemsSplit.reduce(0) {
            $0 + ($1.key == .message ? $1.value / Self.messagesPerRecord : $1.value)
        }
        mostRecords = min(max(Self.fewestRecords, records / 4), 4 * Self.fewestRecords)
    }

    /// The batch with the analyses of the items that `store` does not have yet.
    func analyzed(by analyzer: ItemAnalyzer, for store: LibraryStore) -> ImportBatch {
        var batch = self
        // Without knowing, what is written is analyzed then.
        let known = try? store.read { snapshot in
            try Set(items.map(\.id).filter { try snapshot.key(of: $0) != nil })
        }
        guard let known else { return self }
        for file in files.indices {
            for entry in files[file].records.indices {
                for item in files[file].records[entry].items where !known.contains(item.id) {
                    batch.files[file].records[entry].analyses[item.id] = analyzer.analysis(of: item)
                }
            }
        }
        return batch
    }

    private var items: [Item] { files.flatMap { $0.records.flatMap(\.items) } }

    /// Writes all records and the positions reached, in one transaction.
    func write(to store: LibraryStore, restoringDeleted: Bool) throws -> Outcome {
        let start = ContinuousClock.now
        var outcome = try store.write { transaction in
            var writer = try BatchWriter(transaction: transaction, restoresDeleted: restoringDeleted)
            for file in files { try Self.write(file, with: &writer) }
            // Of an archive it is the last thing said, since a file that begins forgets what was said of its path.
            for failure in looseFailures { try writer.add(failure) }
            try writer.writePassages()
            return writer.outcome
        }
        _ = try store.write { try $0.mergeSegments() }
        outcome.time = .now - start
        return outcome
    }

    private static func write(_ file: File, with writer: inout BatchWriter) throws {
        var state = file.state
        if file.isNew { try writer.transaction.forgetFailures(path: state.path) }
        for entry in file.records { state.count(entry.record) }
        if !file.isNew, try writer.transaction.snapshot.isGone(file.state) { state.forgetProgress() }
        let source = BatchWriter.File(
            row: try writer.transaction.save(state), path: state.path, format: state.format,
            isContainer: state.isContainer, modified: state.lastChange)
        if file.isNew { try writer.forgetCopies(in: source) }
        if file.isNew, source.saysWhatHolds { try writer.transaction.beginFinding(itemsOf: source.row) }
        let records = try writer.recognised(
            file.records.map(\.record), file: source, isStart: file.isNew, isEnd: state.isComplete)
        for (entry, record) in zip(file.records, records) {
            try writer.add(record, entry.analyses, file: source, cursor: entry.start)
        }
        if state.isComplete, source.saysWhatHolds {
            writer.outcome.former += try writer.transaction.endFinding(
                itemsOf: source.row, isWhole: state.failures == 0)
        }
        writer.outcome.bytes += Int(Double(state.bytesDone - file.bytesBefore) * file.weight)
    }
}

extension ImportRecord {
    /// True for a message of a chat.
    fileprivate var isMessage: Bool {
        if case .item(let imported) = self { imported.item.kind == .message } else { false }
    }

    /// The record, and those of the mails that are attached to its item.
    fileprivate var withAttachedMails: [ImportRecord] {
        guard case .item(let imported) = self else { return [self] }
        return imported.withAttachedMails.map { ImportRecord.item($0) }
    }
}

extension LibrarySnapshot {
    /// True if the file's items were deleted while it was being read. Its position is then not saved.
    fileprivate func isGone(_ file: SourceFileState) throws -> Bool {
        try sourceFile(path: file.path)?.isToBeReadAgain ?? true
    }
}

extension SourceFileState {
    /// The number of bytes of the file that are done.
    var bytesDone: Int {
        isComplete ? byteCount : min(bytesRead, byteCount)
    }

    fileprivate mutating func count(_ record: ImportRecord) {
        switch record {
        case .failure: failures += 1
        case .skipped: break
        case .item(let imported):
            if !imported.isContinuation { items += 1 }
            attachments += imported.attachmentItems.count
        }
    }
}
