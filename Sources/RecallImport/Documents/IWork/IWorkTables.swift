import Foundation
import RecallCore

/// The tables of a document: the objects that they are made of, which refer to each other by their numbers.
///
/// A table (type 6001) has lists of its texts (6005) and tiles (6002) with some hundred rows each. A tile is read once: whatever
/// refers to it again has nothing.
struct IWorkTables {
    private var objects: [Int: IWorkArchive.Message] = [:]
    /// The tables, in the order of the archives.
    private var tables: [Int] = []
    /// The sheets of a document of Numbers, which are its first object's.
    private var document: IWorkArchive.Message?

    private enum Kind {
        static let document = 1, sheet = 2, tableInfo = 6000, table = 6001, tile = 6002, list = 6005, listPart = 6011
        static let richText = 6218, texts = [2001, 2005]
        static let all = Set([document, sheet, tableInfo, table, tile, list, listPart, richText] + texts)
    }

    /// Keeps an object if tables may need it.
    mutating func add(_ message: IWorkArchive.Message) {
        guard Kind.all.contains(message.type) else { return }
        if message.type == Kind.document, document == nil { document = message }
        guard objects[message.object] == nil else { return }
        objects[message.object] = message
        if message.type == Kind.table { tables.append(message.object) }
    }

    /// The object of a type to which a reference in a field of a message leads.
    private func object(_ type: Int, at field: Int, of message: ArraySlice<UInt8>) -> IWorkArchive.Message? {
        message.message(field).flatMap { object(type, $0) }
    }

    private func object(_ type: Int, _ reference: ArraySlice<UInt8>) -> IWorkArchive.Message? {
        reference.integer(1).flatMap { objects[$0] }.flatMap { $0.type == type ? $0 : nil }
    }

    // MARK: Sheets

    /// A heading, or the cells of a table.
    enum Part {
        case heading(String)
        case table(IWorkTable)
    }

    /// The parts of all tables: sheet by sheet with their names, then those that are on no sheet.
    ///
    /// - Returns: the parts, and the numbers of the objects whose texts are in them.
    mutating func parts() -> (parts: [Part], texts: Set<Int>) {
        var (parts, texts): ([Part], Set<Int>) = ([], [])
        for sheet in sheets() {
            var found: [Part] = []
            for number in sheet.tables {
                guard let table = take(number, &texts) else { continue }
                if let name = table.name { found.append(.heading(name)) }
                found.append(.table(table))
            }
            guard !found.isEmpty else { continue }
            parts += [.heading(sheet.name)] + found
        }
        for number in tables {
            if let table = take(number, &texts) { parts.append(.table(table)) }
        }
        return (parts, texts)
    }

    private func sheets() -> [(name: String, tables: [Int])] {
        guard let document else { return [] }
        return document.bytes.messages(1).compactMap { reference in
            guard let sheet = object(Kind.sheet, reference) else { return nil }
            let tables = sheet.bytes.messages(2).compactMap { reference in
                object(Kind.tableInfo, reference).flatMap { object(Kind.table, at: 2, of: $0.bytes) }?.object
            }
            return (sheet.bytes.message(1).map { String(decoding: $0, as: UTF8.self) } ?? "", tables)
        }
    }

    // MARK: Tables

    /// A table with its rows, which are then read; `nil` if it has none, or was read.
    private mutating func take(_ number: Int, _ texts: inout Set<Int>) -> IWorkTable? {
        guard let model = objects[number]?.bytes, let store = model.message(4) else { return nil }
        objects[number] = nil
        let tiles = tiles(of: store)
        guard !tiles.isEmpty else { return nil }
        var table = IWorkTable()
        // Its name is shown or not.
        if model.integer(22) != 0, let name = model.message(8) { table.name = String(decoding: name, as: UTF8.self) }
        table.tiles = tiles.map(\.bytes)
        for tile in tiles { objects[tile.object] = nil }
        if let list = object(Kind.list, at: 4, of: store) {
            for entry in entries(of: list, &texts) {
                if let key = entry.integer(1), let text = entry.message(3) { table.texts[key] = text }
            }
        }
        if let list = object(Kind.list, at: 17, of: store) {
            for entry in entries(of: list, &texts) {
                guard let key = entry.integer(1), let payload = object(Kind.richText, at: 9, of: entry),
                    let reference = payload.bytes.message(1),
                    let text = Kind.texts.compactMap({ object($0, reference) }).first
                else { continue }
                texts.insert(text.object)
                table.richTexts[key] = text.bytes
            }
        }
        return table
    }

