extension Array {
    /// The first index whose element fits, by binary search: all later elements must fit too. `count` if none fits.
    ///
    /// - Complexity: O(log *n*).
    @inlinable package func firstIndexInOrder(where fits: (Element) throws -> Bool) rethrows -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if try fits(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
