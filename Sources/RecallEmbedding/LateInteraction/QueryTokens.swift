import RecallKernels

/// The tokens of a query, to be compared with those of passages (late interaction, Khattab & Zaharia 2020).
public final class QueryTokens: Sendable {
    /// For each token the UTF-8 bytes of the query that it was made from.
    public let byteRanges: [Range<Int>]
    private let dimension: Int
    // Written once, at first.
    nonisolated(unsafe) private let panels: UnsafeMutableRawPointer
    private let scales: [Float]
    private let sums: [Float]

    /// Packs the vectors of a query's tokens, at least one.
    public init(_ vectors: TokenVectors, byteRanges: [Range<Int>]) {
        precondition(vectors.count == byteRanges.count && vectors.count > 0, "each token has a vector")
        (dimension, self.byteRanges) = (vectors.dimension, byteRanges)
        panels = .allocate(
            byteCount: PackedMatrix.panelBytes(precision: .int8, depth: vectors.dimension, columns: vectors.count),
            alignment: 64)
        var (scales, sums) = ([Float](repeating: 0, count: vectors.count), [Float](repeating: 0, count: vectors.count))
        PackedMatrix.pack(
            vectors.values, depth: vectors.dimension, columns: vectors.count, precision: .int8, into: panels,
            columnScale: &scales, columnSum: &sums)
        (self.scales, self.sums) = (scales, sums)
    }

    deinit {
        panels.deallocate()
    }

    /// For each token of the query, its greatest cosine with a token of the passage; 0 if the passage has none.
    ///
    /// - Complexity: O(tokens of the query × tokens of the passage × dimension).
    public func greatestCosines(in passage: TokenVectors) -> [Float] {
        guard passage.count > 0, passage.dimension == dimension else {
            return [Float](repeating: 0, count: byteRanges.count)
        }
        let products = products(with: passage)
        return byteRanges.indices.map { token in
            stride(from: token, to: products.count, by: byteRanges.count).reduce(-1) { max($0, products[$1]) }
        }
    }

    private func products(with passage: TokenVectors) -> [Float] {
        let bias = [Float](repeating: 0, count: byteRanges.count)
        return [Float](unsafeUninitializedCapacity: passage.count * byteRanges.count) { products, initialized in
            passage.withRows { rows in
                bias.withUnsafeBufferPointer { bias in
                    scales.withUnsafeBufferPointer { scales in
                        sums.withUnsafeBufferPointer { sums in
                            guard let bias = bias.baseAddress, let product = products.baseAddress else { return }
                            let matrix = PackedMatrix(
                                precision: .int8, depth: dimension, columns: byteRanges.count, panels: panels,
                                bias: bias, columnScale: scales.baseAddress, columnSum: sums.baseAddress)
                            Kernels.best.multiply(rows, count: passage.count, by: matrix, into: product)
                        }
                    }
                }
            }
            initialized = passage.count * byteRanges.count
        }
    }
}