    private func tiles(of store: ArraySlice<UInt8>) -> [IWorkArchive.Message] {
        var seen: Set<Int> = []
        let numbered = (store.message(3) ?? []).messages(1).compactMap { entry in
            object(Kind.tile, at: 2, of: entry).map { (number: entry.integer(1) ?? 0, tile: $0) }
        }
        return numbered.filter { seen.insert($0.tile.object).inserted }.sorted { $0.number < $1.number }.map(\.tile)
    }

    /// The entries of a list, in it and in the parts to which a long one refers.
    private func entries(of list: IWorkArchive.Message, _ texts: inout Set<Int>) -> [ArraySlice<UInt8>] {
        texts.insert(list.object)
        var entries = Array(list.bytes.messages(3))
        for reference in list.bytes.messages(4) {
            guard let part = object(Kind.listPart, reference), texts.insert(part.object).inserted else { continue }
            entries += part.bytes.messages(3)
        }
        return entries
    }
}

/// A table, whose rows are read as they are asked for.
struct IWorkTable {
    /// Its name; `nil` if it is not shown.
    fileprivate(set) var name: String?
    fileprivate var tiles: [ArraySlice<UInt8>] = []
    /// Texts, and messages with formatted texts, by their keys in cells.
    fileprivate var texts: [Int: ArraySlice<UInt8>] = [:]
    fileprivate var richTexts: [Int: ArraySlice<UInt8>] = [:]

    /// Hands over the texts of the cells of each row, without empty ones, until `body` returns false.
    func forEachRow(_ body: ([String]) -> Bool) {
        for tile in tiles {
            let rows = tile.messages(5).map { (number: $0.integer(1) ?? 0, row: $0) }.sorted { $0.number < $1.number }
            for (_, row) in rows {
                let cells = cells(of: row)
                guard cells.isEmpty || body(cells) else { return }
            }
        }
    }

    /// The least that a cell takes, in bytes.
    private static let leastCell = 8

    private func cells(of row: ArraySlice<UInt8>) -> [String] {
        // Cells as earlier programs wrote them are in fields of their own, beside those of today.
        let isOld = row.message(6)?.isEmpty ?? true
        guard let storage = row.message(isOld ? 3 : 6), let offsets = row.message(isOld ? 4 : 7) else { return [] }
        let unit = row.integer(8) == 1 ? 4 : 1
        var cells: [String] = []
        // More offsets than cells are of columns without one; what points at one cell twice is damage.
        var room = storage.count / Self.leastCell
        var rest = offsets
        while room > 0, let low = rest.popFirst(), let high = rest.popFirst() {
            let offset = Int(low) | Int(high) << 8
            guard offset != 0xFFFF, offset * unit < storage.count else { continue }
            room -= 1
            guard let cell = IWorkCell(storage.dropFirst(offset * unit)), let text = text(of: cell) else { continue }
            cells.append(text)
        }
        return cells
    }

    private func text(of cell: IWorkCell) -> String? {
        let text: String
        switch cell {
        case .number(let number): return CellFormat.number.text(number, startsIn1904: false)
        case .truth(let isTrue): return isTrue ? "TRUE" : "FALSE"
        case .duration(let seconds): return Self.duration(seconds)
        case .date(let seconds): return Self.date(seconds)
        case .text(let key): text = texts[key].map { String(decoding: $0, as: UTF8.self) } ?? ""
        case .richText(let key):
            text = richTexts[key]?.messages(3).map { String(decoding: $0, as: UTF8.self) }.joined() ?? ""
        }
        return text.contains { !$0.isWhitespace } ? text : nil
    }

    /// The day, and the time if there is one.
    private static func date(_ seconds: Double) -> String? {
        // The years 1 to 9999.
        guard seconds > -6.3e10, seconds < 2.52e11 else { return nil }
        let text = Date(timeIntervalSinceReferenceDate: seconds.rounded()).formatted(
            .iso8601.timeZoneSeparator(.colon))
        let (day, time) = (text.prefix(10), text.dropFirst(11).prefix(5))
        return time == "00:00" ? String(day) : "\(day) \(time)"
    }

