/// Isotonic regression by pooling adjacent violators (Barlow et al. 1972): the non-increasing sequence nearest to a
/// sequence of values. A run of values that rise is replaced by its mean.
enum IsotonicRegression {
    /// - Complexity: O(*n*).
    static func nonIncreasing(_ values: [Float]) -> [Float] {
        var pools: [(sum: Float, count: Int)] = []
        for value in values {
            pools.append((value, 1))
            while pools.count > 1, mean(pools[pools.count - 2]) < mean(pools[pools.count - 1]) {
                let last = pools.removeLast()
                pools[pools.count - 1].sum += last.sum
                pools[pools.count - 1].count += last.count
            }
        }
        return pools.flatMap { [Float](repeating: mean($0), count: $0.count) }
    }

    private static func mean(_ pool: (sum: Float, count: Int)) -> Float { pool.sum / Float(pool.count) }
}
