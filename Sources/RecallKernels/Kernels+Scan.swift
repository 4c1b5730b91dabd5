import CRecallKernels

extension Kernels {
    /// `products[i]` = the dot product of `query` with row i of signed bytes; rows are `stride` bytes apart. No sum of
    /// products may pass 2^31.
    public func dot(
        _ query: UnsafePointer<Int16>, byteRows rows: UnsafePointer<Int8>, stride: Int, count: Int, dimension: Int,
        into products: UnsafeMutablePointer<Int32>
    ) {
        table.pointee.dot_s8(query, rows, stride, count, dimension, products)
    }

    /// Vectors in a block of sketches.
    public static let scanBlock = Int(RECALL_SCAN_BLOCK)

    /// The contributions of each four signs to a product, as `scan` reads them.
    public struct SignTable: Sendable {
        /// `columns` × 2 × 16 entries up to 127, whose sum over the columns stays below 65,536.
        public var entries: [UInt8]
        /// The product is `offset` + `scale` × the sum of entries.
        public var scale: Float
        /// The product is `offset` + `scale` × the sum of entries.
        public var offset: Float

        /// A table.
        public init(entries: [UInt8], scale: Float, offset: Float) {
            (self.entries, self.scale, self.offset) = (entries, scale, offset)
        }
    }

    /// Estimates the products of a query with `blocks` × 32 vectors of which the signs are known.
    ///
    /// - Parameters:
    ///   - sketches: [block][column][32], the signs of eight components in a byte, lowest bit first.
    ///   - factors: by which each vector's sum is multiplied; NaN where there is no vector.
    ///   - estimates: one for each vector.
    ///   - passing: for each block, the bits of the vectors with an estimate greater than `threshold`.
    public func scan(
        _ sketches: UnsafePointer<UInt8>, factors: UnsafePointer<Float>, blocks: Int, with table: SignTable,
        threshold: Float, into estimates: UnsafeMutablePointer<Float>, passing: UnsafeMutablePointer<UInt32>
    ) {
        table.entries.withUnsafeBufferPointer { entries in
            var scan = recall_scan()
            scan.sketches = sketches
            scan.factors = factors
            scan.table = entries.baseAddress
            scan.columns = entries.count / 32
            scan.blocks = blocks
            (scan.scale, scan.offset, scan.threshold) = (table.scale, table.offset, threshold)
            scan.estimates = estimates
            scan.passing = passing
            self.table.pointee.scan_sketches(&scan)
        }
    }
}
