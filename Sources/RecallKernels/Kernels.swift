import CRecallKernels

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One variant of the vector kernels: the same functions for one instruction set.
///
/// All functions are pure and may run on any thread. Sizes are in elements; rows are contiguous unless a stride is
/// given. The result for a row never depends on the rows around it.
public struct Kernels: @unchecked Sendable, CustomStringConvertible {
    // Unchecked: the table is a constant of the program.
    let table: UnsafePointer<recall_kernels>

    /// All variants that this machine runs, fastest first; the last one is `scalar`.
    public static let runnable = [Kernels](
        sequence(state: 0) { index in
            defer { index += 1 }
            return recall_kernels_runnable(index).map(Kernels.init(table:))
        })

    /// The fastest variant that this machine runs, or the one that `RECALL_KERNELS` names, to measure as on another.
    public static let best = getenv("RECALL_KERNELS").flatMap { named(String(cString: $0)) } ?? runnable[0]

    /// The variant with the name; `nil` if this machine cannot run it.
    public static func named(_ name: String) -> Kernels? {
        runnable.first { $0.name == name }
    }

    /// The variant's name.
    public var name: String { String(cString: table.pointee.name) }

    /// The variant's name.
    public var description: String { name }

    /// True if there are instructions for products of bfloat16. Without them these are slower than those of `f32`.
    public var multipliesBFloat16: Bool {
        table.pointee.features & UInt32(RECALL_AVX512_BF16 | RECALL_NEON_BF16) != 0
    }

    /// True if wide rows are multiplied with `int8` as fast as rows of bytes.
    public var favoursWideRows: Bool { table.pointee.favours_wide }

    /// The operation applied to a product before it is stored.
    public enum Epilogue {
        /// Adds the bias.
        case bias
        /// Adds the bias, then takes the exact (erf) GELU.
        case gelu
        /// Adds the bias and a matrix of the product's shape, which may be where the product goes.
        case residual(UnsafePointer<Float>)
    }

    /// Rows converted by `prepare` to the precision of the matrix to multiply with.
    public struct Rows {
        let data: UnsafeRawPointer
        let scale: UnsafePointer<Float>?
        let zero: UnsafePointer<Float>?
        var isWide = false

        /// Rows that were quantized before, by `quantize`. The memory must outlive the view.
        public init(bytes: UnsafeRawPointer, scale: UnsafePointer<Float>, zero: UnsafePointer<Float>) {
            (data, self.scale, self.zero) = (bytes, scale, zero)
        }

        init(data: UnsafeRawPointer, scale: UnsafePointer<Float>?, zero: UnsafePointer<Float>?) {
            (self.data, self.scale, self.zero) = (data, scale, zero)
        }
    }

    /// Memory for `prepare`: `rows * columns` elements of the precision, and for `int8` two floats for each row.
    public struct RowStorage {
        let data: UnsafeMutableRawPointer
        let scale: UnsafeMutablePointer<Float>
        let zero: UnsafeMutablePointer<Float>

        /// Storage in memory that the caller owns.
        public init(
            data: UnsafeMutableRawPointer, scale: UnsafeMutablePointer<Float>, zero: UnsafeMutablePointer<Float>
        ) {
            self.data = data
            self.scale = scale
            self.zero = zero
        }
    }

    /// Rows to multiply with a matrix of `precision`: `x` itself for `f32`, otherwise converted into `storage`.
    public func prepare(
        _ x: UnsafePointer<Float>, rows: Int, columns: Int, precision: MatrixPrecision, in storage: RowStorage
    ) -> Rows {
        switch precision {
        case .f32:
            return Rows(data: x, scale: nil, zero: nil)
        case .bf16:
            table.pointee.f32_to_bf16(x, rows * columns, storage.data.assumingMemoryBound(to: UInt16.self))
            return Rows(data: storage.data, scale: nil, zero: nil)
        case .int8:
            let bytes = storage.data.assumingMemoryBound(to: UInt8.self)
            table.pointee.quantize_rows(x, rows, columns, bytes, storage.scale, storage.zero)
            return Rows(data: storage.data, scale: UnsafePointer(storage.scale), zero: UnsafePointer(storage.zero))
        }
    }

    /// Rows of 15 bits to multiply with a matrix of `int8`, so that only the matrix is rounded to bytes: for sums that
    /// need it, at half the speed of bytes or where that costs nothing (`favoursWideRows`).
    ///
    /// `storage` needs two bytes for each element.
    public func prepareWide(
        _ x: UnsafePointer<Float>, rows: Int, columns: Int, in storage: RowStorage
    ) -> Rows {
        table.pointee.quantize_wide(x, rows, columns, storage.data, storage.scale, storage.zero)
        var prepared = Rows(
            data: storage.data, scale: UnsafePointer(storage.scale), zero: UnsafePointer(storage.zero))
        prepared.isWide = true
        return prepared
    }

    /// `product[count x columns] = epilogue(rows * matrix)`.
    public func multiply(
        _ rows: Rows, count: Int, by matrix: PackedMatrix, _ epilogue: Epilogue = .bias,
        into product: UnsafeMutablePointer<Float>
    ) {
        multiply(rows, count: count, by: matrix, epilogue, into: product, bf16: false)
    }

    /// `product[count x columns] = rows * matrix + bias`, rounded to bfloat16.
    public func multiply(
        _ rows: Rows, count: Int, by matrix: PackedMatrix, into product: UnsafeMutablePointer<UInt16>
    ) {
        multiply(rows, count: count, by: matrix, .bias, into: product, bf16: true)
    }

    private func multiply(
        _ rows: Rows, count: Int, by matrix: PackedMatrix, _ epilogue: Epilogue, into product: UnsafeMutableRawPointer,
        bf16: Bool
    ) {
        var call = recall_matmul()
        call.a = rows.data
        call.a_stride = matrix.depth
        call.panels = matrix.panels
        call.rows = count
        call.depth = matrix.depth
        call.columns = matrix.columns
        call.bias = matrix.bias
        call.c = product
        call.c_stride = matrix.columns
        call.c_bf16 = bf16
        call.row_scale = rows.scale
        call.row_zero = rows.zero
        call.column_scale = matrix.columnScale
        call.column_sum = matrix.columnSum
        switch epilogue {
        case .bias:
            call.epilogue = Int32(RECALL_BIAS.rawValue)
        case .gelu:
            call.epilogue = Int32(RECALL_BIAS_GELU.rawValue)
        case .residual(let residual):
            call.epilogue = Int32(RECALL_BIAS_RESIDUAL.rawValue)
            call.residual = residual
            call.residual_stride = matrix.columns
        }
        switch matrix.precision {
        case .f32: table.pointee.matmul_f32(&call)
        case .bf16: table.pointee.matmul_bf16(&call)
        case .int8: rows.isWide ? table.pointee.matmul_wide(&call) : table.pointee.matmul_u8(&call)
        }
    }
}
