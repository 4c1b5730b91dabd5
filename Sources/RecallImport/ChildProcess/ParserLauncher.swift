import RecallConfinement
import RecallCore
import RecallFiles

/// Starts parsing processes, and makes failures of what goes wrong in them.
struct ParserLauncher {
    /// The `recall` executable, or `nil` to look for it.
    var executable: String?
    /// The document's path, for failures.
    var path: String
    var place: String?
    /// The limits of the process.
    var confinement = Confinement.parser

    typealias Output = ConfinedProcess.Output

    /// Runs a process on `input` and returns its output of at most `limit` bytes.
    ///
    /// - Parameters:
    ///   - mode: a format's identifier, or `ParserProcess.original`.
    ///   - arguments: the arguments of the mode, besides its input.
    ///   - second: as for `ConfinedProcess.run`.
    /// - Throws: `ImportFailure` if it could not be started; `CancellationError` after ending the process.
    func run(
        _ mode: String, _ input: DocumentInput, _ arguments: [String] = [], besides second: OpenFile? = nil,
        atMost limit: Int
    ) async throws -> Output {
        input.rewind()
        return try await starting { process in
            try await process.run(
                [ParserProcess.argument, mode] + arguments, input: input.file, besides: second, atMost: limit)
        }
    }

    /// Runs a process on `input`, and hands its output to `body` as it comes.
    ///
    /// - Returns: the way that it ended, as an output without bytes.
    /// - Throws: what `body` throws, and as `run`.
    func stream(
        _ mode: String, _ input: DocumentInput, _ arguments: [String],
        _ body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws -> Output {
        try await starting { process in
            Output(
                ending: try await process.run(
                    [ParserProcess.argument, mode] + arguments, input: input.file, body: body))
        }
    }

    private func starting(_ body: (ConfinedProcess) async throws -> Output) async throws -> Output {
        do {
            let server = executable == nil ? [ParserProcess.argument, ParserProcess.forkServer] : nil
            return try await body(ConfinedProcess(executable: executable, server: server, confinement: confinement))
        } catch ConfinedProcess.Failure.executableNotFound {
            throw failure(
                .parserFailed,
                "The recall executable, which reads documents in a process of its own, was not found: "
                    + RecallExecutable.advice)
        } catch ConfinedProcess.Failure.notStarted {
            throw failure(.parserFailed, "The parser's process could not be started.")
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

    /// The failure if there is no usable output.
    func failed(_ output: Output) -> ImportFailure {
        switch output.ending {
        case .outOfTime:
            failure(.parserFailed, "Its parser ran longer than \(confinement.seconds) seconds and was stopped.")
        case .exited(Confinement.missingProgram):
            failure(
                .parserFailed,
                "pdftotext is missing, or others than the administrator can replace it: install poppler-utils "
                    + "(macOS: brew install poppler).")
        case .exited(Confinement.refused):
            failure(.parserFailed, "The system did not let the parser confine itself. See: recall doctor")
        default: crashed
        }
    }

    /// The failure of a document that only a password opens.
    var encrypted: ImportFailure {
        failure(.encrypted, "The document needs a password; remove it and import again.")
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
