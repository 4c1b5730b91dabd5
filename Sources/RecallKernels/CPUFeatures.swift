import CRecallKernels

/// What this CPU and operating system can run.
public struct CPUFeatures: Sendable {
    let bits: UInt32

    /// The features of the machine this runs on.
    public static let current = CPUFeatures(bits: recall_cpu_features())
}
