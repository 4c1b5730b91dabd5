extension Sequence<Float> {
    /// The sum of the products with another vector's components, in their order: the cosine of vectors of length 1. For a few
    /// vectors at a time; many are compared by `RecallKernels`.
    package func dot(_ other: some Sequence<Float>) -> Float {
        zip(self, other).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
