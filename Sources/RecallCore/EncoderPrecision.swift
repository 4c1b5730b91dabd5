/// The precision of an encoder's weights and computations.
public enum EncoderPrecision: String, Sendable, CaseIterable {
    /// IEEE single precision, as the reference computes.
    case f32
    /// bfloat16 products and attention, summed in single precision.
    case bf16
    /// 8-bit products, summed exactly; attention and its projections in bfloat16: rounding queries, keys and values to 8
    /// bits makes a third of the error and saves little.
    case int8
}
