package import RecallFiles
import Subprocess
import Synchronization

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
            case .signaled(let signal): self.init(signal: signal)
            }
        }

        /// The ending of a process that a signal ended.
        init(signal: Int32) { self = RecallExecutable.isTimeLimit(signal) ? .outOfTime : .crashed }
    }

    /// The output of a process, and the way it ended.
    package struct Output: Sendable {
        package var bytes: [UInt8] = []
        /// True if it exceeded the output limit and was ended.
        package var isCut = false
        package var ending = Ending.exited(0)

        package init(bytes: [UInt8] = [], isCut: Bool = false, ending: Ending) {
            (self.bytes, self.isCut, self.ending) = (bytes, isCut, ending)
        }
    }

    private let executable: String?
    private let server: [String]?
    private let confinement: Confinement

    /// A process of `executable`, or of the one found automatically, which applies `confinement` to itself.
    ///
    /// - Parameter server: the arguments with which the executable serves as a `ForkServer`, whose children then are such processes;
    ///   `nil` for a process of its own. On Linux; elsewhere each process is its own.
    package init(executable: String?, server: [String]? = nil, confinement: Confinement) {
        self.executable = executable
        self.server = server
        self.confinement = confinement
    }

    /// Runs a process on `input` and returns its output of at most `limit` bytes.
    ///
    /// - Parameter second: a file that the process reads besides; it has it in place of its standard error.
    /// - Throws: `Failure` if it could not be started; `CancellationError` after ending the process.
    package func run(
        _ arguments: [String], input: OpenFile, besides second: OpenFile? = nil, atMost limit: Int
    ) async throws -> Output {
        let collected = Mutex((bytes: [UInt8](), isCut: false))
        let ending = try await run(arguments, input: input, besides: second) { block in
            try collected.withLock { output in
                output.bytes.append(contentsOf: block.prefix(limit - output.bytes.count))
                output.isCut = output.bytes.count >= limit
                if output.isCut { throw Enough() }
            }
        }
        return collected.withLock { Output(bytes: $0.bytes, isCut: $0.isCut, ending: ending) }
    }

    private struct Enough: Error {}

    /// Runs a process on `input`, and hands its output to `body` as it comes. If `body` throws, the process is ended.
    ///
    /// - Throws: what `body` throws; `Failure` if the process could not be started; `CancellationError` after ending it.
    package func run(
        _ arguments: [String], input: OpenFile, besides second: OpenFile? = nil,
        body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws -> Ending {
        guard let executable = executable ?? RecallExecutable.path else { throw Failure.executableNotFound }
        let forked = await fork(executable, arguments, input, besides: second, body)
        let (ending, error) =
            if let forked {
                forked
            } else if let second {
                try await run(executable, arguments, input, error: Self.lent(second), body)
            } else {
                try await run(executable, arguments, input, error: .discarded, body)
            }
        // The descriptor is lent until the process has ended.
        withExtendedLifetime(second) {}
        try Task.checkCancellation()
        if let error, !(error is Enough) { throw error }
        return ending
    }

    /// Runs a process of a server; `nil` if there is none.
    private func fork(
        _ executable: String, _ arguments: [String], _ input: OpenFile, besides second: OpenFile?,
        _ body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async -> (Ending, (any Error)?)? {
        #if os(Linux)
            guard let server else { return nil }
            return await ForkServers.run(
                executable, server, arguments, input: input, besides: second, atMost: confinement.wallSeconds + 1,
                body: body)
        #else
            return nil
        #endif
    }

    private func run(
        _ executable: String, _ arguments: [String], _ input: OpenFile, error: some ErrorOutputProtocol,
        _ body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws -> (Ending, (any Error)?) {
        // Its descriptor is lent until the process has ended.
        defer { withExtendedLifetime(input) {} }
        let deadline = ProcessDeadline()
        defer { deadline.end() }
        do {
            let result = try await Subprocess.run(
                .path(FilePath(executable)), arguments: Arguments(arguments),
                environment: .custom(RecallExecutable.environment), platformOptions: Self.options,
                input: .fileDescriptor(FileDescriptor(rawValue: input.descriptor), closeAfterSpawningProcess: false),
                output: .sequence, error: error
            ) { execution in
                deadline.begin(
                    .seconds(confinement.wallSeconds + 1), for: execution.processIdentifier.value)
                for try await block in execution.standardOutput {
                    do {
                        try block.withUnsafeBytes { try body($0) }
                    } catch {
                        try? execution.send(signal: .kill, toProcessGroup: true)
                        return error as (any Error)?
                    }
                }
                return nil
            }
            let ending = Ending(result.terminationStatus)
            return (deadline.hasPassed && ending == .crashed ? .outOfTime : ending, result.closureResult)
        } catch is SubprocessError {
            try Task.checkCancellation()
            throw Failure.notStarted
        }
    }

    private static func lent(_ file: OpenFile) -> FileDescriptorOutput {
        .fileDescriptor(FileDescriptor(rawValue: file.descriptor), closeAfterSpawningProcess: false)
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
}
