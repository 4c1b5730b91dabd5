import RecallStore
import RecallVectorIndex

/// The distribution of a query's cosines over a library: the scale on which the cosine of a candidate is read.
///
/// Nearly all passages of a library have nothing to do with a query. What their cosines are depends on the query and
/// on the library: a short, general query is somewhat near to everything.
struct CosineBackground: Sendable {
    let mean: Float
    let deviation: Float

    /// No passage has a vector.
    static let none = CosineBackground(mean: 0, deviation: 1)

    /// The number of passages in the sample. The mean of so many is exact to .01.
    private static let sampleSize = 512
    /// The minimum deviation: that of a library whose passages are all alike says nothing.
    private static let leastDeviation: Float = 0.02

    init(mean: Float, deviation: Float) {
        (self.mean, self.deviation) = (mean, deviation)
    }

    /// The distribution over passages at equal distances.
    ///
    /// - Complexity: O(512 × dimension).
    init(of query: [Float], _ layout: PassageLayout, in index: any VectorIndex) {
        let sample = stride(from: 0, to: layout.count, by: max(1, layout.count / Self.sampleSize))
            .map { PassageID(index: $0) }.filter(layout.isLive).map(\.rawValue)
        let cosines = index.similarities(to: query, of: sample).compactMap(\.self)
        guard !cosines.isEmpty else {
            self = .none
            return
        }
        let mean = cosines.reduce(0, +) / Float(cosines.count)
        let variance = cosines.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(cosines.count)
        self.init(mean: mean, deviation: max(Self.leastDeviation, variance.squareRoot()))
    }

    /// The place of a cosine between the mean, 0, and the highest of a query's candidates, 1.
    func standing(of cosine: Float?, below highest: Float) -> Float {
        guard let cosine else { return 0 }
        return max(0, min(1, (cosine - mean) / max(Self.leastSpread, highest - mean)))
    }

    /// The minimum distance from the mean to the highest cosine, as in a library of one passage.
    private static let leastSpread: Float = 0.05
}
