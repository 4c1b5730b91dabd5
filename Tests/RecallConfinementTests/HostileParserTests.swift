#if os(Linux)
    import Foundation
    import RecallTestSupport
    import Testing

    /// A parser that its document has taken over (`CHostileParser`) confines itself with the parsers' own function, and then
    /// tries to get out: by each known escape, and by every system call that there is.
    @Suite(.scratch) struct HostileParserTests {
        /// One attempt, and what became of it.
        private struct Attempt: CustomTestStringConvertible {
            let words: [Substring]

            init(_ line: Substring) { words = line.split(separator: " ") }

            var kind: Substring { words.first ?? "" }
            var verdict: Substring { words.count > 2 ? words[2] : "" }
            /// True if the kernel's Landlock alone forbids it.
            var isByLandlock: Bool { words.last == "by-landlock" }
            var testDescription: String { words.joined(separator: " ") }
        }

        private let folder: ScratchFolder

        init() throws {
            folder = try ScratchFolder()
            try folder.write("attacked/library", "x")
        }

        private func attack(_ way: String...) throws -> [Attempt] {
            let process = Process()
            process.executableURL = RecallProcess.executable.deletingLastPathComponent().appending(
                path: "CHostileParser")
            process.arguments = [folder.path + "/attacked"] + way
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let printed = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return String(decoding: printed, as: UTF8.self).split(separator: "\n").map { Attempt($0) }
        }

        /// True if the kernel has Landlock, as the hostile parser's own confinement reports it.
        private func hidesFiles(_ attempts: [Attempt]) -> Bool {
            attempts.contains { $0.kind == "layers" && Int($0.words.last ?? "").map { $0 & 4 != 0 } == true }
        }

        @Test(arguments: ["parser", "program", "forked"], ["landlock", "no-landlock"])
        func `nothing that it tries succeeds`(stage: String, landlock: String) throws {
            let attempts = try attack("confined", landlock, stage)
            let escapes = attempts.filter { $0.kind == "escape" }
            let calls = attempts.filter { $0.kind == "call" }
            // A child of a fork server attacks two processes.
            #expect(escapes.count >= (stage == "forked" ? 200 : 100) && calls.count == 480 * 3)
            let visible = hidesFiles(attempts) ? [] : escapes.filter(\.isByLandlock)
            let harmless = Set(["denied", "killed"])
            for escape in escapes where !visible.contains(where: { $0.words == escape.words }) {
                #expect(harmless.contains(String(escape.verdict)), "\(escape.testDescription)")
            }
            for call in calls {
                #expect(harmless.union(["allowed"]).contains(String(call.verdict)), "\(call.testDescription)")
            }
            // The allow-list is as long as it has to be.
            #expect(calls.filter { $0.verdict == "allowed" }.count <= 64 * 3)
            // At the limit of processor time, long before that of the clock.
            let endlessWork = attempts.filter { $0.kind == "work" }.compactMap { $0.words.last.flatMap { Int32($0) } }
            #expect(endlessWork == (stage == "parser" ? [SIGXCPU] : []))
            try expectNothingChanged(attempts)
        }

        private func expectNothingChanged(_ attempts: [Attempt]) throws {
            #expect(attempts.last?.words == ["parent", "whole"])
            let path = folder.path + "/attacked"
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["library"])
            #expect(try String(contentsOfFile: path + "/library", encoding: .utf8) == "x")
        }

        @Test(arguments: ["parser": 60, "forked": 110])
        func `unconfined, the same attempts succeed`(stage: String, least: Int) throws {
            let attempts = try attack("free", "landlock", stage)
            #expect(attempts.filter { $0.kind == "escape" && $0.verdict == "succeeded" }.count >= least)
        }
    }
#endif
