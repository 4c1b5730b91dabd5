import RecallCore

/// A table in a note.
///
/// It is kept as objects that several devices can merge: the table (a map of named properties) has an ordered set of rows and
/// one of columns, and a dictionary of columns, each a dictionary of rows with a text. Rows and columns have ids, which have
/// numbers in the file. An object (3) is a dictionary (6), a text (10), a map (13) or an ordered set (16).
struct AppleNoteTable {
    private static let mostObjects = 200_000
    private static let mostCells = 1 << 20

    private let byteCount: Int
    private let objects: [ArraySlice<UInt8>]
    private let properties: [String]
    private let types: [String]
    /// The numbers of ids.
    private let ids: [ArraySlice<UInt8>: Int]

    /// The rows of the compressed table in `data`, as lines with bars between cells; `nil` if it cannot be read.
    static func lines(in data: [UInt8]) -> [String]? {
        guard let bytes = try? GzippedData.unpacked(data), let table = AppleNoteTable(bytes) else { return nil }
        return table.rows()?.map { row in
            var cells = row.map(CleanText.line)
            while cells.last?.isEmpty == true { cells.removeLast() }
            return cells.joined(separator: " | ")
        }
    }

    private init?(_ bytes: [UInt8]) {
        guard let data = bytes[...].message(2, 3) else { return nil }
        byteCount = bytes.count
        objects = Array(data.messages(3).prefix(Self.mostObjects))
        properties = data.messages(4).prefix(1_000).map { String(decoding: $0, as: UTF8.self) }
        types = data.messages(5).prefix(1_000).map { String(decoding: $0, as: UTF8.self) }
        var ids: [ArraySlice<UInt8>: Int] = [:]
        for (number, id) in data.messages(6).prefix(Self.mostObjects).enumerated() { ids[id] = number }
        self.ids = ids
    }

    private func rows() -> [[String]]? {
        guard let table = objects.first(where: isTable)?.message(13), let rows = order(property("crRows", of: table)),
            let columns = order(property("crColumns", of: table)), let width = columns.values.max().map({ $0 + 1 }),
            let height = rows.values.max().map({ $0 + 1 }),
            width.multipliedReportingOverflow(by: height).overflow == false,
            width * height <= Self.mostCells
        else { return nil }
        var cells = [[String]](repeating: [String](repeating: "", count: width), count: height)
        var left = 2 * byteCount
        for (column, texts) in elements(of: property("cellColumns", of: table)?.message(6)) {
            guard let column = identity(of: column).flatMap({ columns[$0] }) else { continue }
            let texts = object(texts)?.message(6) ?? []
            // Many columns may name the same texts.
            left -= texts.count
            guard left >= 0 else { return nil }
            for (row, text) in elements(of: texts) {
                guard let row = identity(of: row).flatMap({ rows[$0] }) else { continue }
                cells[row][column] = String(decoding: object(text)?.message(10, 2) ?? [], as: UTF8.self)
            }
        }
        return cells
    }

    private func isTable(_ object: ArraySlice<UInt8>) -> Bool {
        guard let type = object.message(13)?.integer(1), types.indices.contains(type) else { return false }
        return types[type] == "com.apple.notes.ICTable"
    }

    /// The object that a property of a map is.
    private func property(_ name: String, of map: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        map.messages(3).first { entry in
            guard let key = entry.integer(1), properties.indices.contains(key) else { return false }
            return properties[key] == name
        }.flatMap { object($0.message(2)) }
    }

    /// The object that a reference leads to.
    private func object(_ reference: ArraySlice<UInt8>?) -> ArraySlice<UInt8>? {
        guard let index = reference?.integer(6), objects.indices.contains(index) else { return nil }
        return objects[index]
    }

    /// The references in a dictionary, key and value.
    private func elements(of dictionary: ArraySlice<UInt8>?) -> [(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
        (dictionary ?? []).messages(1).prefix(Self.mostObjects).compactMap { element in
            element.message(1).flatMap { key in element.message(2).map { (key, $0) } }
        }
    }

    /// The number of the id of a row or column that a reference leads to: the first value of a map.
    private func identity(of reference: ArraySlice<UInt8>) -> Int? {
        object(reference)?.message(13, 3, 2)?.integer(2)
    }

    /// The places of rows or columns, by the numbers of their ids. Each also has the ids that it had on other devices.
    private func order(_ set: ArraySlice<UInt8>?) -> [Int: Int]? {
        guard let ordering = set?.message(16, 1) else { return nil }
        var places: [Int: Int] = [:]
        let array: ArraySlice<UInt8> = ordering.message(1) ?? []
        for (place, entry) in array.messages(2).prefix(Self.mostObjects).enumerated() {
            if let id = entry.message(2).flatMap({ ids[$0] }) { places[id] = place }
        }
        for (key, value) in elements(of: ordering.message(2)) {
            guard let key = identity(of: key), let value = identity(of: value), let place = places[key] else {
                continue
            }
            places[value] = place
        }
        return places.isEmpty ? nil : places
    }
}
