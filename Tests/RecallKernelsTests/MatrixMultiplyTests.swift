import RecallKernels
import Testing

/// A random product, set up once and run by any variant.
struct Product {
    let rows, depth, columns: Int
    let precision: MatrixPrecision
    let x, residual: Buffer<Float>
    let panels: Buffer<UInt8>
    let bias, scale, sum: Buffer<Float>

    init(rows: Int, depth: Int, columns: Int, precision: MatrixPrecision, offset: Int, random: inout RandomValues) {
        (self.rows, self.depth, self.columns, self.precision) = (rows, depth, columns, precision)
        x = Buffer(random.floats(rows * depth), offset: offset)
        residual = Buffer(random.floats(rows * columns), offset: offset)
        bias = Buffer(random.floats(columns), offset: offset)
        let bytes = PackedMatrix.panelBytes(precision: precision, depth: depth, columns: columns)
        panels = Buffer([UInt8](repeating: 0xff, count: bytes))
        scale = Buffer([Float](repeating: 0, count: columns), offset: offset)
        sum = Buffer([Float](repeating: 0, count: columns), offset: offset)
        PackedMatrix.pack(
            random.floats(depth * columns, limit: 0.3), depth: depth, columns: columns, precision: precision,
            into: panels.base, columnScale: scale.base, columnSum: sum.base)
    }

    var matrix: PackedMatrix {
        PackedMatrix(
            precision: precision, depth: depth, columns: columns, panels: panels.base, bias: bias.base,
            columnScale: scale.base, columnSum: sum.base)
    }

    enum Finish: CaseIterable { case bias, gelu, residual }

    func run(_ kernels: Kernels, _ finish: Finish, rows range: Range<Int>? = nil) -> [Float] {
        let range = range ?? 0..<rows
        let storage = Buffer([UInt32](repeating: 0, count: range.count * depth), offset: 1)
        let (scales, zeros) = (Buffer([Float](repeating: 0, count: rows)), Buffer([Float](repeating: 0, count: rows)))
        let product = Buffer([Float](repeating: .nan, count: range.count * columns), offset: 3)
        let prepared = kernels.prepare(
            x.base + range.lowerBound * depth, rows: range.count, columns: depth, precision: precision,
            in: Kernels.RowStorage(data: storage.base, scale: scales.base, zero: zeros.base))
        let epilogue: Kernels.Epilogue =
            switch finish {
            case .bias: .bias
            case .gelu: .gelu
            case .residual: .residual(residual.base + range.lowerBound * columns)
            }
        kernels.multiply(prepared, count: range.count, by: matrix, epilogue, into: product.base)
        return product.values(range.count * columns)
    }
}

@Suite struct MatrixMultiplyTests {
    /// Relative to the largest element; f32 sums up to 200 products in another order than the oracle, the others
    /// round operands to the same levels or to a neighbour of them.
    static func bound(_ precision: MatrixPrecision) -> Float {
        switch precision {
        case .f32: 2e-6
        case .bf16: 1e-3
        case .int8: 1e-3
        }
    }

    @Test(arguments: Kernels.runnable, MatrixPrecision.allCases)
    func agreesWithThePlainVersionForOddSizesAndMisalignedRows(kernels: Kernels, precision: MatrixPrecision) {
        var random = RandomValues(seed: 41)
        for _ in 0..<40 {
            let product = Product(
                rows: random.size(1...47), depth: 4 * random.size(1...50), columns: random.size(1...100),
                precision: precision, offset: random.size(0...15), random: &random)
            for finish in Product.Finish.allCases {
                let difference = relativeDifference(product.run(kernels, finish), product.run(.scalar, finish))
                #expect(
                    difference <= Self.bound(precision),
                    "\(product.rows) x \(product.depth) x \(product.columns) \(finish), seed \(random.seed)")
            }
        }
    }

    @Test(arguments: Kernels.runnable, MatrixPrecision.allCases)
    func computesARowTheSameWhereverItStands(kernels: Kernels, precision: MatrixPrecision) {
        var random = RandomValues(seed: 42)
        let product = Product(rows: 31, depth: 72, columns: 40, precision: precision, offset: 1, random: &random)
        let all = product.run(kernels, .gelu)
        for row in 0..<31 {
            let alone = product.run(kernels, .gelu, rows: row..<row + 1)
            #expect(alone == Array(all[row * 40..<row * 40 + 40]), "row \(row), seed \(random.seed)")
        }
    }

    @Test(arguments: [(MatrixPrecision.f32, Float(1e-6)), (.bf16, 0.01), (.int8, 0.02)])
    func multipliesInThePlainVersion(precision: MatrixPrecision, bound: Float) {
        var random = RandomValues(seed: 43)
        let (rows, depth, columns) = (3, 64, 33)
        let weights = random.floats(depth * columns)
        let product = Product(
            rows: rows, depth: depth, columns: columns, precision: precision, offset: 0, random: &random)
        PackedMatrix.pack(
            weights, depth: depth, columns: columns, precision: precision, into: product.panels.base,
            columnScale: product.scale.base, columnSum: product.sum.base)
        let exact = (0..<rows * columns).map { index in
            let (row, column) = (index / columns, index % columns)
            return (0..<depth).reduce(product.bias.base[column]) {
                $0 + product.x.base[row * depth + $1] * weights[column * depth + $1]
            }
        }
        #expect(relativeDifference(product.run(.scalar, .bias), exact) <= bound, "seed \(random.seed)")
    }
}
