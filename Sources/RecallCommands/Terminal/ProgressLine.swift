import Foundation
import RecallCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Progress on standard error: one rewritten line on a terminal, occasional lines elsewhere.
final class ProgressLine: Sendable {
    private struct State {
        var stage = ""
        var began = ContinuousClock.now
        var lastShown = ContinuousClock.now
        var isOpen = false
        /// The bytes that an import will read, once they are counted.
        var bytes: Int?
        /// True while an import runs, with embedding at the same time.
        var isImporting = false
        /// The passages embedded before embedding became the only stage.
        var embeddedBefore = 0
    }

    private let state = Mutex(State())
    private let isTerminal = isatty(2) == 1
    private let isQuiet: Bool

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    func beginImporting() {
        begin("Importing", isImporting: true)
    }

    func beginEmbedding() {
        begin("Embedding", isImporting: false)
    }

    private func begin(_ stage: String, isImporting: Bool) {
        finish()
        state.withLock {
            $0.stage = stage
            $0.isImporting = isImporting
            $0.began = .now
            $0.lastShown = .now
        }
    }

    func expect(bytes: Int) {
        state.withLock { $0.bytes = bytes }
    }

    func show(_ summary: ImportSummary) {
        guard !summary.hasEnded else { return beginEmbedding() }
        let bytes = state.withLock { $0.bytes }
        show { seconds in
            if summary.isUnpacking { return "unpacking an archive, after \(Count.of(summary.items, "item"))" }
            let rate = Int(Double(summary.items) / max(seconds, 0.001))
            return "\(Count.of(summary.items, "item")), \(Count.grouped(rate))/s"
                + (summary.failures > 0 ? ", \(Count.of(summary.failures, "failure"))" : "")
                + Self.timeLeft(done: summary.bytes, of: bytes, after: seconds)
        }
    }

    private static func timeLeft(done: Int, of bytes: Int?, after seconds: Double) -> String {
        guard let bytes, bytes > 0, done > 0 else { return "" }
        let share = min(1, Double(done) / Double(bytes))
        return ", \(Int(share * 100)) %, \(duration(seconds / share - seconds)) left"
    }

    func show(_ progress: EmbeddingProgress) {
        let before = state.withLock { state in
            if state.isImporting { state.embeddedBefore = progress.passages }
            return state.isImporting ? nil : state.embeddedBefore
        }
        guard let before, progress.total > 0 else { return }
        show { seconds in
            let rate = Double(progress.passages - before) / max(seconds, 0.001)
            let left = rate > 0 ? Double(progress.total - progress.passages) / rate : 0
            let share = progress.passages * 100 / progress.total
            return "\(share) %, \(Count.grouped(progress.passages)) of \(Count.of(progress.total, "passage")), "
                + "\(Count.grouped(Int(rate)))/s" + (rate > 0 ? ", \(Self.duration(left)) left" : "")
        }
    }

    func show(_ progress: BackupProgress) {
        let stage = progress.step.rawValue.capitalized
        if state.withLock({ $0.stage }) != stage { begin(stage, isImporting: false) }
        show { _ in "\(Int(progress.share * 100)) %" }
    }

    /// Prints a file that is not imported, above the progress.
    func show(_ file: LeftOutFile) {
        finish()
        let line = "Left out: \(file.path): \(file.reason)."
        StandardStream.output.write(TerminalText.safe(line) + "\n")
    }

    private func show(_ text: (Double) -> String) {
        guard !isQuiet else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            guard now - state.lastShown >= (isTerminal ? .milliseconds(100) : .seconds(5)) else { return }
            state.lastShown = now
            let line = "\(state.stage): \(text((now - state.began) / .seconds(1)))"
            state.isOpen = isTerminal
            write(isTerminal ? "\r\u{1B}[2K\(Self.fitting(line))" : "\(line)\n")
        }
    }

    /// The line cut to the terminal: one that is wrapped could not be rewritten. Asked anew each time, because a window may
    /// have been resized.
    private static func fitting(_ line: String) -> String {
        let terminal = TerminalText(descriptor: STDERR_FILENO)
        return terminal.rendered(terminal.shortened(StyledText(line), reserving: 1))
    }

    /// Removes the line from the terminal.
    func finish() {
        state.withLock { state in
            if state.isOpen { write("\r\u{1B}[2K") }
            state.isOpen = false
        }
    }

    private func write(_ text: String) {
        StandardStream.error.write(text)
    }

    /// `12 s`, `3 min 4 s`, `2 h 30 min`.
    static func duration(_ seconds: Double) -> String {
        let total = Int(seconds.rounded())
        switch total {
        case ..<60: return "\(total) s"
        case ..<3_600: return "\(total / 60) min \(total % 60) s"
        default: return "\(total / 3_600) h \(total % 3_600 / 60) min"
        }
    }
}
