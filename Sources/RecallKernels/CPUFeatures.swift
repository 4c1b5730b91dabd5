import CRecallKernels

/// The instruction sets that this CPU and operating system support.
public struct CPUFeatures: Sendable, CustomStringConvertible {
    let bits: UInt32

    /// The features of the machine this runs on.
    public static let current = CPUFeatures(bits: recall_cpu_features())

    private static let known: [(bit: Int, name: String)] = [
        (RECALL_AVX2, "avx2"), (RECALL_AVX_VNNI, "avx-vnni"), (RECALL_AVX512, "avx512"),
        (RECALL_AVX512_VNNI, "avx512-vnni"), (RECALL_AVX512_BF16, "avx512-bf16"), (RECALL_NEON, "neon"),
        (RECALL_NEON_DOTPROD, "dotprod"), (RECALL_NEON_I8MM, "i8mm"), (RECALL_NEON_BF16, "bf16"),
    ].map { (Int($0.0), $0.1) }

    /// The names of the features found, slowest first; empty if only scalar code can run.
    public var names: [String] {
        Self.known.filter { bits & UInt32($0.bit) != 0 }.map(\.name)
    }

    /// The features and the kernel variant chosen for them, for `recall doctor`.
    public var description: String {
        let found = names.isEmpty ? "no vector features" : names.joined(separator: " ")
        return "\(found); kernels: \(Kernels.best.name)"
    }
}
