/// Rows of tables, whose cells pdftotext writes on lines of their own, row by row or column by column. `pdftotext -raw` has what was
/// drawn on one line as one; where that is made of several lines of the other order, these are its cells.
struct PDFRows {
    /// A row, by the numbers of the lines that are its cells, in the order of the row.
    private typealias Row = [Int]

    /// Words of a row. A line with more is prose.
    private static let mostWords = 40
    /// Characters of a cell that is not the first: the lines of a second column of prose are longer.
    private static let longestCell = 32
    /// Rows one after the other: one alone is a chance.
    private static let fewestRows = 2
    /// A line with a number in so few characters may be a cell.
    private static let longestNumber = 24
    /// Stands between cells, as in the texts of other tables.
    static let separator = " | "

    /// True if a text may have tables: lines that are hardly more than a number.
    static func mayBe(in text: some Sequence<UInt8>) -> Bool {
        String(decoding: Array(text), as: UTF8.self).split(separator: "\n").lazy
            .filter { $0.count <= longestNumber && $0.contains(where: \.isNumber) }.prefix(2 * fewestRows).count
            == 2 * fewestRows
    }

    /// A page with the cells of each row on one line.
    ///
    /// - Parameter drawn: the same page as `pdftotext -raw` writes it.
    /// - Complexity: O(words of `drawn` × `mostWords`).
    static func joined(_ page: Substring, drawn: Substring) -> String {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        var places: [String: [Int]] = [:]
        for (number, line) in lines.enumerated().reversed() where !line.isEmpty {
            places[normal(line), default: []].append(number)
        }
        var rows = rows(in: drawn, places)
        guard !rows.isEmpty else { return String(page) }
        var cells: [Int: Row] = [:]
        var taken: Set<Int> = []
        rows.sort { $0[0] < $1[0] }
        for row in rows {
            cells[row[0]] = row
            taken.formUnion(row.dropFirst())
        }
        let kept = lines.indices.filter { !taken.contains($0) }
        return kept.map { number in
            cells[number].map { row in line(of: row.map { normal(lines[$0]) }) } ?? String(lines[number])
        }.joined(separator: "\n")
    }

    /// A row as it is written. The mark or the number of a point is no cell: "• Oak", "3. Pour".
    private static func line(of cells: [String]) -> String {
        guard let first = cells.first, cells.count == 2,
            first.count <= longestMark, !first.contains(where: \.isLetter), !(first.last?.isNumber ?? false)
        else { return cells.joined(separator: separator) }
        return cells.joined(separator: " ")
    }

    private static let longestMark = 4

    /// The rows of the drawn page, each with lines that no other one has.
    ///
    /// - Parameter places: the numbers of the lines with a text, the last one first.
    private static func rows(in drawn: Substring, _ places: [String: [Int]]) -> [Row] {
        var places = places
        var (rows, run): ([Row], [Row]) = ([], [])
        func end() {
            if run.count >= fewestRows { rows += run }
            run = []
        }
        for line in drawn.split(separator: "\n") {
            guard let parts = cells(of: line, places), let row = take(parts, from: &places) else {
                end()
                continue
            }
            run.append(row)
        }
        end()
        return rows
    }

    /// The cells whose texts are a drawn line, the longest first ones; `nil` if it is a line itself, or none is known.
    private static func cells(of line: Substring, _ places: [String: [Int]]) -> [String]? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, words.count <= mostWords, places[normal(line)] == nil else { return nil }
        // The ends of the first cells by the place that they reach; the last found has the longest last cell.
        var reached: [Int?] = [0] + Array(repeating: nil, count: words.count)
        for end in 1...words.count {
            reached[end] = (0..<end).first { start in
                reached[start] != nil && places[words[start..<end].joined(separator: " ")]?.isEmpty == false
            }
        }
        guard reached[words.count] != nil else { return nil }
        var (cells, end): ([String], Int) = ([], words.count)
        while end > 0, let start = reached[end] {
            cells.append(words[start..<end].joined(separator: " "))
            end = start
        }
        cells.reverse()
        return cells.dropFirst().allSatisfy { $0.count <= longestCell } ? cells : nil
    }

    /// The first line of each text that is not taken; `nil` if there are not enough.
    private static func take(_ texts: [String], from places: inout [String: [Int]]) -> Row? {
        let wanted = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
        guard wanted.allSatisfy({ places[$0.key]?.count ?? 0 >= $0.value }) else { return nil }
        return texts.compactMap { places[$0]?.popLast() }
    }

    private static func normal(_ line: Substring) -> String {
        line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
