import RecallConfinement
import RecallCore
import RecallFiles

/// Reads the rows of a database in their order. A cursor is the number of the last row that is done.
///
/// Each process reads some thousand rows from where the one before ended, so that neither its time nor the memory here
/// grows with the database. A row that ends its process, by its time or a crash, is a failure, and the next ones are read.
struct DatabaseReader<Format: DatabaseFormat>: SourceReader {
    let format: Format
    let parserExecutable: String?

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try DatabaseInput(unit, format, parserExecutable)
        let records = format.records(of: unit)
        var (last, isWhole, isTold) = (cursor.number, false, false)
        while !isWhole {
            let start = last
            let batch = try await file.batch(after: start)
            for found in batch.found {
                // The process is not trusted: with rows that go back, this would not end.
                guard found.rows.lowerBound > last else { throw batch.failure }
                last = found.rows.upperBound
                guard let record = try file.record(found, records, orElse: batch.failure) else { continue }
                if case .unreadable = found { isTold = true }
                try await emit(record, file.cursor(last, of: batch.lastRow))
            }
            isWhole = batch.isLast
            if batch.isDamaged, !isTold { try await emit(file.damaged, file.cursor(last, of: batch.lastRow)) }
            guard !isWhole else { continue }
            if let row = batch.endedBy {
                guard let first = batch.firstRow, first > start, row >= first, row > last else { throw batch.failure }
                // One that others came before may have had too little time left, so it has another try.
                last = row == first ? row : row - 1
                if last == row { try await emit(file.unreadable(row...row), file.cursor(last, of: batch.lastRow)) }
            } else if batch.found.isEmpty {
                throw batch.failure
            }
        }
    }
}

/// The database of a unit, with its log.
private struct DatabaseInput<Format: DatabaseFormat> {
    private let unit: SourceUnit
    private let format: Format
    private let input: DocumentInput
    private let log: OpenFile?
    private let launcher: ParserLauncher

    init(_ unit: SourceUnit, _ format: Format, _ parserExecutable: String?) throws(ImportFailure) {
        (self.unit, self.format) = (unit, format)
        input = try DocumentInput(of: unit)
        do throws(FileError) {
            log = try unit.furtherFiles.first.map { path throws(FileError) in try OpenFile(path) }
        } catch {
            throw ImportFailure(error)
        }
        launcher = ParserLauncher(executable: parserExecutable, path: unit.path, place: nil)
    }

    /// Some rows, as one process finds them.
    struct Batch {
        var found: [FoundRow] = []
        /// The first row that the process read, and the one that it was reading when it ended.
        var firstRow: Int?
        var endedBy: Int?
        /// The last row of the table.
        var lastRow = 0
        var isLast = false
        var isDamaged = false
        /// The failure if there is nothing in it, or what makes no sense.
        let failure: ImportFailure
    }

    /// The first rows after a number.
    func batch(after row: Int) async throws -> Batch {
        let output = try await launcher.run(
            ParserProcess.database, input, [format.format.identifier, "\(row)"] + (log == nil ? [] : ["log"]),
            besides: log, atMost: 4 * ImportLimits.textBytes)
        var batch = Batch(failure: launcher.failed(output))
        for part in DatabaseReply.parts(of: output.bytes) {
            switch part {
            case .begin(let lastRow): batch.lastRow = lastRow
            case .reading(let row): (batch.firstRow, batch.endedBy) = (batch.firstRow ?? row, row)
            case .found(let row):
                batch.found.append(row)
                batch.endedBy = nil
            case .refused(let refusal): throw failure(refusal)
            case .damaged: batch.isDamaged = true
            case .end: batch.isLast = true
            }
        }
        return batch
    }

    func record(_ found: FoundRow, _ records: DatabaseRecords, orElse failure: ImportFailure) throws -> ImportRecord? {
        switch found {
        case .row(_, let bytes):
            do {
                return try records(bytes)
            } catch {
                throw failure
            }
        case .unreadable(let rows): return unreadable(rows)
        }
    }

    /// The failure of rows that cannot be read.
    func unreadable(_ rows: ClosedRange<Int>) -> ImportRecord {
        let name = format.rowName
        return .failure(
            ImportFailure(
                .malformed, path: unit.path,
                place: rows.count == 1
                    ? "\(name) \(rows.lowerBound)" : "\(name)s \(rows.lowerBound) to \(rows.upperBound)",
                reason: "It cannot be read: the database is damaged, or newer than this version of Recall. "
                    + "Copy it again while \(format.program) is closed."))
    }

    /// The failure of rows that nothing leads to any more.
    var damaged: ImportRecord {
        .failure(
            ImportFailure(
                .malformed, path: unit.path,
                reason: "The database is damaged: some \(format.rowName)s may be missing. Copy it again while "
                    + "\(format.program) is closed."))
    }

    func cursor(_ row: Int, of lastRow: Int) -> SourceCursor {
        let share = min(1, Double(row) / Double(max(row, lastRow, 1)))
        return SourceCursor("\(row)", bytesRead: Int(Double(unit.byteCount) * share))
    }

    private func failure(_ refusal: DatabaseRefusal) -> ImportFailure {
        switch refusal {
        case .damaged:
            launcher.failure(
                .malformed,
                "The database is damaged: its tables cannot be read. Copy it again while \(format.program) is closed.")
        case .otherTables: launcher.failure(.wrongFormat, format.otherTables)
        }
    }
}
