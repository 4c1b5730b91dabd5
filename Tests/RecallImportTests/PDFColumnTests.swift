import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Columns of PDF pages, as programs draw them: one after the other, in Courier, of which a character is 0.6 as wide as high.
@Suite(.scratch) struct PDFColumnTests {
    private static let width = 38
    private static let left = lines("l", count: 24)
    private static let right = lines("r", count: 24)

    /// Lines of made-up prose of the column's full width, no two pairs of words alike.
    private static func lines(_ name: String, count: Int) -> [String] {
        (0..<count).map { line in
            let words = (0..<4).map { "\(name)\(line)\(["alder", "birch", "cedar", "elder"][$0])" }
            return words.joined(separator: " ").padding(to: width)
        }
    }

    /// The operators that draw lines at a place, in 9 points.
    private static func drawing(_ lines: [String], x: Double, y: Double = 780) -> String {
        "BT /F 9 Tf 11 TL \(x) \(y) Td " + lines.map { "(\($0)) Tj T* " }.joined() + "ET "
    }

    private static func column(_ number: Int, gap: Double) -> Double {
        40 + Double(number) * (Double(width) * 5.4 + gap)
    }

    private func words(_ content: String) async throws -> [String] {
        let file = Array(Scan.pdf(drawing: content))
        let text = try await DocumentTextExtractor().extract(file, format: .pdf, path: "a.pdf", place: nil)
        return text.text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private static func words(_ lines: [String]) -> [String] {
        lines.flatMap { $0.split(separator: " ").map(String.init) }
    }

    @Test(arguments: [3.0, 5, 6, 9, 14])
    func `are read one after the other, however narrow the gap between them is`(gap: Double) async throws {
        let content =
            Self.drawing(Self.left, x: Self.column(0, gap: gap)) + Self.drawing(Self.right, x: Self.column(1, gap: gap))
        #expect(try await words(content) == Self.words(Self.left + Self.right))
    }

    @Test func `that are drawn line by line are read as they are placed`() async throws {
        let rows = zip(Self.left, Self.right).enumerated().map { number, row in
            let y = 780 - 11 * Double(number)
            return Self.drawing([row.0], x: 40, y: y) + Self.drawing([row.1], x: Self.column(1, gap: 5), y: y)
        }
        let placed = zip(Self.left, Self.right).flatMap { [$0, $1] }
        #expect(try await words(rows.joined()) == Self.words(placed))
    }

    /// The operators that draw cells on one line each, in columns 150 points apart.
    private static func table(_ rows: [[String]], byColumns: Bool) -> String {
        let cells = rows.enumerated().flatMap { number, row in
            row.enumerated().map { column, cell in
                (column, drawing([cell], x: 40 + 150 * Double(column), y: 780 - 30 * Double(number)))
            }
        }
        return (byColumns ? cells.sorted { $0.0 < $1.0 } : cells).map(\.1).joined()
    }

    @Test func `of a table drawn row by row are rows, of a list are points`() async throws {
        let rows = [
            ["Call-out", "85.00"], ["Second hour", "55.00"], ["Flue seal", "22.00"], ["Lagging", "6.50"],
        ]
        let file = Array(Scan.pdf(drawing: Self.table(rows, byColumns: false)))
        let text = try await DocumentTextExtractor().extract(file, format: .pdf, path: "a.pdf", place: nil).text
        let lines = text.split(separator: "\n").map(String.init)
        #expect(rows.allSatisfy { row in lines.contains(row.joined(separator: " | ")) }, "\(text)")
    }

    @Test func `have words whole that a line's end cut`() async throws {
        var left = Self.left
        left[3] = "l3alder l3birch l3cedar interna-"
        left[4] = "tional l4birch l4cedar l4elder".padding(to: Self.width)
        let content = Self.drawing(left, x: 40) + Self.drawing(Self.right, x: Self.column(1, gap: 5))
        let read = try await words(content)
        #expect(read.contains("international") && read.contains("l4birch"))
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: "x", count: max(0, width - count))
    }
}
