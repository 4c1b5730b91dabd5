import Foundation
import RecallCore

/// Reads the cells of a workbook whose parts are records instead of XML (`.xlsb`, [MS-XLSB]), in the parsing process.
enum BinaryWorkbook {
    static let workbook = "xl/workbook.bin"
    private static let strings = "xl/sharedStrings.bin", styles = "xl/styles.bin"

    static func isNeeded(_ path: String) -> Bool {
        [workbook, strings, styles, "xl/_rels/workbook.bin.rels"].contains(path)
            || path.hasPrefix("xl/worksheets/") && path.hasSuffix(".bin")
    }

    static func text(of package: DocumentPackage) throws -> ParserReply {
        let known = package.relationships(of: workbook)
        var (sheets, startsIn1904): ([(name: String, path: String)], Bool) = ([], false)
        for record in BinaryRecords(package[workbook] ?? []) {
            switch record.type {
            case Kind.properties: startsIn1904 = (record.number(at: 0, width: 4) ?? 0) & 1 != 0
            case Kind.sheet:
                guard let (id, next) = record.string(at: 8), let (name, _) = record.string(at: next),
                    let sheet = known[id]
                else { continue }
                sheets.append((name, sheet.path))
            default: break
            }
        }
        let cells = BinaryCells(
            strings: sharedStrings(package[strings] ?? []), formats: formats(package[styles] ?? []),
            startsIn1904: startsIn1904)
        var text = PackagedText()
        for sheet in sheets {
            // A chart sheet has no cells.
            guard let part = package[sheet.path] else { continue }
            text.addParagraph(sheet.name)
            text.write { cells.write(part, to: &$0) }
        }
        let properties = OfficeProperties(package)
        return text.reply(
            title: properties.title, pageCount: nil, created: properties.created, modified: properties.modified,
            program: "Excel")
    }

    /// The types of records (2.3).
    fileprivate enum Kind {
        static let row = 0, packed = 2, boolean = 4, number = 5, text = 6, sharedText = 7
        static let formulaText = 8, formulaNumber = 9, formulaBoolean = 10, richText = 62
        static let sharedString = 19, format = 44, style = 47, stylesBegin = 617, stylesEnd = 618
        static let properties = 153, sheet = 156
    }

    private static func sharedStrings(_ part: [UInt8]) -> [String] {
        // A byte of flags is before each text.
        BinaryRecords(part).lazy.filter { $0.type == Kind.sharedString }.map { $0.string(at: 1)?.text ?? "" }
    }

    private static func formats(_ part: [UInt8]) -> [CellFormat] {
        var (codes, formats, inCells): ([Int: String], [CellFormat], Bool) = ([:], [], false)
        for record in BinaryRecords(part) {
            switch record.type {
            case Kind.format:
                if let id = record.number(at: 0, width: 2) { codes[id] = record.string(at: 2)?.text }
            case Kind.stylesBegin: inCells = true
            case Kind.stylesEnd: inCells = false
            case Kind.style where inCells:
                let id = record.number(at: 2, width: 2) ?? 0
                formats.append(CellFormat(id, codes[id]))
            default: break
            }
        }
        return formats
    }
}

/// The values of cells as text (2.2.1).
private struct BinaryCells {
    let strings: [String]
    let formats: [CellFormat]
    let startsIn1904: Bool

    /// Writes a line for each row of a sheet.
    func write(_ part: [UInt8], to layout: inout TextLayout) {
        var hasRow = false
        for record in BinaryRecords(part) {
            guard !layout.isTruncated else { return }
            if record.type == BinaryWorkbook.Kind.row {
                if hasRow { layout.endRow() }
                layout.beginRow()
                hasRow = true
            } else if var text = text(of: record), !text.isEmpty {
                layout.beginCell()
                text.withUTF8 { layout.write($0) }
            }
        }
        if hasRow { layout.endRow() }
    }

    /// The text of a cell, whose value follows its column and style; `nil` if the record is none.
    private func text(of record: BinaryRecords.Record) -> String? {
        typealias Kind = BinaryWorkbook.Kind
        let value = 8
        switch record.type {
        case Kind.packed: return record.number(at: value, width: 4).flatMap { number(Self.unpacked($0), record) }
        case Kind.number, Kind.formulaNumber:
            return record.number(at: value, width: 8).flatMap {
                number(Double(bitPattern: UInt64(bitPattern: Int64($0))), record)
            }
        case Kind.boolean, Kind.formulaBoolean:
            return record.number(at: value, width: 1).map { $0 == 0 ? "FALSE" : "TRUE" }
        case Kind.text, Kind.formulaText: return record.string(at: value)?.text
        case Kind.richText: return record.string(at: value + 1)?.text
        case Kind.sharedText:
            guard let index = record.number(at: value, width: 4), strings.indices.contains(index) else { return nil }
            return strings[index]
        default: return nil
        }
    }

    private func number(_ number: Double, _ record: BinaryRecords.Record) -> String? {
        guard number.isFinite else { return nil }
        let style = (record.number(at: 4, width: 4) ?? 0) & 0xFF_FFFF
        let format = formats.indices.contains(style) ? formats[style] : .number
        return format.text(number, startsIn1904: startsIn1904)
    }

    /// A number of 30 bits, whole or the upper part of a double, and perhaps in hundredths (2.5.123).
    private static func unpacked(_ packed: Int) -> Double {
        let isWhole = packed & 2 != 0
        let number =
            isWhole
            ? Double(Int32(truncatingIfNeeded: packed) >> 2) : Double(bitPattern: UInt64(packed & ~3) << 32)
        return packed & 1 != 0 ? number / 100 : number
    }
}

/// The records of a part (2.1.4): a type and a size, each in groups of seven bits, and the data.
private struct BinaryRecords: Sequence, IteratorProtocol {
    struct Record {
        let type: Int
        fileprivate let body: ArraySlice<UInt8>

        /// The little-endian number so many bytes into the data.
        func number(at offset: Int, width: Int) -> Int? {
            guard offset >= 0, offset + width <= body.count else { return nil }
            let start = body.startIndex + offset
            return (0..<width).reduce(0) { $0 | Int(truncatingIfNeeded: UInt64(body[start + $1]) << UInt64(8 * $1)) }
        }

        /// The string with its length before it, and where what follows begins (2.5.168).
        func string(at offset: Int) -> (text: String, next: Int)? {
            guard let count = number(at: offset, width: 4), count >= 0, count <= (body.count - offset - 4) / 2 else {
                return nil
            }
            let start = body.startIndex + offset + 4
            let units = (0..<count).map { UInt16(body[start + 2 * $0]) | UInt16(body[start + 2 * $0 + 1]) << 8 }
            return (String(decoding: units, as: UTF16.self), offset + 4 + 2 * count)
        }
    }

    private let part: [UInt8]
    private var at = 0

    init(_ part: [UInt8]) { self.part = part }

    mutating func next() -> Record? {
        guard let first = byte() else { return nil }
        var type = Int(first)
        if first >= 0x80 {
            guard let second = byte() else { return nil }
            type = Int(first & 0x7F) | Int(second & 0x7F) << 7
        }
        var size = 0
        for group in 0..<4 {
            guard let byte = byte() else { return nil }
            size |= Int(byte & 0x7F) << (7 * group)
            if byte < 0x80 { break }
        }
        guard at + size <= part.count else { return nil }
        defer { at += size }
        return Record(type: type, body: part[at..<at + size])
    }

    private mutating func byte() -> UInt8? {
        guard at < part.count else { return nil }
        defer { at += 1 }
        return part[at]
    }
}
