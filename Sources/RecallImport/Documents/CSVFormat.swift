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
        records = CSVRecords(bytes)
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
