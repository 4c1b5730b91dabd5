import RecallCore

/// Reads Recall JSONL, the open contract for all that has no reader of its own: one item per line. Cursors are byte
/// offsets of lines.
public struct JSONLinesReader: SourceReader {
    /// The longest line that is read, in bytes.
    public static let longestLine = 64 << 20

    private let longestLine: Int

    /// A reader of lines of up to 64 MB.
    public init() {
        self.init(longestLine: Self.longestLine)
    }

    /// A reader of lines of up to `longestLine` bytes.
    package init(longestLine: Int) {
        self.longestLine = longestLine
    }

    /// Hands over the item, or the failure, of each line that is not blank. See `SourceReader`.
    public func read(
        _ unit: SourceUnit, from cursor: SourceCursor,
        emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        var scan = JSONLinesScan(try RegularFile(path: unit.location, named: unit.path), longest: longestLine)
        // What is before the cursor is read too, for the numbers of lines and the ids that were there already.
        while let line = try scan.next() {
            guard line.start >= cursor.number else { continue }
            try await emit(record(of: line, in: unit), SourceCursor(byteOffset: line.end))
        }
    }

    private func record(of line: JSONLinesScan.Line, in unit: SourceUnit) -> ImportRecord {
        if line.isImportable, let item = line.record.item(path: unit.path) {
            var imported = ImportedItem(item)
            imported.exportedID = line.record.item
            imported.isFormer = line.record.isFormer
            return .item(imported)
        }
        let reason = line.problems.first { !$0.problem.isWarning }?.problem.message ?? "the line holds no item"
        return .failure(
            ImportFailure(
                .malformed, path: unit.path, place: "line \(line.number)",
                reason: "\(reason). All that is wrong: recall validate"))
    }
}
