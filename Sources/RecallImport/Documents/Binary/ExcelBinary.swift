import RecallCore

/// Reads the cells of an Excel workbook of before 2007 ([MS-XLS]; the versions since Excel 2), in the parsing process: a line
/// for each row, values as they were last calculated, then the texts of boxes and comments.
struct ExcelBinary {
    private typealias Kind = ExcelRecord.Kind

    private let file: [UInt8]
    /// 8 since Excel 97, 5 for Excel 5 and 95, else that of Excel.
    private let version: Int
    private var codePage = 1_252
    private var startsIn1904 = false
    private var sheets: [(name: [UInt8], start: Int, hasCells: Bool)] = []
    private var formats: [CellFormat] = []
    private var strings = ExcelStrings()
    private var defects: Set<Defect> = []

    /// True for bytes that begin as workbooks do that are in no compound file: those of Excel 2, 3 and 4.
    static func begins(_ head: [UInt8]) -> Bool {
        guard let type = head.number(at: 0, width: 2), let size = head.number(at: 2, width: 2) else { return false }
        return Kind.beginnings.contains(type) && (4...16).contains(size)
            && [0x0005, 0x0006, 0x0010, 0x0020, 0x0040, 0x0100].contains(head.number(at: 6, width: 2))
    }

    /// The reply to the stream of a workbook.
    static func read(_ file: [UInt8], _ properties: OfficeBinaryProperties) throws(ImportFailure) -> ParserReply {
        let parts = ExcelParts(file)
        guard let first = parts.records.first, let book = ExcelBinary(file, first.bytes) else {
            throw OfficeBinary.failure(
                .malformed, "The file is no Excel workbook, or damaged. Open it in Excel and save it again.")
        }
        if book.isEncrypted(first.bytes) { throw OfficeBinary.encrypted }
        var text = PackagedText()
        book.write(parts, to: &text)
        return text.reply(
            title: properties.title, pageCount: nil, created: properties.created, modified: properties.modified,
            program: "Excel")
    }

    private init?(_ file: [UInt8], _ globals: Range<Int>) {
        guard let beginning = ExcelRecord(file, at: globals.lowerBound) else { return nil }
        self.file = file
        switch beginning.type {
        case 0x0009: version = 2
        case 0x0209: version = 3
        case 0x0409: version = 4
        default: version = file.number(at: globals.lowerBound + 4, width: 2) == 0x0500 ? 5 : 8
        }
        readGlobals(globals)
    }

    private func isEncrypted(_ globals: Range<Int>) -> Bool {
        records(in: globals).contains { $0.type == Kind.password }
    }

    private func records(in bytes: Range<Int>) -> some Sequence<ExcelRecord> {
        sequence(state: bytes.lowerBound) { [file] at in
            guard at < bytes.upperBound, let record = ExcelRecord(file, at: at) else { return nil }
            at = record.body.upperBound
            return record
        }
    }

    // MARK: The workbook's own records

    private mutating func readGlobals(_ globals: Range<Int>) {
        var codes: [Int: String] = [:]
        var styles: [Int] = []
        for record in records(in: globals) {
            let start = record.body.lowerBound
            switch record.type {
            case Kind.codePage: codePage = number(record, 0, 2) ?? codePage
            case Kind.dateMode: startsIn1904 = number(record, 0, 2) == 1
            case Kind.sheet: addSheet(record)
            case 0x001E: codes[codes.count] = text(string(start, end: record.body.upperBound, lengthWidth: 1))
            case 0x041E: addFormat(record, to: &codes)
            case 0x0243, 0x0443: styles.append(number(record, 1, 1) ?? 0)
            case 0x00E0: styles.append(number(record, 2, 2) ?? 0)
            case Kind.sharedStrings: strings = ExcelStrings(file, record)
            default: break
            }
        }
        formats = styles.map { CellFormat($0, (14...22).contains($0) && version >= 5 ? nil : codes[$0]) }
    }

    private mutating func addSheet(_ record: ExcelRecord) {
        guard let start = number(record, 0, 4), let kind = number(record, 5, 1) else { return }
        let name = string(record.body.lowerBound + 6, end: record.body.upperBound, lengthWidth: 1)
        sheets.append((name, start, kind == 0))
    }

