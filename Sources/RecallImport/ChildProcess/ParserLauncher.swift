import RecallCore
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Starts parsing processes and waits for them, with limits on time and output that do not depend on their good will.
struct ParserLauncher {
    /// The `recall` executable, or `nil` to look for it.
    var executable: String?
    /// Where the document is from, for failures.
    var path: String
    var place: String?

    /// How a process ended.
    enum Ending: Equatable {
        case exited(Int32)
        case outOfTime, crashed

        init(_ status: TerminationStatus) {
            switch status {
            case .exited(let code): self = .exited(code)
            case .signaled(let signal): self = RecallExecutable.isTimeLimit(signal) ? .outOfTime : .crashed
            }
        }
    }

    /// What a process wrote, and how it ended.
    struct Output {
        var bytes: [UInt8] = []
        /// Whether it wrote more than the limit, and was ended for that.
        var isCut = false
        var ending = Ending.exited(0)
    }

    /// Runs a process on `input` and returns its output of at most `limit` bytes.
    ///
    /// - Parameter arguments: what the mode asks for besides its input.
    /// - Throws: `ImportFailure` if it could not be started; `CancellationError`, with the process ended.
    func run(
        _ mode: ParserProcess.Mode, _ input: DocumentInput, _ arguments: [String] = [], atMost limit: Int
    ) async throws -> Output {
        guard let executable = executable ?? RecallExecutable.path else { throw RecallExecutable.notFound(path, place) }
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(1))
        ]
        do {
            let result = try await Subprocess.run(
                .path(FilePath(executable)), arguments: Arguments([ParserProcess.argument, mode.rawValue] + arguments),
                environment: .custom(RecallExecutable.environment), platformOptions: options,
                input: .fileDescriptor(FileDescriptor(rawValue: input.descriptor), closeAfterSpawningProcess: false),
                output: .sequence, error: .discarded
            ) { execution in
                try await Self.collect(execution.standardOutput, atMost: limit) {
                    try? execution.send(signal: .kill, toProcessGroup: true)
                }
            }
            try Task.checkCancellation()
            return Output(
                bytes: result.closureResult.bytes, isCut: result.closureResult.isCut,
                ending: Ending(result.terminationStatus))
        } catch is SubprocessError {
            try Task.checkCancellation()
            throw failure(.parserFailed, "The parser's process could not be started.")
        }
    }

    /// Reads `output` up to the limit while a clock runs, and calls `kill` when either is over.
    private static func collect(
        _ output: SubprocessOutputSequence, atMost limit: Int, kill: @escaping @Sendable () -> Void
    ) async throws -> (bytes: [UInt8], isCut: Bool) {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await Task.sleep(for: .seconds(Confinement.wallSeconds + 1))
                kill()
            }
            defer { group.cancelAll() }
            var bytes: [UInt8] = []
            for try await block in output {
                block.withUnsafeBytes { bytes.append(contentsOf: $0.prefix(limit - bytes.count)) }
                guard bytes.count < limit else {
                    kill()
                    return (bytes, true)
                }
            }
            return (bytes, false)
        }
    }

    /// The reply in a process's output.
    ///
    /// - Throws: `ImportFailure`: the reply's own, or `crashed`.
    func reply(_ output: Output) throws -> ParserReply {
        guard !output.isCut, output.ending == .exited(0), let reply = ParserReply(output.bytes) else {
            throw failed(output)
        }
        if case .failure(let code, let reason) = reply { throw failure(code, reason) }
        return reply
    }

    /// Why there is no usable output.
    func failed(_ output: Output) -> ImportFailure {
        switch output.ending {
        case .outOfTime:
            failure(.parserFailed, "Its parser ran longer than \(ImportLimits.parserSeconds) seconds and was stopped.")
        case .exited(ParserProcess.ExitCode.missingProgram):
            failure(.parserFailed, "pdftotext is missing: install poppler-utils (macOS: brew install poppler).")
        default: crashed
        }
    }

    /// The failure of a process that ended without a reply.
    var crashed: ImportFailure {
        failure(.parserFailed, "Its parser crashed or used more than \(ImportLimits.parserMemory >> 20) MB of memory.")
    }

    /// A failure of this document.
    func failure(_ code: ImportFailure.Code, _ reason: String) -> ImportFailure {
        ImportFailure(code, path: path, place: place, reason: reason)
    }
}
