import RecallConfinement
import RecallCore
import RecallFiles

/// Reads messages in the order of their rows. A cursor is the row of the last message that is done.
///
/// Each process reads some thousand messages from where the one before ended, so that neither its time nor the memory here
/// grows with the database.
struct IMessageReader: SourceReader {
    let parserExecutable: String?

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try MessagesFile(unit, parserExecutable)
        var (items, last, isWhole) = (ChatItems(), cursor.number, false)
        while !isWhole {
            let batch = try await file.batch(after: last)
            for found in batch.found {
                // The process is not trusted: with rows that go back, this would not end.
                guard found.rows.lowerBound > last else { throw batch.failure }
                last = found.rows.upperBound
                guard let record = file.record(found, &items) else { continue }
                try await emit(record, file.cursor(last, of: batch.lastRow))
            }
            isWhole = batch.isLast
            guard isWhole || !batch.found.isEmpty else { throw batch.failure }
        }
    }
}

/// The database of a unit, with its log.
private struct MessagesFile {
    private let unit: SourceUnit
    private let input: DocumentInput
    private let log: OpenFile?
    private let launcher: ParserLauncher

    init(_ unit: SourceUnit, _ parserExecutable: String?) throws(ImportFailure) {
        self.unit = unit
        input = try DocumentInput(of: unit)
        do throws(FileError) {
            log = try unit.furtherFiles.first.map { path throws(FileError) in try OpenFile(path) }
        } catch {
            throw ImportFailure(error)
        }
        launcher = ParserLauncher(executable: parserExecutable, path: unit.path, place: nil)
    }

    /// Some messages, as one process finds them.
    struct Batch {
        var found: [FoundMessage] = []
        /// The last row of the table.
        var lastRow = 0
        var isLast = false
        /// The failure if there is nothing in it, or what makes no sense.
        let failure: ImportFailure
    }

    /// The first messages after a row.
    func batch(after row: Int) async throws -> Batch {
        let output = try await launcher.run(
            ParserProcess.messages, input, ["\(row)"] + (log == nil ? [] : ["log"]), besides: log,
            atMost: 4 * ImportLimits.textBytes)
        var batch = Batch(failure: launcher.failed(output))
        for part in MessagesReply.parts(of: output.bytes) {
            switch part {
            case .begin(let lastRow): batch.lastRow = lastRow
            case .found(let message): batch.found.append(message)
            case .refused(let refusal): throw failure(refusal)
            case .end: batch.isLast = true
            }
        }
        return batch
    }

    func record(_ found: FoundMessage, _ items: inout ChatItems) -> ImportRecord? {
        switch found {
        case .message(let message):
            message.message.map { .item(ImportedItem(items.item($0, in: message.chat))) }
        case .unreadable(let rows):
            .failure(
                ImportFailure(
                    .malformed, path: unit.path,
                    place: rows.count == 1
                        ? "message \(rows.lowerBound)" : "messages \(rows.lowerBound) to \(rows.upperBound)",
                    reason: "It cannot be read: the database is damaged, or newer than this version of Recall. "
                        + "Copy it again while Messages is closed."))
        }
    }

    func cursor(_ row: Int, of lastRow: Int) -> SourceCursor {
        let share = min(1, Double(row) / Double(max(row, lastRow, 1)))
        return SourceCursor("\(row)", bytesRead: Int(Double(unit.byteCount) * share))
    }

    private func failure(_ refusal: MessagesReply.Refusal) -> ImportFailure {
        switch refusal {
        case .damaged:
            launcher.failure(
                .malformed,
                "The database is damaged: its tables cannot be read. Copy it again while Messages is closed.")
        case .otherTables:
            launcher.failure(
                .wrongFormat,
                "The database is not one of Messages, or of a version before iOS 6 and OS X 10.8, which is not read.")
        }
    }
}
