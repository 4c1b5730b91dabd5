import RecallCore

/// Goes through a Recall JSONL file line by line, decodes each and finds ids that were there before.
struct JSONLinesScan {
    /// A line that holds something.
    struct Line {
        /// The line's number, from 1, and the byte offsets of its start and of the line after it.
        var number: Int, start: Int, end: Int
        /// The record, as far as it could be decoded.
        var record: JSONLineRecord
        /// The problems, each with its column in characters from 1.
        var problems: [(problem: JSONLineProblem, column: Int)]
        /// True if the item can be imported.
        var isImportable: Bool
    }

    private var lines: ByteLineReader
    private let longest: Int
    /// The line of each item so far. What was there must be known for the whole file, in some 50 bytes per line.
    private var firstLines: [ItemID: Int] = [:]

    /// A scan from the start of a file. Lines over `longest` bytes are not decoded.
    init(_ file: RegularFile, longest: Int) {
        lines = ByteLineReader(file: file, longest: longest)
        self.longest = longest
    }

    /// The next line that is not blank, or `nil` after the last.
    mutating func next() throws(ImportFailure) -> Line? {
        while let line = try lines.next() {
            if line.isTooLong { return tooLong(line) }
            if var decoded = lines.withBytes(of: line, { Self.decode($0, of: line) }) {
                checkIdentity(of: &decoded)
                return decoded
            }
        }
        return nil
    }

    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, of line: ByteLineReader.Line) -> Line? {
        var bytes = bytes
        if line.start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            bytes = UnsafeBufferPointer(rebasing: bytes.dropFirst(3))
        }
        guard bytes.contains(where: { $0 > 0x20 }) else { return nil }
        let decoder = JSONLineDecoder(bytes)
        return Line(
            number: line.number, start: line.start, end: line.end, record: decoder.record,
            problems: decoder.problems.map { ($0, column(of: $0.offset, in: bytes)) },
            isImportable: decoder.isImportable)
    }

    private static func column(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        bytes[..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 } + 1
    }

    private mutating func checkIdentity(of line: inout Line) {
        guard line.isImportable, let kind = line.record.kind, let text = line.record.text else { return }
        // Within a file an id of a kind is given once, whatever else the line says.
        let id =
            line.record.id.map { ItemID(identifying: ["id", kind.rawValue, $0]) }
            ?? line.record.identity(kind: kind, text: text, path: "")
        guard let first = firstLines.updateValue(line.number, forKey: id) else { return }
        firstLines[id] = first
        let hasID = line.record.id != nil
        let message =
            hasID
            ? "the same \"id\" and \"kind\" as in line \(first): give each item an id of its own, or leave one line out"
            : "the same item as in line \(first): it is imported once. If it is another, give both an \"id\""
        line.problems.append(
            (JSONLineProblem(offset: 0, key: hasID ? "id" : nil, isWarning: !hasID, message: message), 1))
        line.isImportable = !hasID
    }

    private func tooLong(_ line: ByteLineReader.Line) -> Line {
        let message = "the line is longer than \(longest >> 20) MB: cut the item's text, or split it into several items"
        return Line(
            number: line.number, start: line.start, end: line.end, record: JSONLineRecord(),
            problems: [(JSONLineProblem(offset: 0, message: message), 1)], isImportable: false)
    }
}
