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
    private var records: CSVRecords
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
        // Excel writes the separator into a line of its own.
        let first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        if first.count == 5, first.starts(with: "sep=".utf8), let separator = first.last {
            records = CSVRecords(Array(bytes.dropFirst(6)), separator: separator)
        } else {
            records = CSVRecords(bytes, separator: Self.separator(in: bytes))
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

    private mutating func read() {
        while let record = records.next() {
            layout.beginRow()
            // What is in the fourth column stays there, though the third is empty.
            let end = record.lastIndex { $0.contains { $0 > 0x20 } }.map { $0 + 1 } ?? 0
            for field in record[..<end] {
                guard field.contains(where: { $0 > 0x20 }) else {
                    layout.passCell()
                    continue
                }
                layout.beginCell()
                field.withUnsafeBufferPointer { layout.write($0) }
            }
            layout.endRow()
        }
    }
}
