import RecallText

/// The properties of a character that change how it is read.
struct WordMarks: OptionSet {
    var rawValue: UInt8

    static let hidden = WordMarks(rawValue: 1)
    /// Deleted while changes were tracked, or a stand-in for a symbol.
    static let dropped = WordMarks(rawValue: 2)
    static let inTable = WordMarks(rawValue: 4)
    static let rowEnd = WordMarks(rawValue: 8)
    static let listItem = WordMarks(rawValue: 16)

    /// The level of a list item, from 0 to 7.
    var level: Int {
        get { Int(rawValue >> 5) }
        set { rawValue = rawValue & 0x1F | UInt8(min(max(0, newValue), 7)) << 5 }
    }
}

/// The formatting of a document, as far as it changes how the text is read: formatted pages of characters and paragraphs
/// ([MS-DOC], 2.9.32 and 2.9.179).
struct WordFormatting {
    /// Bytes with marks. Runs are ascending and do not overlap.
    private typealias Run = (bytes: Range<Int>, marks: WordMarks)

    private var characters: [Run] = []
    private var paragraphs: [Run] = []

    /// The formatting of a document without any.
    init() {}

    /// The formatting of the document in the stream `WordDocument` with the tables of another.
    init(_ file: [UInt8], _ table: [UInt8]) {
        characters = Self.runs(file, table, listedAt: 0xFA, Self.characterProperties)
        paragraphs = Self.runs(file, table, listedAt: 0x102, Self.paragraphProperties)
    }

    /// Adds to the last of `marks`, which are those of the characters in `bytes`.
    func mark(_ marks: inout [WordMarks], _ bytes: Range<Int>, width: Int) {
        let first = marks.count - bytes.count / width
        for runs in [characters, paragraphs] {
            var index = Self.firstRun(in: runs, endingAfter: bytes.lowerBound)
            while index < runs.count, runs[index].bytes.lowerBound < bytes.upperBound {
                let range = runs[index].bytes.clamped(to: bytes)
                let start = (range.lowerBound - bytes.lowerBound) / width
                for at in start..<max(start, (range.upperBound - bytes.lowerBound) / width) {
                    marks[first + at].rawValue |= runs[index].marks.rawValue
                }
                index += 1
            }
        }
    }

    private static func firstRun(in runs: [Run], endingAfter offset: Int) -> Int {
        runs.firstIndexInOrder { $0.bytes.upperBound > offset }
    }

    // MARK: Formatted pages

    private static let pageSize = 512

    /// The runs with marks in the pages that a table lists, whose offset and size are in the header.
    private static func runs(
        _ file: [UInt8], _ table: [UInt8], listedAt header: Int,
        _ properties: (_ page: ArraySlice<UInt8>, _ run: Int, _ runs: Int) -> ArraySlice<UInt8>
    ) -> [Run] {
        guard let offset = file.number(at: header, width: 4), let size = file.number(at: header + 4, width: 4),
            offset < table.count
        else { return [] }
        let list = table[offset...].prefix(size)
        // No page is listed twice.
        let listed = max(0, (list.count - 4) / 8)
        var runs: [Run] = []
        for entry in 0..<min(listed, file.count / pageSize) {
            guard let number = list.number(at: 4 * (listed + 1 + entry), width: 4) else { break }
            let start = (number & 0x3F_FFFF) * pageSize
            guard start + pageSize <= file.count else { continue }
            addRuns(of: file[start..<start + pageSize], properties, to: &runs)
        }
        return ascending(runs)
    }

    private static func addRuns(
        of page: ArraySlice<UInt8>, _ properties: (ArraySlice<UInt8>, Int, Int) -> ArraySlice<UInt8>,
        to runs: inout [Run]
    ) {
        let count = Int(page.last ?? 0)
        for index in 0..<count {
            guard let start = page.number(at: 4 * index, width: 4), let end = page.number(at: 4 * index + 4, width: 4),
                start < end
            else { continue }
            let marks = marks(properties(page, index, count))
            if !marks.isEmpty { runs.append((start..<end, marks)) }
        }
    }

    private static func ascending(_ runs: [Run]) -> [Run] {
        var end = 0
        return runs.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }.filter { run in
            defer { end = max(end, run.bytes.upperBound) }
            return run.bytes.lowerBound >= end
        }
    }

    private static func characterProperties(_ page: ArraySlice<UInt8>, _ run: Int, _ runs: Int) -> ArraySlice<UInt8> {
        guard let at = page.number(at: 4 * (runs + 1) + run, width: 1), at > 0,
            let size = page.number(at: 2 * at, width: 1)
        else { return [] }
        return page.dropFirst(2 * at + 1).prefix(size)
    }

    /// After the number of the style.
    private static func paragraphProperties(_ page: ArraySlice<UInt8>, _ run: Int, _ runs: Int) -> ArraySlice<UInt8> {
        guard let at = page.number(at: 4 * (runs + 1) + 13 * run, width: 1), at > 0,
            let size = page.number(at: 2 * at, width: 1)
        else { return [] }
        if size > 0 { return page.dropFirst(2 * at + 1).prefix(2 * size - 1).dropFirst(2) }
        guard let longer = page.number(at: 2 * at + 1, width: 1) else { return [] }
        return page.dropFirst(2 * at + 2).prefix(2 * longer).dropFirst(2)
    }

    // MARK: Single property modifiers

    /// The marks that modifiers make ([MS-DOC], 2.2.5 and 2.6).
    private static func marks(_ modifiers: ArraySlice<UInt8>) -> WordMarks {
        var marks: WordMarks = []
        var at = 0
        while let code = modifiers.number(at: at, width: 2) {
            let operand = modifiers.number(at: at + 2, width: 1) ?? 0
            obey(code, operand, modifiers.number(at: at + 2, width: 2) ?? 0, &marks)
            switch code >> 13 {
            case 0, 1: at += 3
            case 2, 4, 5: at += 4
            case 3: at += 6
            case 7: at += 5
            default: at += 3 + operand
            }
        }
        return marks
    }

    private static func obey(_ code: Int, _ operand: Int, _ wide: Int, _ marks: inout WordMarks) {
        switch code {
        case 0x0800: if operand == 1 { marks.insert(.dropped) }
        case 0x083C: if operand == 1 || operand == 0x81 { marks.insert(.hidden) }
        case 0x6A09: marks.insert(.dropped)
        case 0x2416: if operand == 1 { marks.insert(.inTable) }
        case 0x2417: if operand == 1 { marks.formUnion([.inTable, .rowEnd]) }
        case 0x460B: if (1...0x07FE).contains(wide) { marks.insert(.listItem) }
        case 0x260A: marks.level = operand
        default: break
        }
    }
}
