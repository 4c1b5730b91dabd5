import RecallStore
import Testing

/// `AscendingRows` against an array of the same rows.
struct AscendingRowsTests {
    @Test(arguments: [[], [1], [7, 8, 9], [1, 3, 4, 9, 10, 11, 40], [5, 7, 9, 11], [UInt32.max - 1, UInt32.max]])
    func `each row is found at its position, and no other row`(rows: [UInt32]) {
        var ascending = AscendingRows()
        for row in rows { ascending.append(row) }
        #expect(ascending.count == rows.count && ascending.last == rows.last)
        #expect(rows.indices.map { ascending[$0] } == rows)
        for row in UInt32(0)...45 { #expect(ascending.position(of: row) == rows.firstIndex(of: row)) }
        #expect(ascending.position(of: .max) == rows.firstIndex(of: .max))
    }

    @Test func `rows that do not ascend, as of a damaged library, take a position each`() {
        var ascending = AscendingRows()
        for row in [UInt32.max, .max, .max, 3] { ascending.append(row) }
        #expect(ascending.count == 4 && ascending[0] == .max)
        #expect(ascending.position(of: .max) != nil && ascending.position(of: 3) == nil)
    }
}
