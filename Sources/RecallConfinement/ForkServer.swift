#if os(Linux)
    import CConfinement
    import Foundation
    import Glibc
    import RecallFiles
    import Subprocess
    import Synchronization
    import SystemPackage

    /// A process of the `recall` executable that has loaded its libraries, and becomes a confined process by a fork for each one that
    /// is asked for: one after the other.
    package final class ForkServer: Sendable {
        fileprivate let socket: Int32
        /// True once it owes an answer that nobody waits for any more.
        private let isLate = Atomic(false)

        /// Starts a server: `executable` with `arguments`, which are to call `serve`. One that does not start, or does something
        /// else, is noticed at the first request.
        init(_ executable: String, _ arguments: [String]) throws(ConfinedProcess.Failure) {
            var sockets: [Int32] = [-1, -1]
            guard recall_fork_sockets(&sockets) == 0 else { throw .notStarted }
            let (own, its) = (sockets[0], sockets[1])
            socket = own
            Task.detached {
                var options = PlatformOptions()
                options.createSession = true
                _ = try? await Subprocess.run(
                    .path(FilePath(executable)), arguments: Arguments(arguments),
                    environment: .custom(RecallExecutable.environment), platformOptions: options,
                    input: .fileDescriptor(FileDescriptor(rawValue: its), closeAfterSpawningProcess: true),
                    output: .discarded, error: .discarded)
            }
        }

        deinit {
            // The server ends when nobody can ask it any more.
            close(socket)
        }

        /// Serves at standard input. Returns in each child, with the arguments that it was asked for with.
        package static func serve() -> [String] {
            var words = [UInt8](repeating: 0, count: mostBytes)
            let count = recall_fork_serve(&words, words.count)
            return words[..<count].split(separator: 0, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        }

        /// The bytes that arguments may have, with a zero between any two.
        private static let mostBytes = 32 << 10

        /// Asks for a child.
        ///
        /// - Returns: `nil` if the server cannot start one, or is none.
        func start(_ arguments: [String], input: OpenFile, besides second: OpenFile?) -> ForkedProcess? {
            let words = Array(arguments.map { Array($0.utf8) }.joined(separator: [0]))
            guard words.count <= Self.mostBytes else { return nil }
            var process: pid_t = 0
            let output = recall_fork_start(
                socket, words, words.count, input.descriptor, second?.descriptor ?? -1, &process)
            return output < 0 ? nil : ForkedProcess(process, output: output, of: self)
        }

        /// True if another process can be asked for.
        var isUsable: Bool { !isLate.load(ordering: .relaxed) }

        /// Gives the server up.
        fileprivate func giveUp() { isLate.store(true, ordering: .relaxed) }

        /// Waits until the process that was asked for has ended.
        fileprivate func ending() -> ConfinedProcess.Ending {
            var answer = recall_fork_answer()
            guard recall_fork_wait(socket, &answer) == 0 else { return .crashed }
            if Int(answer.kind) == RECALL_FORK_EXITED { return .exited(answer.value) }
            return ConfinedProcess.Ending(signal: answer.value)
        }
    }

    /// A child of a server.
    final class ForkedProcess: Sendable {
        private let process: pid_t
        private let output: Int32
        private let server: ForkServer
        private let hasEnded = Mutex(false)

        fileprivate init(_ process: pid_t, output: Int32, of server: ForkServer) {
            (self.process, self.output, self.server) = (process, output, server)
        }

        deinit {
            close(output)
        }

        /// Ends the process, if it has not ended.
        func end() {
            hasEnded.withLock { hasEnded in
                // Its number is its own until another one is asked for.
                if !hasEnded { recall_fork_kill(process) }
            }
        }

        /// Hands the output to `body` as it comes, until the process has ended; ends it if `body` throws, or after `seconds`.
        /// Blocks the thread.
        func run(
            atMost seconds: Int, body: (UnsafeRawBufferPointer) throws -> Void
        ) -> (ConfinedProcess.Ending, (any Error)?) {
            var error: (any Error)?
            let deadline = ContinuousClock.now + .seconds(seconds)
            let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { block.deallocate() }
            while error == nil, let count = read(into: block, until: deadline) {
                do {
                    try body(UnsafeRawBufferPointer(rebasing: block[..<count]))
                } catch let thrown {
                    error = thrown
                    end()
                }
            }
            let ending = ending(by: deadline)
            return (ending, error)
        }

        /// - Returns: the bytes read; `nil` at the end, or after `deadline`.
        private func read(into block: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant) -> Int? {
            while isReady(output, until: deadline) {
                let count = Glibc.read(output, block.baseAddress, block.count)
                if count < 0, errno == EINTR { continue }
                return count > 0 ? count : nil
            }
            return nil
        }

        /// The time in which a server tells that a process was killed. One that was stopped itself never does.
        private static let mostWaiting = Duration.seconds(2)

        /// The way in which the process ends, which it does by `deadline`.
        private func ending(by deadline: ContinuousClock.Instant) -> ConfinedProcess.Ending {
            // Of a server that is given up too, whose process has ended with it.
            defer { hasEnded.withLock { $0 = true } }
            let isOutOfTime = !isReady(server.socket, until: deadline)
            if isOutOfTime {
                end()
                guard isReady(server.socket, until: .now + Self.mostWaiting) else {
                    server.giveUp()
                    endServer()
                    return .outOfTime
                }
            }
            let ending = server.ending()
            return isOutOfTime && ending == .crashed ? .outOfTime : ending
        }

        /// Ends the server, which has not waited for the process that was killed: so it is its parent still.
        private func endServer() {
            guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
                let line = status.split(separator: "\n").first(where: { $0.hasPrefix("PPid:") }),
                let parent = Int32(line.dropFirst(5).trimmingCharacters(in: .whitespaces)), parent > 1,
                parent != getpid()
            else { return }
            kill(parent, SIGKILL)
        }

        /// Waits until something can be read from a descriptor; false after `deadline`.
        private func isReady(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
            while true {
                let left = deadline - .now
                guard left > .zero else { return false }
                var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let milliseconds = Int32(min(left.components.seconds, 60) * 1_000 + 1_000)
                let count = poll(&descriptor, 1, milliseconds)
                if count > 0 { return true }
                if count < 0, errno != EINTR { return true }
            }
        }
    }
#endif
