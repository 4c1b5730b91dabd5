import Foundation
import RecallCore
import RecallKit
import RecallWire
import Subprocess
import Synchronization

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// An import in a separate process, so that a crash on a damaged file does not affect the server, and searches get
/// the processor first.
final class ImportProcess: Sendable {
    /// The way the process ended.
    enum Ending: Sendable {
        case finished
        /// Stopped at a checkpoint on request.
        case stopped
        case failed(ErrorReport)
    }

    private struct State {
        var interrupt: (@Sendable () -> Void)?
        var isInterrupted = false
    }

    private let state = Mutex(State())

    /// Asks the process to stop at its next checkpoint.
    func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            state.interrupt?()
        }
    }

    /// Does the work of `task` in the library in `folder`, and waits for the end of the process.
    ///
    /// - Parameter progress: called several times a second.
    func run(
        _ task: ImportTask, in folder: String, progress: @Sendable (ImportProgress) async -> Void
    ) async -> Ending {
        guard let executable = RecallProgram.path else {
            return .failed(ErrorReport(code: "no-program", message: RecallProgram.advice))
        }
        let settings = ["--library", folder, "--format", "json-lines", "--background", "--attached"]
        let arguments = ["import"] + settings + task.arguments
        var options = PlatformOptions()
        // A Ctrl-C in the terminal is for the server alone, which hands it on once.
        options.createSession = true
        do {
            let result = try await Subprocess.run(
                .path(FilePath(executable)), arguments: Arguments(arguments), platformOptions: options,
                // Held open: the import stops when this process, and with it its end, is gone.
                input: .inputWriter, output: .sequence, error: .discarded
            ) { execution in
                begin { try? execution.send(signal: .interrupt) }
                return try await Self.follow(execution.standardOutput, progress)
            }
            state.withLock { $0.interrupt = nil }
            return ending(result.closureResult, result.terminationStatus)
        } catch {
            return .failed(
                ErrorReport(
                    code: "not-started",
                    message: "The import could not be started. Is the recall program still in its place?"))
        }
    }

    /// Makes the process interruptible; interrupts it at once if that was requested earlier.
    private func begin(_ interrupt: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.interrupt = interrupt
            if state.isInterrupted { interrupt() }
        }
    }

    /// Passes on each line, and returns the last one.
    private static func follow(
        _ output: SubprocessOutputSequence, _ progress: (ImportProgress) async -> Void
    ) async throws -> ImportProgress? {
        var last: ImportProgress?
        for try await line in output.strings() {
            guard let read = try? JSONDecoder().decode(ImportProgressPayload.self, from: Data(line.utf8)).progress
            else {
                continue
            }
            last = read
            await progress(read)
        }
        return last
    }

    private func ending(_ last: ImportProgress?, _ status: TerminationStatus) -> Ending {
        if let error = last?.error { return .failed(error) }
        if last?.hasEnded == true { return last?.wasStopped == true ? .stopped : .finished }
        if state.withLock(\.isInterrupted) { return .stopped }
        return .failed(
            ErrorReport(
                code: "import-ended",
                message:
                    "The import ended unexpectedly (\(status)). What it had stored is kept; start it again to go on."
            ))
    }
}
