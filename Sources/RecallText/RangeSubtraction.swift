extension [Range<Int>] {
    /// The parts of these ranges that are in none of others. Of both, the lower bounds ascend, and none of these overlap.
    ///
    /// - Complexity: O(*n* + *m*).
    package func subtracting(_ gaps: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var next = 0
        for range in self {
            var start = range.lowerBound
            while next < gaps.count, gaps[next].upperBound <= start { next += 1 }
            var gap = next
            while gap < gaps.count, gaps[gap].lowerBound < range.upperBound {
                if start < gaps[gap].lowerBound { result.append(start..<gaps[gap].lowerBound) }
                start = Swift.max(start, gaps[gap].upperBound)
                gap += 1
            }
            // A gap may extend into the next range, so it is examined again.
            next = Swift.max(next, gap - 1)
            if start < range.upperBound { result.append(start..<range.upperBound) }
        }
        return result
    }
}