    private mutating func addFormat(_ record: ExcelRecord, to codes: inout [Int: String]) {
        let number = version == 4 ? codes.count : number(record, 0, 2) ?? 0
        let width = version == 8 ? 2 : 1
        codes[number] = text(string(record.body.lowerBound + 2, end: record.body.upperBound, lengthWidth: width))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func number(_ record: ExcelRecord, _ offset: Int, _ width: Int) -> Int? {
        guard offset + width <= record.body.count else { return nil }
        return file.number(at: record.body.lowerBound + offset, width: width)
    }

    /// The UTF-8 of the string at `start`, with its length in `width` bytes.
    private func string(_ start: Int, end: Int, lengthWidth width: Int) -> [UInt8] {
        guard start <= end, let count = file.number(at: start, width: width) else { return [] }
        guard version < 8 else {
            guard let flags = file.number(at: start + width, width: 1) else { return [] }
            let runs = (flags & 8 != 0 ? 2 : 0) + (flags & 4 != 0 ? 4 : 0)
            let first = start + width + 1 + runs
            let bytes = file[min(first, end)..<end].prefix(flags & 1 != 0 ? 2 * count : count)
            return flags & 1 != 0 ? Array(wideText(bytes).utf8) : Array(text(bytes).utf8)
        }
        var defects: Set<Defect> = []
        let first = min(start + width, end)
        return OfficeBinary.text(file[first..<end].prefix(count), codePage: codePage, &defects)
    }

    private func wideText(_ bytes: ArraySlice<UInt8>) -> String {
        String(
            decoding: stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
                UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
            }, as: UTF16.self)
    }

