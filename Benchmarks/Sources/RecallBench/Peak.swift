import ArgumentParser
import CPeak
import Dispatch
import RecallEmbedding
import RecallKernels

/// The most that one core can compute in the instructions that a variant of the kernels uses.
struct Peak {
    let kernels: Kernels
    let precision: MatrixPrecision

    private var kind: Int32 {
        switch precision {
        case .f32: Int32(PEAK_F32.rawValue)
        case .bf16: Int32(PEAK_BF16.rawValue)
        case .int8: Int32(PEAK_INT8.rawValue)
        }
    }

    /// Chains that take about a millisecond, on each of `threads`; nil if no such peak is known.
    func contestant(threads: Int = 1) -> Contestant? {
        let (variant, kind, rounds) = (kernels.name, kind, UInt64(4000))
        let operations = peak_operations(variant, kind)
        guard operations > 0 else { return nil }
        let work = Double(operations * rounds) * Double(threads)
        return Contestant(name: "peak \(precision.rawValue)", work: work) {
            guard threads > 1 else {
                _ = peak_run(variant, kind, rounds)
                return
            }
            DispatchQueue.concurrentPerform(iterations: threads) { _ in _ = peak_run(variant, kind, rounds) }
        }
    }
}

/// Peaks on one thread and on all.
struct PeakTable {
    let kernels: Kernels
    let rounds: Rounds

    func tables() throws -> [Table] {
        let threads = processorCount()
        let columns = ["precision", "1 thread", "min", "max", "\(threads) threads", "min", "max"]
        var table = Table(title: "Peak of \(kernels.name), thousand million operations a second", columns: columns)
        for precision in MatrixPrecision.allCases {
            let peak = Peak(kernels: kernels, precision: precision)
            guard let one = peak.contestant(), let all = peak.contestant(threads: threads) else { continue }
            let rates = try rounds.measure([one, all]).map(\.rate)
            table.rows.append(
                [.text(precision.rawValue)]
                    + rates.flatMap { [$0.median, $0.minimum, $0.maximum] }.map { .number($0 / 1e9, digits: 0) })
        }
        return [table]
    }
}

struct PeakCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "peak", abstract: "What the processor can multiply and add at most, in registers.")

    @OptionGroup var rounds: Rounds
    @OptionGroup var output: Output
    @OptionGroup var variant: KernelsOption

    func tables() throws -> [Table] {
        try PeakTable(kernels: variant.chosen(), rounds: rounds).tables()
    }
}
