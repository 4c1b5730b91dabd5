#if os(Linux)
    import Foundation
    import RecallConfinement
    import RecallFiles
    import RecallTestSupport
    import Synchronization
    import Testing

    @Suite("A server of forks", .waiting, .scratch) struct ForkServerTests {
        private let folder: ScratchFolder
        /// The `recall` beside the tests under a name of its own, so that its servers are those of this test.
        private let executable: String

        init() throws {
            folder = try ScratchFolder()
            executable = folder.path + "/recall"
            let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            try FileManager.default.createSymbolicLink(
                atPath: executable, withDestinationPath: built.appendingPathComponent("recall").path)
        }

        private var process: ConfinedProcess { process(seconds: 60) }

        private func process(seconds: Int) -> ConfinedProcess {
            ConfinedProcess(
                executable: executable, server: ["__parse", "fork-server"],
                confinement: Confinement(seconds: seconds, memory: 1 << 30))
        }

        private func layers() async throws -> ConfinedProcess.Output {
            try await process.run(["__parse", "layers"], input: MemoryFile.holding([0]), atMost: 100)
        }

        /// Waits until a server serves: where one takes too long to start, it is done without.
        private func untilOneServes() async throws {
            repeat { #expect(try await layers().ending == .exited(0)) } while servers.isEmpty
        }

        /// The servers that run.
        private var servers: [Int32] {
            let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return processes.compactMap { Int32($0) }.filter { process in
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
                return String(decoding: line, as: UTF8.self).hasPrefix(executable + "\0__parse\0fork-server")
            }
        }

        @Test func `starts processes that confine themselves, one after the other and at once`() async throws {
            let first = try await layers()
            #expect(first.ending == .exited(0) && first.bytes.count == 1)
            let bits = try #require(first.bytes.first)
            #expect(ConfinementLayers(rawValue: bits).isTight)
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { try await layers() } }
                for try await output in group { #expect(output.ending == .exited(0) && output.bytes == first.bytes) }
            }
            // What is idle is no more than what is used at once mostly.
            let deadline = ContinuousClock.now + .seconds(20)
            while servers.count > 4, ContinuousClock.now < deadline { await Task.yield() }
            #expect((0...4).contains(servers.count))
        }

        @Test func `that was ended is replaced`() async throws {
            for _ in 0..<3 {
                #expect(try await layers().ending == .exited(0))
                for server in servers { kill(server, SIGKILL) }
            }
        }

        @Test func `that the program is not is done without`() async throws {
            let shell = ConfinedProcess(
                executable: "/bin/sh", server: ["-c", "exit 1"],
                confinement: Confinement(seconds: 20, memory: 1 << 30))
            let output = try await shell.run(
                ["-c", "echo $0; cat", "a b"], input: MemoryFile.holding(Array("input".utf8)), atMost: 100)
            #expect(String(decoding: output.bytes, as: UTF8.self) == "a b\ninput" && output.ending == .exited(0))
        }

        /// An archive of a file, longer than a pipe holds, of which no more is to be known.
        private static let archive: [UInt8] = {
            var tar = [UInt8](repeating: 0, count: 512)
            tar.replaceSubrange(0..<5, with: Array("a.txt".utf8))
            tar.replaceSubrange(100..<135, with: Array("0000644\u{0}0000000\u{0}0000000\u{0}00010000000".utf8))
            tar.replaceSubrange(148..<156, with: Array("        ".utf8))
            tar[156] = UInt8(ascii: "0")
            let sum = String(tar.reduce(0) { $0 + Int($1) }, radix: 8)
            tar.replaceSubrange(
                148..<156, with: Array((String(repeating: "0", count: 6 - sum.count) + sum).utf8) + [0, 32])
            return tar + [UInt8](repeating: 65, count: 0o10000000 + 1_024)
        }()

        private static let unpacking = ["__parse", "unpack", "tar", "a", "100000000"]

        @Test func `that was stopped is given up at the deadline of its process`() async throws {
            let stopped = Mutex<Set<Int32>>([])
            defer { for server in stopped.withLock({ $0 }) { kill(server, SIGKILL) } }
            let input = try MemoryFile.holding(Self.archive)
            try await untilOneServes()
            let ending = try await process(seconds: 1).run(Self.unpacking, input: input) { _ in
                for server in servers {
                    kill(server, SIGSTOP)
                    stopped.withLock { _ = $0.insert(server) }
                }
            }
            #expect(ending == .outOfTime && stopped.withLock { !$0.isEmpty })
            let deadline = ContinuousClock.now + .seconds(20)
            while !servers.isEmpty, ContinuousClock.now < deadline { await Task.yield() }
            #expect(servers.isEmpty)
            #expect(try await layers().ending == .exited(0))
        }

        @Test func `ends its process when the task is cancelled, when enough was read, and when it is killed itself`()
            async throws
        {
            func run(_ body: @escaping @Sendable () throws -> Void) async throws -> ConfinedProcess.Ending {
                try await process.run(Self.unpacking, input: MemoryFile.holding(Self.archive)) { _ in try body() }
            }
            try await untilOneServes()
            let task = Mutex<Task<ConfinedProcess.Ending, any Error>?>(nil)
            let cancelled = Task {
                try await run {
                    while task.withLock({ $0 == nil }) {}
                    task.withLock { $0?.cancel() }
                }
            }
            task.withLock { $0 = cancelled }
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            struct Refused: Error {}
            await #expect(throws: Refused.self) { _ = try await run { throw Refused() } }
            // What was cut off may have ended the server, and a process of its own is none of those that are killed.
            try await untilOneServes()
            let ending = try await run { for server in servers { kill(server, SIGKILL) } }
            #expect(ending == .crashed)
            #expect(try await layers().ending == .exited(0))
        }
    }
#endif
