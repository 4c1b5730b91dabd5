import Foundation
import RecallTestSupport

/// The bytes of a file of Office before 2007 with these streams, a title and dates.
func officeBinary(_ streams: [String: [UInt8]], title: String = "") -> [UInt8] {
    var entries = streams.sorted { $0.key < $1.key }.map { CompoundFile.Entry.stream($0.key, $0.value) }
    if !title.isEmpty { entries.append(.stream("\u{5}SummaryInformation", summaryInformation(title))) }
    return CompoundFile.bytes(entries)
}

/// A property set ([MS-OLEPS]) in Windows-1252: the title, created on 2004-03-15 09:30, saved a day later, two pages.
private func summaryInformation(_ title: String) -> [UInt8] {
    let text = title.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + [0]
    func filetime(_ seconds: Double) -> [UInt8] {
        little(UInt32(0x40)) + little(UInt64((seconds + 11_644_473_600) * 1e7))
    }
    let values: [(id: UInt32, bytes: [UInt8])] = [
        (1, little(UInt32(2)) + little(UInt32(1_252))),
        (2, little(UInt32(0x1E)) + little(UInt32(text.count)) + text),
        (12, filetime(1_079_343_000)), (13, filetime(1_079_429_400)), (14, little(UInt32(3)) + little(UInt32(2))),
    ]
    var (list, data): ([UInt8], [UInt8]) = ([], [])
    for value in values {
        list += little(value.id) + little(UInt32(8 + 8 * values.count + data.count))
        data += value.bytes
    }
    let set = little(UInt32(8 + list.count + data.count)) + little(UInt32(values.count)) + list + data
    return little(UInt16(0xFFFE)) + Array(repeating: 0, count: 22) + little(UInt32(1)) + Array(repeating: 0, count: 16)
        + little(UInt32(48)) + set
}

/// Writes Word documents.
struct WordFile {
    /// The texts of the body, footnotes, headers, macros, comments, endnotes and text boxes.
    var parts = ["", "", "", "", "", "", ""]
    /// The characters that are written as bytes of Windows-1252 rather than UTF-16.
    var narrow = 0..<0
    /// Modifiers of characters and paragraphs, by the characters they are for.
    var characters: [(Range<Int>, [UInt8])] = []
    var paragraphs: [(Range<Int>, [UInt8])] = []
    var isEncrypted = false

    init(_ body: String) { parts[0] = body }

    private static let textStart = 2_048

    /// Its streams.
    var streams: [String: [UInt8]] {
        let units = Array(parts.joined().utf16)
        var text: [UInt8] = []
        var starts: [Int] = []
        var pieces: [(start: Int, end: Int, place: UInt32)] = []
        for (index, unit) in units.enumerated() {
            let isNarrow = narrow.contains(index)
            starts.append(Self.textStart + text.count)
            if index == 0 || isNarrow != narrow.contains(index - 1) {
                let place = isNarrow ? UInt32(2 * starts[index]) | 0x4000_0000 : UInt32(starts[index])
                pieces.append((index, index, place))
            }
            pieces[pieces.count - 1].end = index + 1
            text += isNarrow ? [UInt8(truncatingIfNeeded: unit)] : little(unit)
        }
        starts.append(Self.textStart + text.count)
        var file = [UInt8](repeating: 0, count: Self.textStart) + text
        file += Array(repeating: 0, count: (512 - file.count % 512) % 512)
        var table = little(UInt32(0))  // so that nothing is at 0
        for (field, runs, isParagraph) in [(0xFA, characters, false), (0x102, paragraphs, true)] where !runs.isEmpty {
            put(UInt32(table.count), at: field, &file)
            put(12, at: field + 4, &file)
            let bounds = [starts[runs[0].0.lowerBound], starts[runs[runs.count - 1].0.upperBound]]
            table += bounds.flatMap { little(UInt32($0)) } + little(UInt32(file.count / 512))
            file += Self.page(runs.map { (starts[$0.0.lowerBound], starts[$0.0.upperBound], $0.1) }, isParagraph)
        }
        let bounds = pieces.map { $0.start } + [units.count]
        var list: [UInt8] = bounds.flatMap { little(UInt32($0)) }
        for piece in pieces { list += little(UInt16(0)) + little(piece.place) + [0, 0] }
        put(UInt32(table.count), at: 0x1A2, &file)
        put(UInt32(list.count + 5), at: 0x1A6, &file)
        table += [2] + little(UInt32(list.count)) + list
        file.replaceSubrange(0..<4, with: [0xEC, 0xA5, 0xC1, 0])
        file[11] = isEncrypted ? 3 : 2
        for (index, part) in parts.enumerated() { put(UInt32(part.utf16.count), at: 0x4C + 4 * index, &file) }
        return ["WordDocument": file, "1Table": table]
    }

