/// A record of a workbook's stream ([MS-XLS], 2.1.4).
struct ExcelRecord {
    let type: Int
    /// The offsets of its data.
    let body: Range<Int>

    /// The types of records, those that changed with the version of Excel once for each.
    enum Kind {
        static let beginnings = [0x0009, 0x0209, 0x0409, 0x0809], end = 0x000A
        static let sheet = 0x0085, password = 0x002F, codePage = 0x0042, dateMode = 0x0022
        static let formats = [0x001E, 0x041E], styles = [0x0243, 0x0443, 0x00E0]
        static let sharedStrings = 0x00FC, continuation = 0x003C, textBox = 0x01B6
        static let labels = [0x0004, 0x0204, 0x00D6], sharedLabel = 0x00FD, numbers = [0x0003, 0x0203]
        static let integer = 0x0002, packed = 0x027E, packedRow = 0x00BD, booleans = [0x0005, 0x0205]
        static let formulas = [0x0006, 0x0206, 0x0406], strings = [0x0007, 0x0207]
    }

    /// The record at `offset`; `nil` if it does not fit in the stream.
    init?(_ file: [UInt8], at offset: Int) {
        guard let type = file.number(at: offset, width: 2), let size = file.number(at: offset + 2, width: 2),
            offset + 4 + size <= file.count
        else { return nil }
        self.type = type
        body = offset + 4..<offset + 4 + size
    }
}

/// The parts of a workbook's stream, each from a beginning to its end: the workbook's own, then sheets ([MS-XLS], 2.1.7.20).
struct ExcelParts {
    /// The records of each part, charts within a sheet left out, by the offset of the part.
    private(set) var records: [(start: Int, bytes: Range<Int>)] = []
    /// True unless the stream ends with a whole part.
    private(set) var isDamaged = false

    init(_ file: [UInt8]) {
        var (at, depth, start) = (0, 0, 0)
        while let record = ExcelRecord(file, at: at) {
            if ExcelRecord.Kind.beginnings.contains(record.type) {
                if depth == 0 { start = at }
                depth += 1
            } else if record.type == ExcelRecord.Kind.end, depth > 0 {
                depth -= 1
                if depth == 0 { records.append((start, start..<record.body.upperBound)) }
            }
            at = record.body.upperBound
        }
        guard depth > 0 else { return }
        isDamaged = true
        records.append((start, start..<at))
    }
}

/// Reads the data of a record and of those that continue it as one ([MS-XLS], 2.4.58).
struct ContinuedRecord {
    private let file: [UInt8]
    private var rest: ArraySlice<Range<Int>>
    private var at: Int
    private var end: Int

    /// The data of `record`.
    init(_ file: [UInt8], _ record: ExcelRecord) {
        var parts = [record.body]
        while let next = ExcelRecord(file, at: parts[parts.count - 1].upperBound),
            next.type == ExcelRecord.Kind.continuation
        {
            parts.append(next.body)
        }
        self.file = file
        (at, end, rest) = (record.body.lowerBound, record.body.upperBound, parts.dropFirst())
    }

    /// Goes on to the next record; false if there is none.
    private mutating func advance() -> Bool {
        guard let next = rest.popFirst() else { return false }
        (at, end) = (next.lowerBound, next.upperBound)
        return true
    }

    /// Goes on to the first record that continues this one.
    mutating func skipToContinuation() -> Bool { advance() }

    mutating func number(_ width: Int) -> Int? {
        var number = 0
        for index in 0..<width {
            while at == end { guard advance() else { return nil } }
            number |= Int(file[at]) << (8 * index)
            at += 1
        }
        return number
    }

    mutating func skip(_ count: Int) {
        var count = count
        while count > end - at {
            count -= end - at
            guard advance() else {
                at = end
                return
            }
        }
        at += count
    }

    /// The UTF-8 of a string with its length in `width` bytes, and its flags (2.5.293 and 2.5.296); `nil` at the end.
    mutating func string(lengthWidth width: Int) -> [UInt8]? {
        guard let count = number(width), let flags = number(1) else { return nil }
        let runs = flags & 8 != 0 ? number(2) ?? 0 : 0
        let extended = flags & 4 != 0 ? number(4) ?? 0 : 0
        let text = characters(count, isWide: flags & 1 != 0)
        skip(4 * runs + extended)
        return text
    }

    /// The UTF-8 of `count` characters, whose width each record states anew.
    mutating func characters(_ count: Int, isWide: Bool) -> [UInt8] {
        var units: [UInt16] = []
        var isWide = isWide
        while units.count < count {
            let width = isWide ? 2 : 1
            let taken = min(count - units.count, (end - at) / width)
            units.append(
                contentsOf: (0..<taken).map { index in
                    let first = at + index * width
                    return UInt16(file[first]) | (isWide ? UInt16(file[first + 1]) << 8 : 0)
                })
            at += taken * width
            guard units.count < count else { break }
            at = end
            guard advance(), let flags = number(1) else { break }
            isWide = flags & 1 != 0
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
