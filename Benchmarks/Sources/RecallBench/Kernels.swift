import ArgumentParser
import RecallKernels

/// Which variant of the kernels is measured.
struct KernelsOption: ParsableArguments {
    @Option(help: "The variant of the kernels: avx512-bf16, avx512, avx-vnni, avx2, neon or scalar.")
    var kernels: String?

    func chosen() throws -> Kernels {
        guard let kernels else { return .best }
        guard let chosen = Kernels.named(kernels) else {
            let known = Kernels.runnable.map(\.name).joined(separator: ", ")
            throw ValidationError("This machine does not run the kernels \(kernels). It runs: \(known).")
        }
        return chosen
    }
}

struct KernelsCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "kernels", abstract: "Matrix products of the model's shapes against the peak, on one thread.")

    @Option(help: "Rows of the products.")
    var rows = 256

    @OptionGroup var rounds: Rounds
    @OptionGroup var output: Output
    @OptionGroup var variant: KernelsOption

    func tables() throws -> [Table] {
        try KernelTable(kernels: variant.chosen(), rows: rows, rounds: rounds).tables()
    }
}

/// Products on one thread, in turn with the peak.
struct KernelTable {
    let kernels: Kernels
    let rows: Int
    let rounds: Rounds

    func tables() throws -> [Table] {
        var table = Table(
            title: "Products of \(rows) rows, kernels \(kernels.name), one thread: share of the peak in percent",
            columns: ["precision", "shape", "Gop/s", "product", "min", "max", "in the model", "min", "max"])
        for precision in MatrixPrecision.allCases { table.rows += try measured(precision) }
        return [table]
    }

    private func measured(_ precision: MatrixPrecision) throws -> [[Table.Value]] {
        let products = MatrixProduct.Shape.ofTheModel.map { MatrixProduct($0, precision, kernels, rows: rows) }
        guard let peak = Peak(kernels: kernels, precision: precision).contestant() else { return [] }
        let measured = try rounds.measure([peak] + products.flatMap { [$0.alone, $0.inTheModel] })
        return products.indices.map { index in
            let (alone, used) = (measured[1 + 2 * index], measured[2 + 2 * index])
            let shares = [alone, used].map { $0.ratio(to: measured[0], by: \.cpu) }
            return [
                .text(precision.rawValue), .text(products[index].shape.name),
                .number(alone.rate.median / 1e9, digits: 0),
            ] + shares.flatMap { [.percent($0.median), .percent($0.minimum), .percent($0.maximum)] }
        }
    }
}

/// One of the model's matrix products, with made-up values.
final class MatrixProduct {
    struct Shape {
        /// What follows the product in the model.
        enum Use {
            case projection, residual, gelu
        }

        let depth, columns: Int
        let use: Use

        var name: String { "\(depth) -> \(columns)" }

        static let ofTheModel = [
            Shape(depth: 384, columns: 1152, use: .projection), Shape(depth: 384, columns: 384, use: .residual),
            Shape(depth: 384, columns: 1536, use: .gelu), Shape(depth: 1536, columns: 384, use: .residual),
        ]
    }

    let shape: Shape
    private let precision: MatrixPrecision
    private let kernels: Kernels
    private let rows: Int
    private let matrix: PackedMatrix
    private let input, residual, product: AlignedFloats
    private let storage: Kernels.RowStorage
    private let memory: [AlignedFloats]
    private let prepared: Kernels.Rows

    init(_ shape: Shape, _ precision: MatrixPrecision, _ kernels: Kernels, rows: Int) {
        let (depth, columns) = (shape.depth, shape.columns)
        self.shape = shape
        self.precision = precision
        self.kernels = kernels
        self.rows = rows
        input = AlignedFloats(rows * depth)
        residual = AlignedFloats(rows * columns)
        product = AlignedFloats(rows * columns)
        let weights = AlignedFloats(columns * depth)
        let panels = AlignedFloats(PackedMatrix.panelBytes(precision: precision, depth: depth, columns: columns) / 4)
        let columnValues = (0..<3).map { _ in AlignedFloats(columns) }
        let rowValues = [AlignedFloats(rows * depth), AlignedFloats(rows), AlignedFloats(rows)]
        PackedMatrix.pack(
            weights.base, depth: depth, columns: columns, precision: precision, into: panels.base,
            columnScale: columnValues[1].base, columnSum: columnValues[2].base)
        matrix = PackedMatrix(
            precision: precision, depth: depth, columns: columns, panels: panels.base, bias: columnValues[0].base,
            columnScale: columnValues[1].base, columnSum: columnValues[2].base)
        storage = Kernels.RowStorage(data: rowValues[0].base, scale: rowValues[1].base, zero: rowValues[2].base)
        memory = [panels] + columnValues + rowValues
        prepared = kernels.prepare(input.base, rows: rows, columns: depth, precision: precision, in: storage)
    }

    private var operations: Double { 2 * Double(rows * shape.depth * shape.columns) }

    /// The product of rows in the right precision, and the bias.
    var alone: Contestant {
        Contestant(name: "\(precision.rawValue) \(shape.name)", work: operations) { [self] in
            kernels.multiply(prepared, count: rows, by: matrix, into: product.base)
        }
    }

    /// What the model does for it: rows are converted first, and something follows the product.
    var inTheModel: Contestant {
        Contestant(name: "\(precision.rawValue) \(shape.name) in the model", work: operations) { [self] in
            let rows = kernels.prepare(
                input.base, rows: rows, columns: shape.depth, precision: precision, in: storage)
            multiplyAsUsed(rows)
        }
    }

    private func multiplyAsUsed(_ x: Kernels.Rows) {
        switch shape.use {
        case .projection where precision != .f32:
            product.base.withMemoryRebound(to: UInt16.self, capacity: 2 * product.count) {
                kernels.multiply(x, count: rows, by: matrix, into: $0)
            }
        case .projection: kernels.multiply(x, count: rows, by: matrix, into: product.base)
        case .gelu: kernels.multiply(x, count: rows, by: matrix, .gelu, into: product.base)
        case .residual: kernels.multiply(x, count: rows, by: matrix, .residual(residual.base), into: product.base)
        }
    }
}

/// Floats at a multiple of 64 bytes, between -1 and 1, the same in every run.
final class AlignedFloats {
    let base: UnsafeMutablePointer<Float>
    let count: Int

    init(_ count: Int) {
        self.count = count
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: (count + 15) / 16 * 64, alignment: 64)
        base = bytes.bindMemory(to: Float.self, capacity: count)
        var state: UInt32 = 1
        for index in 0..<count {
            state = state &* 1_664_525 &+ 1_013_904_223
            base[index] = Float(Int32(bitPattern: state)) / 2_147_483_648
        }
    }

    deinit {
        base.deallocate()
    }
}
