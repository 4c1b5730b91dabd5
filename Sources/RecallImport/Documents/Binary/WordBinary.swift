import RecallCore

/// Reads the text of a Word document of before 2007 ([MS-DOC]), and of Word 6 and 95, in the parsing process: the body, then
/// notes and text boxes, without headers and comments.
struct WordBinary {
    private let file: [UInt8]
    private let header: WordHeader
    private let pieces: [WordPiece]
    private let formatting: WordFormatting

    /// The reply to the stream `WordDocument` of a file, and to the stream of tables with the name that it states.
    static func read(
        _ file: [UInt8], table: (String) -> [UInt8]?, _ properties: OfficeBinaryProperties
    ) throws(ImportFailure) -> ParserReply {
        guard let header = WordHeader(file) else {
            throw OfficeBinary.failure(
                .malformed, "The file is no Word document, or damaged. Open it in Word and save it again.")
        }
        guard !header.isEncrypted else { throw OfficeBinary.encrypted }
        let table = header.isWord97 ? table(header.tableName) ?? [] : file
        var text = PackagedText()
        WordBinary(file, header, table, &text).write(to: &text)
        return text.reply(
            title: properties.title, pageCount: properties.pageCount, created: properties.created,
            modified: properties.modified, program: "Word")
    }

    private init(_ file: [UInt8], _ header: WordHeader, _ table: [UInt8], _ text: inout PackagedText) {
        (self.file, self.header) = (file, header)
        let pieces = header.pieceTable(in: table).map { WordPiece.table($0, isWord97: header.isWord97) } ?? []
        if pieces.isEmpty, header.needsPieces { text.add(.badStructure) }
        self.pieces = pieces.isEmpty ? [header.wholeText] : pieces
        formatting = header.isWord97 ? WordFormatting(file, table) : WordFormatting()
    }

    private func write(to text: inout PackagedText) {
        var room = ImportLimits.textBytes
        var defects: Set<Defect> = []
        if header.bodyLength > pieces.last?.characters.upperBound ?? 0 { defects.insert(.badStructure) }
        for part in header.parts {
            let run = run(part, &room)
            text.write { layout in
                var writer = WordWriter(layout, codePage: header.isWord97 ? nil : header.codePage)
                writer.write(run)
                defects.formUnion(writer.defects)
                layout = writer.layout
            }
        }
        if room <= 0 { defects.insert(.truncatedText) }
        for defect in defects { text.add(defect) }
    }

    /// The characters of a part, at most `room`.
    private func run(_ part: Range<Int>, _ room: inout Int) -> WordRun {
        var run = WordRun()
        for piece in pieces where room > 0 && piece.characters.overlaps(part) {
            let wanted = piece.characters.clamped(to: part)
            let start = piece.offset + (wanted.lowerBound - piece.characters.lowerBound) * piece.width
            let count = min(wanted.count, room, (file.count - start) / piece.width)
            guard start >= 0, count > 0 else { continue }
            room -= count
            let bytes = start..<start + count * piece.width
            run.append(file[bytes], isWide: piece.width == 2)
            if header.isWord97 { formatting.mark(&run.marks, bytes, width: piece.width) }
        }
        if !header.isWord97 { run.markTables() }
        return run
    }
}

/// The file information block ([MS-DOC], 2.5), and that of Word 6 and 95.
struct WordHeader {
    let isWord97: Bool
    let isEncrypted: Bool
    /// The stream with the tables of the document.
    let tableName: String
    /// The Windows code page of a text before Word 97.
    let codePage: Int
    /// True if the text is in pieces, and is not to be had without their table.
    let needsPieces: Bool
    /// The characters of the body.
    let bodyLength: Int
    /// The text between the offsets that the header states, without a table of pieces.
    let wholeText: WordPiece
    /// The characters of the body, footnotes, endnotes and text boxes.
    let parts: [Range<Int>]
    private let pieces: (offset: Int, size: Int)

    /// Since Word 97, of Word 6 and 95, and of Word 95 for East Asia.
    private static let beginnings: Set = [0xA5EC, 0xA5DC, 0xA697, 0xA698, 0xA699]