    /// Hours, minutes and seconds.
    private static func duration(_ seconds: Double) -> String? {
        guard seconds.magnitude < 1e12 else { return nil }
        let whole = Int(seconds.magnitude.rounded())
        let parts = [whole / 3_600, whole / 60 % 60, whole % 60].map { ($0 < 10 ? "0" : "") + String($0) }
        return (seconds < 0 ? "-" : "") + parts.joined(separator: ":")
    }
}

/// The value of a cell.
enum IWorkCell: Hashable {
    case number(Double)
    case truth(Bool)
    /// Seconds since 2001.
    case date(Double)
    /// Seconds.
    case duration(Double)
    /// The keys of texts in the lists of a table.
    case text(Int), richText(Int)

    /// The cell that begins with these bytes; `nil` if it is empty, an error or damaged.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let version = bytes.first, bytes.count >= 12 else { return nil }
        let values: CellParts?
        switch version {
        case 5: values = CellParts(bytes)
        case 0...4: values = CellParts(old: bytes, version)
        default: values = nil
        }
        guard let values else { return nil }
        let type = bytes[bytes.startIndex + (version >= 4 ? 1 : 2)]
        switch type {
        case 2, 10:
            guard let number = values.decimal ?? values.number, number.isFinite else { return nil }
            self = .number(number)
        case 3:
            guard let key = values.text else { return nil }
            self = .text(key)
        case 5:
            guard let date = values.date, date.isFinite else { return nil }
            self = .date(date)
        case 6:
            guard let number = values.number else { return nil }
            self = .truth(number > 0)
        case 7:
            guard let number = values.number, number.isFinite else { return nil }
            self = .duration(number)
        case 9:
            guard let key = values.richText else { return nil }
            self = .richText(key)
        default: return nil
        }
    }
}

/// The fields of a cell, which has those of which a flag is set, one after the other.
private struct CellParts {
    var decimal: Double?
    var number: Double?
    var date: Double?
    var text: Int?
    var richText: Int?

    /// The fields of a cell as it is written today (version 5). Those after them are its formats.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes.dropFirst(8)
        guard let flags = Self.integer(&rest) else { return nil }
        if flags & 1 != 0 {
            guard rest.count >= 16 else { return nil }
            decimal = Self.decimal(Array(rest.prefix(16)))
            rest = rest.dropFirst(16)
        }
        if flags & 2 != 0 { number = Self.double(&rest) }
        if flags & 4 != 0 { date = Self.double(&rest) }
        if flags & 8 != 0 { text = Self.integer(&rest) }
        if flags & 0x10 != 0 { richText = Self.integer(&rest) }
    }

    /// The fields of a cell as earlier programs wrote it: formats come first, in four bytes each.
    init?(old bytes: ArraySlice<UInt8>, _ version: UInt8) {
        var rest = bytes.dropFirst(4)
        guard let flags = Self.integer(&rest) else { return nil }
        let isFirst = version < 2
        rest = bytes.dropFirst(isFirst ? 8 : 12)
        rest = rest.dropFirst(4 * (flags & (isFirst ? 0x018E : 0x0D8E)).nonzeroBitCount)
        if flags & 0x200 != 0 { richText = Self.integer(&rest) }
        rest = rest.dropFirst(4 * (flags & (isFirst ? 0x1000 : 0x3000)).nonzeroBitCount)
        if flags & 0x10 != 0 { text = Self.integer(&rest) }
        if flags & 0x20 != 0 { number = Self.double(&rest) }
        if flags & 0x40 != 0 { date = Self.double(&rest) }
    }

    private static func integer(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.count >= 4 else { return nil }
        defer { rest = rest.dropFirst(4) }
        return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func double(_ rest: inout ArraySlice<UInt8>) -> Double? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return Double(bitPattern: rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// A decimal number of 128 bits (IEEE 754-2008, with a binary coefficient): 113 bits, an exponent of ten, and the sign.
    private static func decimal(_ bytes: [UInt8]) -> Double? {
        let exponent = Int(bytes[15] & 0x7F) << 7 | Int(bytes[14] >> 1)
        var coefficient = Double(bytes[14] & 1)
        for byte in bytes[..<14].reversed() { coefficient = coefficient * 256 + Double(byte) }
        let power = exponent - 6_176
        // Dividing by a power of ten is exact for short decimals, where multiplying by its inverse is not.
        let value = power < 0 ? coefficient / pow(10, Double(-power)) : coefficient * pow(10, Double(power))
        return bytes[15] & 0x80 == 0 ? value : -value
    }
}
