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
        records = CSVRecords(bytes, separator: Self.separator(in: bytes))
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
        while let record = records.next() {
            layout.beginRow()
            for field in record {
                layout.beginCell()
                field.withUnsafeBufferPointer { layout.write($0) }
            }
            layout.endRow()
        }
    }
}