    init?(_ file: [UInt8]) {
        guard let mark = file.number(at: 0, width: 2), Self.beginnings.contains(mark),
            let version = file.number(at: 2, width: 2), let language = file.number(at: 6, width: 2),
            let flags = file.number(at: 10, width: 2), let start = file.number(at: 24, width: 4),
            let end = file.number(at: 28, width: 4)
        else { return nil }
        // 193 in Word 97, at most 105 before.
        isWord97 = version > 105
        isEncrypted = flags & 0x0100 != 0
        needsPieces = isWord97 || flags & 0x0004 != 0
        tableName = flags & 0x0200 != 0 ? "1Table" : "0Table"
        codePage = file.number(at: 20, width: 2) == 256 ? 10_000 : Self.codePage(ofLanguage: language)
        let at = isWord97 ? (lengths: 0x4C, pieces: 0x1A2) : (lengths: 0x34, pieces: 0x160)
        pieces = (file.number(at: at.pieces, width: 4) ?? 0, file.number(at: at.pieces + 4, width: 4) ?? 0)
        let isWide = flags & 0x1000 != 0 && !isWord97
        let count = max(0, min(end, file.count) - start) / (isWide ? 2 : 1)
        wholeText = WordPiece(characters: 0..<count, offset: start, width: isWide ? 2 : 1)
        // Body, footnotes, headers, macros, comments, endnotes, text boxes.
        let lengths = (0..<7).map { file.number(at: at.lengths + 4 * $0, width: 4) ?? 0 }
        let starts = lengths.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        bodyLength = lengths[0]
        // A body of nothing is one that was not counted.
        let all = lengths[0] == 0 ? [0..<Int(UInt32.max)] : []
        parts = all + [0, 1, 5, 6].filter { lengths[$0] > 0 }.map { starts[$0]..<starts[$0] + lengths[$0] }
    }

    /// The bytes of the complex part (2.9.38) in the stream of tables; `nil` if there are none.
    func pieceTable(in table: [UInt8]) -> ArraySlice<UInt8>? {
        guard needsPieces, pieces.size > 0, pieces.offset < table.count else { return nil }
        return table[pieces.offset...].prefix(pieces.size)
    }

    /// The Windows code page of a language ([MS-LCID]), whose low ten bits are without the country.
    private static func codePage(ofLanguage language: Int) -> Int {
        switch language & 0x3FF {
        case 0x05, 0x0E, 0x15, 0x18, 0x1A, 0x1B, 0x1C, 0x24: 1_250
        case 0x02, 0x19, 0x22, 0x23, 0x2F: 1_251
        case 0x08: 1_253
        case 0x1F: 1_254
        case 0x0D: 1_255
        case 0x01, 0x20, 0x29: 1_256
        case 0x25, 0x26, 0x27: 1_257
        case 0x2A: 1_258
        case 0x1E: 874
        case 0x11: 932
        case 0x12: 949
        case 0x04: [0x0804, 0x1004].contains(language) ? 936 : 950
        default: 1_252
        }
    }
}

/// Characters that follow each other in the file.
struct WordPiece {
    let characters: Range<Int>
    /// The first byte in the stream `WordDocument`.
    let offset: Int
    /// The bytes of a character: 1 in a code page, 2 in UTF-16.
    let width: Int

    /// The pieces of a document, ascending ([MS-DOC], 2.9.38, 2.9.177 and 2.9.73).
    static func table(_ complex: ArraySlice<UInt8>, isWord97: Bool) -> [WordPiece] {
        var at = 0
        while complex.number(at: at, width: 1) == 1, let size = complex.number(at: at + 1, width: 2) { at += 3 + size }
        guard complex.number(at: at, width: 1) == 2, let size = complex.number(at: at + 1, width: 4) else { return [] }
        let table = complex.dropFirst(at + 5).prefix(size)
        let count = max(0, (table.count - 4) / 12)
        var pieces: [WordPiece] = []
        for index in 0..<count {
            guard let start = table.number(at: 4 * index, width: 4),
                let end = table.number(at: 4 * index + 4, width: 4),
                let place = table.number(at: 4 * (count + 1) + 8 * index + 2, width: 4),
                start < end, start >= pieces.last?.characters.upperBound ?? 0
            else { continue }
            let isWide = isWord97 && place & 0x4000_0000 == 0
            let offset = isWide || !isWord97 ? place & 0x3FFF_FFFF : (place & 0x3FFF_FFFF) / 2
            pieces.append(WordPiece(characters: start..<end, offset: offset, width: isWide ? 2 : 1))
        }
        return pieces
    }
}

/// The characters of a part of a document, each with its marks.
struct WordRun {
    /// UTF-16, or bytes in a code page.
    private(set) var units: [UInt16] = []
    var marks: [WordMarks] = []

    mutating func append(_ bytes: ArraySlice<UInt8>, isWide: Bool) {
        if isWide {
            units.append(
                contentsOf: stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
                    UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
                })
        } else {
            units.append(contentsOf: bytes.lazy.map { UInt16($0) })
        }
        marks.append(contentsOf: repeatElement([], count: units.count - marks.count))
    }

    /// Marks cells and the ends of rows by the characters alone: a row ends with one more mark than it has cells.
    mutating func markTables() {
        var start = 0
        for end in units.indices where units[end] == WordWriter.cellEnd || units[end] == WordWriter.paragraphEnd {
            if units[end] == WordWriter.cellEnd {
                let endsRow = end == start && end > 0 && units[end - 1] == WordWriter.cellEnd
                for index in start...end { marks[index] = endsRow ? [.inTable, .rowEnd] : .inTable }
            }
            start = end + 1
        }
    }
}