    /// Characters of one byte are the first 256 of Unicode.
    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { UInt16($0) }, as: UTF16.self)
    }

    // MARK: Sheets

    private func write(_ parts: ExcelParts, to text: inout PackagedText) {
        if parts.isDamaged { text.add(.badStructure) }
        var parts = Dictionary(parts.records.map { ($0.start, $0.bytes) }) { first, _ in first }
        if sheets.isEmpty {
            for (_, bytes) in parts.sorted(by: { $0.key < $1.key }) { write(sheet: bytes, to: &text) }
        }
        for sheet in sheets where sheet.hasCells {
            text.addParagraph(self.text(sheet.name))
            if let bytes = parts.removeValue(forKey: sheet.start) {
                write(sheet: bytes, to: &text)
            } else {
                text.add(.badStructure)
            }
        }
    }

    /// A cell of a sheet: its place, and the record with its value.
    private struct Cell {
        /// The row, then the column in the lower half.
        let place: UInt32
        let record: UInt32
    }

    private func write(sheet: Range<Int>, to text: inout PackagedText) {
        var cells: [Cell] = []
        var boxes: [ExcelRecord] = []
        var depth = 0
        for record in records(in: sheet) {
            if Kind.beginnings.contains(record.type) { depth += 1 }
            if record.type == Kind.end { depth -= 1 }
            // Charts are within sheets.
            guard depth == 1 else { continue }
            if record.type == Kind.textBox { boxes.append(record) } else { addCells(of: record, to: &cells) }
        }
        // Excel writes them in order, others do not.
        if zip(cells, cells.dropFirst()).contains(where: { $0.place > $1.place }) { cells.sort { $0.place < $1.place } }
        text.write { write(cells, to: &$0) }
        for box in boxes { write(box: box, to: &text) }
    }

    private func addCells(of record: ExcelRecord, to cells: inout [Cell]) {
        guard isCell(record.type), let row = number(record, 0, 2), let column = number(record, 2, 2) else { return }
        let count = record.type == Kind.packedRow ? max(0, (record.body.count - 6) / 6) : 1
        for index in 0..<count {
            let place = UInt32(row) << 16 | UInt32((column + index) & 0xFFFF)
            cells.append(Cell(place: place, record: UInt32(record.body.lowerBound - 4)))
        }
    }

    private func isCell(_ type: Int) -> Bool {
        type == Kind.sharedLabel || type == Kind.packed || type == Kind.packedRow || Kind.labels.contains(type)
            || Kind.numbers.contains(type) || Kind.booleans.contains(type) || Kind.formulas.contains(type)
            || (type == Kind.integer && version == 2)
    }

    private func write(_ cells: [Cell], to layout: inout TextLayout) {
        var row: UInt32?
        for cell in cells {
            if row != cell.place >> 16 {
                if row != nil { layout.endRow() }
                layout.beginRow()
                row = cell.place >> 16
            }
            guard !layout.isTruncated else { break }
            let text = value(cell)
            guard !text.isEmpty else { continue }
            layout.beginCell()
            text.withUnsafeBufferPointer { layout.write($0) }
        }
        if row != nil { layout.endRow() }
    }

    /// The text of a box or a comment, in the record that continues it (2.4.329).
    private func write(box record: ExcelRecord, to text: inout PackagedText) {
        guard version == 8, let count = number(record, 10, 2), count > 0 else { return }
        var reader = ContinuedRecord(file, record)
        guard reader.skipToContinuation(), let flags = reader.number(1) else { return }
        text.addParagraph(self.text(reader.characters(count, isWide: flags & 1 != 0)))
    }

    // MARK: Values

    private func value(_ cell: Cell) -> [UInt8] {
        guard let record = ExcelRecord(file, at: Int(cell.record)) else { return [] }
        // Excel 2 has three bytes of attributes in place of the number of a style.
        let start = version == 2 ? 7 : 6
        let (from, end) = (record.body.lowerBound + start, record.body.upperBound)
        let format = format(record, 4)
        switch record.type {
        case Kind.sharedLabel: return number(record, 6, 4).flatMap { strings[$0] }.map(Array.init) ?? []
        case _ where Kind.labels.contains(record.type): return string(from, end: end, lengthWidth: version == 2 ? 1 : 2)
        case _ where Kind.numbers.contains(record.type): return number(record, start, format)
        case Kind.integer: return Array(String(number(record, start, 2) ?? 0).utf8)
        case Kind.packed: return packed(record, 6, format)
        case Kind.packedRow:
            let index = (Int(cell.place & 0xFFFF) - (number(record, 2, 2) ?? 0)) & 0xFFFF
            return packed(record, 6 + 6 * index, self.format(record, 4 + 6 * index))
        case _ where Kind.booleans.contains(record.type): return boolean(record, start)
        default: return result(record, start, format)
        }
    }

    private func format(_ record: ExcelRecord, _ offset: Int) -> CellFormat {
        guard version > 2, let style = number(record, offset, 2), formats.indices.contains(style) else {
            return .number
        }
        return formats[style]
    }

    private func number(_ record: ExcelRecord, _ offset: Int, _ format: CellFormat) -> [UInt8] {
        guard offset + 8 <= record.body.count, let bits = file.bits(at: record.body.lowerBound + offset) else {
            return []
        }
        return shown(Double(bitPattern: bits), format)
    }

    private func shown(_ number: Double, _ format: CellFormat) -> [UInt8] {
        number.isFinite ? Array(format.text(number, startsIn1904: startsIn1904).utf8) : []
    }

    /// A number of 30 bits: an integer or the high bits of a double, maybe times 100 (2.5.218).
    private func packed(_ record: ExcelRecord, _ offset: Int, _ format: CellFormat) -> [UInt8] {
        guard let raw = number(record, offset, 4) else { return [] }
        let value =
            raw & 2 != 0
            ? Double(Int32(truncatingIfNeeded: raw) >> 2) : Double(bitPattern: UInt64(raw & 0xFFFF_FFFC) << 32)
        return shown(raw & 1 != 0 ? value / 100 : value, format)
    }

    private func boolean(_ record: ExcelRecord, _ offset: Int) -> [UInt8] {
        guard let value = number(record, offset, 1), number(record, offset + 1, 1) == 0 else { return [] }
        return Array((value == 1 ? "TRUE" : "FALSE").utf8)
    }

    /// The value of a formula when it was last calculated (2.5.133).
    private func result(_ record: ExcelRecord, _ offset: Int, _ format: CellFormat) -> [UInt8] {
        guard number(record, offset + 6, 2) == 0xFFFF else { return number(record, offset, format) }
        switch number(record, offset, 1) {
        case 0: return result(after: record)
        case 1: return Array((number(record, offset + 2, 1) == 1 ? "TRUE" : "FALSE").utf8)
        default: return []
        }
    }

    /// The text that a formula made, which is not far behind it: its array or shared formula may come first.
    private func result(after record: ExcelRecord) -> [UInt8] {
        var at = record.body.upperBound
        for _ in 0..<4 {
            guard let next = ExcelRecord(file, at: at) else { return [] }
            if Kind.strings.contains(next.type) {
                guard version == 8 else {
                    return string(next.body.lowerBound, end: next.body.upperBound, lengthWidth: version == 2 ? 1 : 2)
                }
                var reader = ContinuedRecord(file, next)
                return reader.string(lengthWidth: 2) ?? []
            }
            at = next.body.upperBound
        }
        return []
    }
}

/// The strings that cells share ([MS-XLS], 2.4.265).
private struct ExcelStrings {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    init() {}

    init(_ file: [UInt8], _ record: ExcelRecord) {
        var reader = ContinuedRecord(file, record)
        reader.skip(8)
        while let string = reader.string(lengthWidth: 2) {
            bytes += string
            ends.append(bytes.count)
        }
    }

    subscript(index: Int) -> ArraySlice<UInt8>? {
        guard ends.indices.contains(index) else { return nil }
        return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }
}
