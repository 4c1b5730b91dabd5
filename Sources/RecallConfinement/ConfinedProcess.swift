package import RecallFiles
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Runs the `recall` executable as a process that confines itself, and enforces limits on time and output that do not
/// depend on its cooperation.
package struct ConfinedProcess: Sendable {
    /// The reason why a process could not be started.
    package enum Failure: Error, Hashable, Sendable {
        case executableNotFound, notStarted
    }

    /// The way a process ended.
    package enum Ending: Hashable, Sendable {
        case exited(Int32)
        case outOfTime, crashed

        fileprivate init(_ status: TerminationStatus) {
            switch status {
            case .exited(let code): self = .exited(code)
            case .signaled(let signal): self = RecallExecutable.isTimeLimit(signal) ? .outOfTime : .crashed
            }
        }
    }

    /// The output of a process, and the way it ended.
    package struct Output: Sendable {
        package var bytes: [UInt8] = []
        /// True if it exceeded the output limit and was ended.
        package var isCut = false
        package var ending = Ending.exited(0)
    }

    private let executable: String?
    private let confinement: Confinement

    /// A process of `executable`, or of the one found automatically, which applies `confinement` to itself.
    package init(executable: String?, confinement: Confinement) {
        self.executable = executable
        self.confinement = confinement
    }

    /// Runs a process on `input` and returns its output of at most `limit` bytes.
    ///
    /// - Throws: `Failure` if it could not be started; `CancellationError` after ending the process.
    package func run(_ arguments: [String], input: OpenFile, atMost limit: Int) async throws -> Output {
        guard let executable = executable ?? RecallExecutable.path else { throw Failure.executableNotFound }
        let output = try await run(executable, arguments, input, atMost: limit)
        try Task.checkCancellation()
        return output
    }

    private func run(
        _ executable: String, _ arguments: [String], _ input: OpenFile, atMost limit: Int
    ) async throws -> Output {
        // Its descriptor is lent until the process has ended.
        defer { withExtendedLifetime(input) {} }
        let deadline = ProcessDeadline()
        defer { deadline.end() }
        do {
            let result = try await Subprocess.run(
                .path(FilePath(executable)), arguments: Arguments(arguments),
                environment: .custom(RecallExecutable.environment), platformOptions: Self.options,
                input: .fileDescriptor(FileDescriptor(rawValue: input.descriptor), closeAfterSpawningProcess: false),
                output: .sequence, error: .discarded
            ) { execution in
                deadline.begin(
                    .seconds(confinement.wallSeconds + 1), for: execution.processIdentifier.value)
                return try await Self.collect(execution.standardOutput, atMost: limit) {
                    try? execution.send(signal: .kill, toProcessGroup: true)
                }
            }
            let ending = Ending(result.terminationStatus)
            return Output(
                bytes: result.closureResult.bytes, isCut: result.closureResult.isCut,
                ending: deadline.hasPassed && ending == .crashed ? .outOfTime : ending)
        } catch is SubprocessError {
            try Task.checkCancellation()
            throw Failure.notStarted
        }
    }

    /// A session of its own: no terminal, and a process group with which all that it might start ends.
    private static var options: PlatformOptions {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(1))
        ]
        return options
    }

    /// Reads `output` up to the limit, and calls `kill` when it is exceeded.
    private static func collect(
        _ output: SubprocessOutputSequence, atMost limit: Int, kill: () -> Void
    ) async throws -> (bytes: [UInt8], isCut: Bool) {
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
