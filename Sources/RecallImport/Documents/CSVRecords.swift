/// The records of a table as comma-separated values (RFC 4180), one after the other.
struct CSVRecords {
    private let bytes: ArraySlice<UInt8>
    private let separator: UInt8
    private var position: Int
    /// True after a quote without its end: those behind it are characters.
    private var isWithoutQuotes = false

    /// The records of `bytes`, whose fields are apart by `separator`.
    init(_ bytes: [UInt8], separator: UInt8) {
        self.bytes = bytes[...]
        self.separator = separator
        position = bytes.startIndex
    }

    /// The records of a table whose separator is not known.
    init(_ bytes: [UInt8]) {
        // Excel writes the separator into a line of its own.
        let first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        if first.count == 5, first.starts(with: "sep=".utf8), let separator = first.last {
            self.init(Array(bytes.dropFirst(6)), separator: separator)
        } else {
            self.init(bytes, separator: Self.separator(in: bytes))
        }
    }

    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]

    /// The one of comma, semicolon, tab and bar that alone is in the names of columns, where no number has a comma; else the one
    /// that the first lines have most of, outside of quotes.
    private static func separator(in bytes: [UInt8]) -> UInt8 {
        let names = bytes.prefix(4_096).prefix { $0 != 0x0A }
        let used = separators.filter(names.contains)
        if used.count == 1, !names.contains(UInt8(ascii: "\"")) { return used[0] }
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in bytes.prefix(4_096) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
        }
        return separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? separators[0]
    }

    /// The offset after the record that was returned last.
    var offset: Int { position }

    /// The fields of the next record; `nil` after the last.
    mutating func next() -> [[UInt8]]? {
        guard position < bytes.endIndex else { return nil }
        var fields: [[UInt8]] = []
        var isEnd = false
        while !isEnd {
            let field: [UInt8]
            (field, isEnd, position) = self.field(at: position)
            fields.append(field)
        }
        return fields
    }

    /// The field at `start`, true if its record ends with it, and where the next one begins. A quote within quotes is doubled
    /// (RFC 4180, 2.7); without its end, it is a character.
    private mutating func field(at start: Int) -> (field: [UInt8], isLast: Bool, next: Int) {
        var field: [UInt8] = []
        var position = start
        var isQuoted = false
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\"") where isQuoted:
                guard position < bytes.endIndex, bytes[position] == byte else {
                    isQuoted = false
                    continue
                }
                field.append(byte)
                position += 1
            case UInt8(ascii: "\"") where field.isEmpty && !isWithoutQuotes: isQuoted = true
            case separator where !isQuoted: return (field, false, position)
            case 0x0A where !isQuoted: return (field, true, position)
            default: field.append(byte)
            }
        }
        if isQuoted {
            isWithoutQuotes = true
            return self.field(at: start)
        }
        return (field, true, position)
    }
}