    private func put(_ number: UInt32, at offset: Int, _ file: inout [UInt8]) {
        file.replaceSubrange(offset..<offset + 4, with: little(number))
    }

    /// A formatted page: runs that follow each other.
    private static func page(_ runs: [(start: Int, end: Int, modifiers: [UInt8])], _ isParagraph: Bool) -> [UInt8] {
        var page = runs.flatMap { little(UInt32($0.start)) } + little(UInt32(runs[runs.count - 1].end))
        let offsets = page.count
        page += Array(repeating: 0, count: 512 - page.count)
        var free = 510
        for (index, run) in runs.enumerated() where !run.modifiers.isEmpty {
            let data =
                isParagraph
                ? [0, UInt8(run.modifiers.count + 3) / 2, 0, 0] + run.modifiers
                : [UInt8(run.modifiers.count)] + run.modifiers
            free -= data.count + data.count % 2
            page.replaceSubrange(free..<free + data.count, with: data)
            page[offsets + (isParagraph ? 13 : 1) * index] = UInt8(free / 2)
        }
        page[511] = UInt8(runs.count)
        return page
    }

    /// The stream of a document of Word 6 in a language.
    static func word6(_ bytes: [UInt8], language: UInt16) -> [UInt8] {
        var file = [UInt8](repeating: 0, count: 768) + bytes
        file.replaceSubrange(0..<8, with: [0xDC, 0xA5, 0x65, 0, 0, 0] + little(language))
        file.replaceSubrange(24..<32, with: little(UInt32(768)) + little(UInt32(768 + bytes.count)))
        file.replaceSubrange(0x34..<0x38, with: little(UInt32(bytes.count)))
        return file
    }
}

/// Writes the stream of an Excel workbook.
struct ExcelFile {
    /// 8 since Excel 97, 5 before.
    var version = 8
    /// Records before the sheets.
    var globals: [UInt8] = []
    /// The names of sheets, and the records of their cells.
    var sheets: [(name: String, records: [UInt8])] = []

    var stream: [UInt8] {
        let kind = little(UInt16(version == 8 ? 0x0600 : 0x0500))
        func beginning(_ type: UInt16) -> [UInt8] {
            Self.record(0x0809, kind + little(type) + Array(repeating: 0, count: version == 8 ? 12 : 4))
        }
        let end = Self.record(0x000A, [])
        var start = beginning(5).count + globals.count + end.count
        for sheet in sheets { start += 4 + 6 + Self.string(sheet.name, version, width: 1).count }
        var (file, bodies) = (beginning(5) + globals, [UInt8]())
        for sheet in sheets {
            let name = Self.string(sheet.name, version, width: 1)
            file += Self.record(0x0085, little(UInt32(start + bodies.count)) + [0, 0] + name)
            bodies += beginning(0x10) + sheet.records + end
        }
        return file + end + bodies
    }

    static func record(_ type: UInt16, _ body: [UInt8]) -> [UInt8] { little(type) + little(UInt16(body.count)) + body }

    /// A string with its length in `width` bytes: in Latin-1 or UTF-16 since Excel 97, in a code page before.
    static func string(_ text: String, _ version: Int = 8, width: Int = 2) -> [UInt8] {
        let units = Array(text.utf16)
        let length = Array(little(UInt16(units.count)).prefix(width))
        guard version == 8 else { return length + units.map { UInt8(truncatingIfNeeded: $0) } }
        let isWide = units.contains { $0 > 0xFF }
        return length + [isWide ? 1 : 0] + units.flatMap { isWide ? little($0) : [UInt8($0)] }
    }

    /// A cell's record: row, column, style, value.
    static func cell(_ type: UInt16, _ row: UInt16, _ column: UInt16, style: UInt16 = 0, _ value: [UInt8]) -> [UInt8] {
        record(type, little(row) + little(column) + little(style) + value)
    }

    static func number(_ row: UInt16, _ column: UInt16, _ number: Double, style: UInt16 = 0) -> [UInt8] {
        cell(0x0203, row, column, style: style, little(number.bitPattern))
    }

    static func label(_ row: UInt16, _ column: UInt16, _ text: String, version: Int = 8) -> [UInt8] {
        cell(0x0204, row, column, string(text, version))
    }

