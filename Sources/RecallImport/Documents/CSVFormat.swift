public import RecallCore

extension SourceFormat {
    /// A table as comma-separated values (RFC 4180), or separated by tabs or semicolons.
    public static let csv = SourceFormat("csv", singular: "CSV table", plural: "CSV tables")
}

struct CSVFormat: DocumentFormat {
    let format = SourceFormat.csv
    let extensions: Set = ["csv", "tsv"]
    let mediaTypes: Set = ["text/csv", "text/tab-separated-values"]
    let revision: Int? = DocumentFileReader.revision

    func mayBegin(_ head: [UInt8]) -> Bool { head.mayBeText }

    func text(in bytes: [UInt8]) -> ExtractedText? { CSVTable.text(of: bytes) }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) -> ExtractedText {
        CSVTable.text(of: input.bytes(upTo: ImportLimits.textBytes + 1))
    }
}

/// Reads a table: a line for each record, its fields between bars.
private struct CSVTable {
    private let bytes: ArraySlice<UInt8>
    private let separator: UInt8
    private var layout = TextLayout(limit: ImportLimits.textBytes)

    static func text(of bytes: [UInt8]) -> ExtractedText {
        var text = PlainText.extract(bytes)
        var table = CSVTable(Array(text.text.utf8))
        table.read()
        text.text = String(decoding: table.layout.bytes, as: UTF8.self)
        if table.layout.isTruncated { text.defects.insert(.truncatedText) }
        if text.text.isEmpty { text.defects.insert(.noText) }
        return text
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
        separator = Self.separator(in: bytes)
    }

    /// The one of comma, semicolon, tab and bar that the first lines have most of, outside of quotes.
    private static func separator(in bytes: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in bytes.prefix(4_096) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let known = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
        return known.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? known[0]
    }

    private mutating func read() {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            layout.beginRow()
            var isEnd = false
            while !isEnd {
                let field: [UInt8]
                (field, isEnd, position) = self.field(at: position)
                layout.beginCell()
                field.withUnsafeBufferPointer { layout.write($0) }
            }
            layout.endRow()
        }
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
