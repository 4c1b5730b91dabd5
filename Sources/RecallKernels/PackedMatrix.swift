import CRecallKernels

/// A view of a weight matrix (`depth` inputs, `columns` outputs) packed for the kernels, with its bias.
///
/// The creator of the view owns the memory, which must outlive it.
public struct PackedMatrix {
    /// The precision of the weights.
    public var precision: MatrixPrecision
    /// Inputs.
    public var depth: Int
    /// Outputs.
    public var columns: Int
    /// The panels, 64-byte aligned, `PackedMatrix.panelBytes` long.
    public var panels: UnsafeRawPointer
    /// One value for each output.
    public var bias: UnsafePointer<Float>
    /// For `int8`: the scale of each output.
    public var columnScale: UnsafePointer<Float>?
    /// For `int8`: the scale times the sum of the quantized weights of each output.
    public var columnSum: UnsafePointer<Float>?

    /// A view of packed weights.
    public init(
        precision: MatrixPrecision, depth: Int, columns: Int, panels: UnsafeRawPointer, bias: UnsafePointer<Float>,
        columnScale: UnsafePointer<Float>? = nil, columnSum: UnsafePointer<Float>? = nil
    ) {
        self.precision = precision
        self.depth = depth
        self.columns = columns
        self.panels = panels
        self.bias = bias
        self.columnScale = columnScale
        self.columnSum = columnSum
    }

    /// The size of a matrix's panels in bytes.
    public static func panelBytes(precision: MatrixPrecision, depth: Int, columns: Int) -> Int {
        recall_panel_bytes(precision.code, depth, columns)
    }

    /// Packs `weights`, given as PyTorch stores them: `columns` rows of `depth` values.
    ///
    /// `columnScale` and `columnSum` are written for `int8` only. O(depth x columns).
    public static func pack(
        _ weights: UnsafePointer<Float>, depth: Int, columns: Int, precision: MatrixPrecision,
        into panels: UnsafeMutableRawPointer, columnScale: UnsafeMutablePointer<Float>? = nil,
        columnSum: UnsafeMutablePointer<Float>? = nil
    ) {
        recall_pack(precision.code, weights, depth, columns, panels, columnScale, columnSum)
    }
}