    /// A style by the number of its format.
    static func style(format: UInt16) -> [UInt8] {
        record(0x00E0, [0, 0] + little(format) + Array(repeating: 0, count: 16))
    }
}

/// Writes PowerPoint presentations.
struct PowerPointFile {
    /// The shapes of each slide, and its notes.
    var slides: [(shapes: [String], notes: String)]
    /// The slides in the order of the file; the list has them in theirs.
    var isReversed = false
    var isEncrypted = false

    private static func record(_ type: UInt16, instance: UInt16 = 0, isContainer: Bool = false, _ body: [UInt8])
        -> [UInt8]
    {
        little(instance << 4 | (isContainer ? 15 : 0)) + little(type) + little(UInt32(body.count)) + body
    }

    private static func container(_ type: UInt16, instance: UInt16 = 0, _ parts: [[UInt8]]) -> [UInt8] {
        record(type, instance: instance, isContainer: true, parts.flatMap { $0 })
    }

    /// A shape with a text, of the kind of a placeholder.
    private static func shape(_ content: [UInt8], placeholder: UInt8 = 0x0E) -> [UInt8] {
        let data = container(0xF011, [record(0x0BC3, little(UInt32(0)) + [placeholder, 0, 0, 0])])
        return container(0xF004, [data, container(0xF00D, [record(0x0F9F, little(UInt32(1))), content])])
    }

    static func text(_ text: String) -> [UInt8] {
        let units = Array(text.utf16)
        return units.allSatisfy { $0 < 0x100 }
            ? record(0x0FA8, units.map { UInt8($0) }) : record(0x0FA0, units.flatMap { little($0) })
    }

    private static func drawing(_ shapes: [[UInt8]]) -> [UInt8] {
        container(0x040C, [container(0xF002, [container(0xF003, shapes)])])
    }

    private static func reference(_ object: Int, _ id: Int) -> [UInt8] {
        record(0x03F3, [UInt32(object), 0, 0, UInt32(id), 0].flatMap { little($0) })
    }

    var streams: [String: [UInt8]] {
        var (file, offsets) = ([UInt8](), [UInt32]())
        var (list, notesList): ([[UInt8]], [[UInt8]]) = ([], [])
        // Objects: 1 the document, then each slide and its notes.
        for (index, slide) in slides.enumerated() {
            list.append(Self.reference(2 + 2 * index, 256 + index))
            list.append(Self.record(0x0F9F, little(UInt32(0))) + Self.text(slide.shapes.first ?? ""))
            if !slide.notes.isEmpty { notesList.append(Self.reference(3 + 2 * index, 512 + index)) }
        }
        let document = Self.container(
            0x03E8, [Self.container(0x0FF0, list), Self.container(0x0FF0, instance: 2, notesList)])
        offsets = Array(repeating: 0, count: 1 + 2 * slides.count)
        for index in isReversed ? Array(slides.indices.reversed()) : Array(slides.indices) {
            offsets[1 + 2 * index] = UInt32(file.count)
            file += Self.slide(slides[index].shapes, notes: slides[index].notes.isEmpty ? 0 : 512 + index)
            offsets[2 + 2 * index] = UInt32(file.count)
            file += Self.container(0x03F0, [Self.drawing([Self.shape(Self.text(slides[index].notes))])])
        }
        offsets[0] = UInt32(file.count)
        file += document
        let directory = file.count
        file += Self.record(0x1772, little(UInt32(offsets.count) << 20 | 1) + offsets.flatMap { little($0) })
        let edit = file.count
        file += Self.record(0x0FF5, [0, 0, 0, UInt32(directory), 1, 0, 0].flatMap { little($0) })
        let token: UInt32 = isEncrypted ? 0xF3D1_C4DF : 0xE391_C05F
        return [
            "PowerPoint Document": file,
            "Current User": Self.record(
                0x0FF6, little(UInt32(20)) + little(token) + little(UInt32(edit)) + [0, 0, 0, 0]),
        ]
    }

    /// A slide whose first shape shows the list's text, and whose last is its number.
    private static func slide(_ shapes: [String], notes: Int) -> [UInt8] {
        let atom = record(0x03EF, Array(repeating: 0, count: 16) + little(UInt32(notes)) + [0, 0, 0, 0])
        let outlined = shapes.isEmpty ? [] : [shape(record(0x0F9E, little(UInt32(0))))]
        let own = shapes.dropFirst().map { shape(text($0)) }
        return container(0x03EE, [atom, drawing(outlined + own + [shape(text("*"), placeholder: 8)])])
    }
}