/// Writes the characters of a part: paragraphs, tables, the results of fields.
struct WordWriter {
    static let cellEnd: UInt16 = 0x07, paragraphEnd: UInt16 = 0x0D
    private static let pageEnd: UInt16 = 0x0C, columnEnd: UInt16 = 0x0E

    private(set) var layout: TextLayout
    private(set) var defects: Set<Defect> = []
    /// The code page of the characters; `nil` if they are UTF-16.
    private let codePage: Int?
    private var pending: [UInt16] = []
    /// The open fields, the innermost last: true while their code is read, which is not for readers.
    private var fields: [Bool] = []
    private var codes = 0
    private var inRow = false
    private var isAtCellStart = false
    private var wasListItem = false

    init(_ layout: TextLayout, codePage: Int?) {
        (self.layout, self.codePage) = (layout, codePage)
        self.layout.requireBreak(2)
    }

    mutating func write(_ run: WordRun) {
        var start = 0
        while start < run.units.count {
            let end = run.units[start...].firstIndex(where: Self.endsParagraph) ?? run.units.count
            let marks = run.marks[min(end, run.marks.count - 1)]
            begin(marks)
            for index in start..<end { write(run.units[index], run.marks[index]) }
            flush()
            self.end(marks, end < run.units.count ? run.units[end] : Self.paragraphEnd)
            start = end + 1
        }
        if inRow { endRow() }
        layout.isHidden = false
        if !fields.isEmpty { defects.insert(.badStructure) }
    }

    private static func endsParagraph(_ unit: UInt16) -> Bool {
        unit == paragraphEnd || unit == cellEnd || unit == pageEnd || unit == columnEnd
    }

    private mutating func begin(_ marks: WordMarks) {
        layout.endListItem()
        if !marks.contains(.inTable), inRow { endRow() }
        if marks.contains(.inTable), !marks.contains(.rowEnd) { beginCell() } else { layout.requireBreak(2) }
        let isListItem = marks.contains(.listItem)
        if isListItem { layout.beginListItem(indentedBy: marks.level, afterItem: wasListItem) }
        wasListItem = isListItem
    }

    private mutating func beginCell() {
        if !inRow {
            layout.beginRow()
            (inRow, isAtCellStart) = (true, true)
        }
        if isAtCellStart { layout.beginCell() } else { layout.requireBreak(2) }
        isAtCellStart = false
    }

    private mutating func end(_ marks: WordMarks, _ mark: UInt16) {
        if marks.contains(.rowEnd) {
            layout.endRow()
            inRow = false
        } else if mark == Self.cellEnd {
            isAtCellStart = true
        } else {
            layout.requireBreak(2)
        }
    }

    /// Ends a row that has no end, or that was the last of a table.
    private mutating func endRow() {
        layout.endRow()
        layout.rowLine = nil
        inRow = false
    }

    /// Special characters are those of [MS-DOC], 2.8.25, and of 2.4.1.
    private mutating func write(_ unit: UInt16, _ marks: WordMarks) {
        switch unit {
        case 0x13...0x15: writeField(unit)
        case _ where codes > 0 || marks.contains(.dropped): break
        case 0x09: writeTab()
        case 0x0B:
            flush()
            layout.addBreak()
        case 0x1E: append(0x2D, marks)
        case ..<0x20: break
        default: append(unit, marks)
        }
    }

    private mutating func writeField(_ unit: UInt16) {
        flush()
        switch unit {
        case 0x13:
            fields.append(true)
            codes += 1
        case 0x14 where fields.isEmpty: break
        case 0x14:
            if fields.popLast() == true { codes -= 1 }
            fields.append(false)
        default: if fields.popLast() == true { codes -= 1 }
        }
    }

    private mutating func writeTab() {
        flush()
        layout.isPreformatted = true
        append(0x09, [])
        flush()
        layout.isPreformatted = false
    }

    private mutating func append(_ unit: UInt16, _ marks: WordMarks) {
        let isHidden = marks.contains(.hidden)
        if isHidden != layout.isHidden {
            flush()
            layout.isHidden = isHidden
        }
        pending.append(unit)
    }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        let text =
            if let codePage {
                OfficeBinary.text(pending.map { UInt8(truncatingIfNeeded: $0) }, codePage: codePage, &defects)
            } else {
                Array(String(decoding: pending, as: UTF16.self).utf8)
            }
        text.withUnsafeBufferPointer { layout.write($0) }
        pending.removeAll(keepingCapacity: true)
    }
}
