/// The mean difference between two measurements of the same queries, with its significance.
public struct PairedDifference: Hashable, Sendable {
    /// The mean of the differences.
    public let mean: Double
    /// The p-value of the two-sided randomisation test (Smucker et al. 2007), with 10,000 draws from a fixed seed.
    public let probability: Double

    /// The significance level.
    public static let significance = 0.05

    private static let draws = 10_000

    /// The difference of `differences`, which must not be empty.
    public init(_ differences: [Double]) {
        let sum = differences.reduce(0, +)
        mean = sum / Double(differences.count)
        let changed = differences.filter { $0 != 0 }
        var generator = SplitMix64(seed: 1)
        let extreme = (0..<Self.draws).count { _ in
            let drawn = changed.reduce(0) { Bool.random(using: &generator) ? $0 + $1 : $0 - $1 }
            return abs(drawn) >= abs(sum) - 1e-9
        }
        probability = (Double(extreme) + 1) / Double(Self.draws + 1)
    }

    /// True if the difference is significant.
    public var isSignificant: Bool { probability < Self.significance }
}
