/// Row numbers in ascending order, as runs of consecutive ones: few rows are ever deleted. Eight bytes a run.
package struct AscendingRows: Sendable {
    /// The first row of each run, and its position among all.
    private var (rows, positions): ([UInt32], [UInt32]) = ([], [])
    /// The number of rows.
    package private(set) var count = 0

    /// None yet.
    package init() {}

    /// The greatest row.
    package private(set) var last: UInt32?

    /// Adds a row greater than all. One that is not, as of a damaged library, is taken for the next one.
    package mutating func append(_ row: UInt32) {
        if last.map({ row > $0 && row - $0 > 1 }) ?? true {
            rows.append(row)
            positions.append(UInt32(count))
        }
        last = max(row, last ?? 0)
        count += 1
    }

    /// The row at a position.
    ///
    /// - Complexity: O(log *n*) in runs.
    package subscript(position: Int) -> UInt32 {
        let run = Self.last(positions, where: { $0 <= position }) ?? 0
        return rows[run] &+ (UInt32(position) - positions[run])
    }

    /// The position of a row.
    ///
    /// - Complexity: O(log *n*) in runs.
    package func position(of row: UInt32) -> Int? {
        guard let run = Self.last(rows, where: { $0 <= row }) else { return nil }
        let position = Int(positions[run]) + Int(row - rows[run])
        let end = run + 1 < positions.count ? Int(positions[run + 1]) : count
        return position < end ? position : nil
    }

    /// The index of the last value for which `isBefore` is true, as it is for all before it.
    private static func last(_ values: [UInt32], where isBefore: (UInt32) -> Bool) -> Int? {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(values[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}
