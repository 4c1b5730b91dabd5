/// The mean of differences between two measurements of the same queries, and whether it may be chance.
public struct PairedDifference: Hashable, Sendable {
    /// The mean of the differences.
    public let mean: Double
    /// How often signs drawn at random give a mean at least as far from zero: the two-sided randomisation test (Smucker
    /// et al. 2007), with 10,000 draws that are the same each time.
    public let probability: Double

    /// The share below which a difference counts as more than noise.
    public static let significance = 0.05

    private static let draws = 10_000

    /// The difference of pairs; there is at least one.
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

    /// Whether it is more than noise.
    public var isSignificant: Bool { probability < Self.significance }
}
