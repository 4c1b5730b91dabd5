import RecallCore

/// The tables of a SQLite file, as far as its first page and those below it name them: enough to tell whose file it is
/// without SQLite (https://www.sqlite.org/fileformat2.html, 1.6 and 2.6).
struct SQLiteTables {
    private static let signature = Array("SQLite format 3\0".utf8)
    private static let mostPages = 1_000
    private let pages: [[UInt8]]

    /// The tables of a file that is being looked at; `nil` if it is no database.
    init?(_ file: SniffedFile) throws(ImportFailure) {
        guard file.head.count >= 512, file.head.starts(with: Self.signature) else { return nil }
        let written = Self.number(file.head[16..<18])
        let size = written == 1 ? 1 << 16 : max(1 << 9, written)
        let first = try file.bytes(from: 0, limit: size)
        var pages = [first]
        for number in Self.children(of: first) {
            pages.append(try file.bytes(from: (number - 1) * size, limit: size))
        }
        self.pages = pages
    }

    /// True if there is a table whose row in the schema begins like that: `table`, its name, and its name again.
    func contain(row: StaticString) -> Bool {
        pages.contains { $0.firstOccurrence(of: row) != nil }
    }

    /// The pages below a first page that is an interior one: four bytes of each cell, and the last at its head.
    private static func children(of page: [UInt8]) -> [Int] {
        guard page.count >= 512, page[100] == 5 else { return [] }
        let cells = (0..<min(number(page[103..<105]), mostPages)).map { 112 + 2 * $0 }.filter { $0 + 2 <= page.count }
        let starts = [108] + cells.map { number(page[$0..<$0 + 2]) }.filter { $0 + 4 <= page.count }
        return starts.map { number(page[$0..<$0 + 4]) }.filter { $0 > 1 }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
