#if os(Linux)
    import Foundation
    import RecallFiles
    import Synchronization

    /// The servers of this process that nobody uses at the moment.
    enum ForkServers {
        private struct Idle {
            let server: ForkServer
            let executable: String
            let since: ContinuousClock.Instant
        }

        private static let idle = Mutex<[Idle]>([])
        /// The servers that are kept, and the time for which they are: of documents up to four are read at once.
        private static let mostIdle = 4, idleTime = Duration.seconds(20)

        /// Runs a process of a server, on a thread of its own.
        ///
        /// - Parameters:
        ///   - executable: the program that serves.
        ///   - server: the arguments with which it does.
        /// - Returns: `nil` if there is no server that can start it.
        static func run(
            _ executable: String, _ server: [String], _ arguments: [String], input: OpenFile,
            besides second: OpenFile?, atMost seconds: Int,
            body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
        ) async -> (ending: ConfinedProcess.Ending, error: (any Error)?)? {
            let running = Running()
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        let started = start(arguments, input, second, of: executable, server)
                        let result = started.map { server, process in
                            running.began(process)
                            let result = process.run(atMost: seconds, body: body)
                            if server.isUsable { giveBack(server, of: executable) }
                            return (ending: result.0, error: result.1)
                        }
                        continuation.resume(returning: result)
                    }
                }
            } onCancel: {
                running.cancel()
            }
        }

        /// A process of a server that is idle, or else of a new one.
        private static func start(
            _ arguments: [String], _ input: OpenFile, _ second: OpenFile?, of executable: String, _ server: [String]
        ) -> (ForkServer, ForkedProcess)? {
            // One that is idle may have been ended by the system meanwhile.
            while let server = takeIdle(of: executable) {
                if let process = server.start(arguments, input: input, besides: second) { return (server, process) }
            }
            guard let server = try? ForkServer(executable, server),
                let process = server.start(arguments, input: input, besides: second)
            else {
                return nil
            }
            return (server, process)
        }

        private static func takeIdle(of executable: String) -> ForkServer? {
            idle.withLock { idle in
                idle.lastIndex { $0.executable == executable }.map { idle.remove(at: $0).server }
            }
        }

        private static func giveBack(_ server: ForkServer, of executable: String) {
            let isFirst = idle.withLock { idle in
                guard idle.count < mostIdle else { return false }
                idle.append(Idle(server: server, executable: executable, since: .now))
                return idle.count == 1
            }
            if isFirst { Task { await endUnused() } }
        }

        /// Ends the servers that were not used for some time, until there are none.
        private static func endUnused() async {
            repeat {
                try? await Task.sleep(for: idleTime)
            } while idle.withLock { idle in
                idle.removeAll { .now - $0.since >= idleTime }
                return !idle.isEmpty
            }
        }
    }

    /// A process that a task waits for, which may be cancelled before or after it began.
    private final class Running: Sendable {
        private struct State {
            var process: ForkedProcess?
            var isCancelled = false
        }

        private let state = Mutex(State())

        func began(_ process: ForkedProcess) {
            let isCancelled = state.withLock { state in
                state.process = process
                return state.isCancelled
            }
            if isCancelled { process.end() }
        }

        func cancel() {
            let process = state.withLock { state in
                state.isCancelled = true
                return state.process
            }
            process?.end()
        }
    }
#endif
