extension Array where Element: Sendable {
    /// Fewer elements are not worth another thread.
    private static var fewest: Int { 16 }

    /// The values that `body` makes of each half of the array, in order, the second one on another thread.
    ///
    /// What reads texts waits for nothing, and most machines have two processors. Where the other one is busy, both
    /// halves are the caller's work, one after the other (`Future`).
    func mapInHalves<Value: Sendable>(
        _ body: @escaping @Sendable (ArraySlice<Element>) throws -> [Value]
    ) throws -> [Value] {
        guard count >= Self.fewest else { return try body(self[...]) }
        let middle = count / 2
        let second = Future { try body(self[middle...]) }
        return try body(self[..<middle]) + second.value()
    }
}
