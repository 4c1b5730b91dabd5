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
        set(weights: random.floats(depth * columns, limit: 0.3))
    }

    func set(weights: [Float]) {
        PackedMatrix.pack(
            weights, depth: depth, columns: columns, precision: precision, into: panels.base, columnScale: scale.base,
            columnSum: sum.base)
    }

    func set(x values: [Float], weights: [Float], bias value: Float) {
        x.base.update(from: values, count: values.count)
        bias.base.update(repeating: value, count: columns)
        set(weights: weights)
    }

    var matrix: PackedMatrix {
        PackedMatrix(
            precision: precision, depth: depth, columns: columns, panels: panels.base, bias: bias.base,
            columnScale: scale.base, columnSum: sum.base)
    }

    enum Finish: CaseIterable { case bias, gelu, residual }

    func run(_ kernels: Kernels, _ finish: Finish, rows range: Range<Int>? = nil, wide: Bool = false) -> [Float] {
        let range = range ?? 0..<rows
        let storage = Buffer([UInt32](repeating: 0, count: range.count * depth), offset: 1)
        let (scales, zeros) = (Buffer([Float](repeating: 0, count: rows)), Buffer([Float](repeating: 0, count: rows)))
        let product = Buffer([Float](repeating: .nan, count: range.count * columns), offset: 3)
        let from = x.base + range.lowerBound * depth
        let rowStorage = Kernels.RowStorage(data: storage.base, scale: scales.base, zero: zeros.base)
        let prepared =
            wide
            ? kernels.prepareWide(from, rows: range.count, columns: depth, in: rowStorage)
            : kernels.prepare(from, rows: range.count, columns: depth, precision: precision, in: rowStorage)
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

    @Test(arguments: Kernels.runnable)
    func agreesWithThePlainVersionForWideRows(kernels: Kernels) {
        var random = RandomValues(seed: 45)
        for _ in 0..<40 {
            let product = Product(
                rows: random.size(1...47), depth: 4 * random.size(1...400), columns: random.size(1...100),
                precision: .int8, offset: random.size(0...15), random: &random)
            for finish in Product.Finish.allCases {
                let (y, expected) = (product.run(kernels, finish, wide: true), product.run(.scalar, finish, wide: true))
                // Only GELU is approximated: the rows have the same levels, and their sums are exact.
                #expect(
                    relativeDifference(y, expected) <= (finish == .gelu ? 2e-4 : 1e-5),
                    "\(product.rows) x \(product.depth) x \(product.columns) \(finish), seed \(random.seed)")
            }
        }
    }

    /// As large as they can be: rows and columns of the greatest level.
    @Test(arguments: Kernels.runnable, [4, 384, 512, 516, 520, 1536, 4096])
    func sumsOfWideRowsDoNotOverflow(kernels: Kernels, depth: Int) {
        var random = RandomValues(seed: 46)
        let product = Product(rows: 2, depth: depth, columns: 2, precision: .int8, offset: 1, random: &random)
        let ones = [Float](repeating: 1, count: depth), less = [Float](repeating: -1, count: depth)
        product.set(x: ones + less, weights: ones + less, bias: 0)
        let n = Float(depth)
        #expect(relativeDifference(product.run(kernels, .bias, wide: true), [n, -n, -n, n]) <= 1e-5)
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

    @Test(arguments: Kernels.runnable)
    func computesAWideRowTheSameWhereverItStands(kernels: Kernels) {
        var random = RandomValues(seed: 47)
        let product = Product(rows: 31, depth: 72, columns: 40, precision: .int8, offset: 1, random: &random)
        let all = product.run(kernels, .bias, wide: true)
        for row in 0..<31 {
            let alone = product.run(kernels, .bias, rows: row..<row + 1, wide: true)
            #expect(alone == Array(all[row * 40..<row * 40 + 40]), "row \(row), seed \(random.seed)")
        }
    }

    /// Scales are 1 and zeros 0 where a row reaches from 0 to 255 and a column to 127; all sums stay below 2^24.
    @Test(arguments: Kernels.runnable)
    func sumsBytesExactly(kernels: Kernels) {
        var random = RandomValues(seed: 44)
        let (rows, depth, columns) = (9, 512, 35)
        var x = (0..<rows * depth).map { _ in Float(random.size(0...255)) }
        var weights = (0..<depth * columns).map { _ in Float(random.size(0...254)) - 127 }
        for row in 0..<rows { x[row * depth] = 255 }
        for column in 0..<columns { weights[column * depth] = 127 }
        let product = Product(
            rows: rows, depth: depth, columns: columns, precision: .int8, offset: 1, random: &random)
        product.set(x: x, weights: weights, bias: 0)
        let sums = (0..<rows * columns).map { index in
            (0..<depth).reduce(0) { $0 + x[index / columns * depth + $1] * weights[index % columns * depth + $1] }
        }
        #expect(product.run(kernels, .bias) == sums, "seed \(random.seed)")
    }

    @Test(arguments: [(MatrixPrecision.f32, Float(1e-6)), (.bf16, 0.01), (.int8, 0.02)])
    func multipliesInThePlainVersion(precision: MatrixPrecision, bound: Float) {
        var random = RandomValues(seed: 43)
        let (rows, depth, columns) = (3, 64, 33)
        let weights = random.floats(depth * columns)
        let product = Product(
            rows: rows, depth: depth, columns: columns, precision: precision, offset: 0, random: &random)
        product.set(weights: weights)
        let exact = (0..<rows * columns).map { index in
            let (row, column) = (index / columns, index % columns)
            return (0..<depth).reduce(product.bias.base[column]) {
                $0 + product.x.base[row * depth + $1] * weights[column * depth + $1]
            }
        }
        #expect(relativeDifference(product.run(.scalar, .bias), exact) <= bound, "seed \(random.seed)")
    }
}
