import Foundation
import RecallCore
import RecallKit
import RecallWire
import Synchronization

/// Progress on standard output for other programs: one `ImportProgressPayload` per line, several a second and one at
/// the end.
final class ImportLines: ImportObserver {
    private struct State {
        var summary = ImportSummary()
        var embedding: EmbeddingProgress?
        var bytes: Int?
        var lastPrinted: ContinuousClock.Instant?

        func progress(after elapsed: Duration) -> ImportProgress {
            ImportProgress(summary, embedding, bytes: bytes, elapsed: elapsed)
        }
    }

    private static let interval = Duration.milliseconds(250)

    private let began = ContinuousClock.now
    private let state = Mutex(State())

    func beginImporting() {}

    func beginEmbedding() {
        note { $0.summary.hasEnded = true }
    }

    func expect(bytes: Int) {
        note { $0.bytes = bytes }
    }

    func show(_ summary: ImportSummary) {
        note { $0.summary = summary }
    }

    func show(_ embedding: EmbeddingProgress) {
        note { $0.embedding = embedding }
    }

    /// Lists nothing: a program is told the number.
    func show(_ file: LeftOutFile) {}

    private func note(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            let now = ContinuousClock.now
            if let last = state.lastPrinted, now - last < Self.interval { return }
            state.lastPrinted = now
            Self.write(state.progress(after: now - began))
        }
    }

    /// Prints the last line: the summary, or the error.
    func end(_ result: Result<(summary: ImportSummary, embedding: EmbeddingProgress?), any Error>) {
        state.withLock { state in
            if case .success(let done) = result { (state.summary, state.embedding) = done }
            var progress = state.progress(after: .now - began)
            progress.hasEnded = true
            if case .failure(let error) = result { progress.error = ErrorReport(error) }
            Self.write(progress)
        }
    }

    private static func write(_ progress: ImportProgress) {
        guard let line = try? PayloadEncoding.sortedLine(ImportProgressPayload(progress)) else { return }
        // If nobody reads any more, the process is about to be ended: see ParentProcess.
        StandardStream.output.write(line + "\n")
    }
}
