/// The records of a table as comma-separated values (RFC 4180), one after the other.
struct CSVRecords {
    private let bytes: ArraySlice<UInt8>
    private let separator: UInt8
    private var position: Int

    /// The records of `bytes`, whose fields are apart by `separator`.
    init(_ bytes: [UInt8], separator: UInt8) {
        self.bytes = bytes[...]
        self.separator = separator
        position = bytes.startIndex
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
    /// (RFC 4180, 2.7); without its end, the rest is the field.
    private func field(at start: Int) -> (field: [UInt8], isLast: Bool, next: Int) {
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
            case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
            case separator where !isQuoted: return (field, false, position)
            case 0x0A where !isQuoted: return (field, true, position)
            default: field.append(byte)
            }
        }
        return (field, true, position)
    }
}
