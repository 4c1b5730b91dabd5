import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// `kill -9` at any time loses nothing that was stored and doubles nothing.
@Suite(.waiting, .serialized, .scratch) struct KillTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    /// Mails that refer to earlier ones, so that batches touch each other's threads.
    private func writeMailbox(_ count: Int) throws -> String {
        var generator = SeededGenerator(seed: 71)
        let vocabulary = ["kettle", "lantern", "river", "mill", "fern", "gate", "rope", "topic", "7", "the"]
        let mails = (0..<count).map { number in
            let parent =
                number > 20 && number % 3 > 0
                ? "In-Reply-To: <\(Int.random(in: 0..<number, using: &generator))@made-up.example>\n" : ""
            return """
                From ada@people.example Mon Jan  1 00:00:00 2024
                From: Ada <ada@people.example>
                Subject: Topic \(number)
                Message-ID: <\(number)@made-up.example>
                Date: Mon, 01 Jan 2024 \(String(format: "%02d:%02d:%02d", number / 3_600 % 24, number / 60 % 60, number % 60)) +0000
                \(parent)
                \(generator.words(60, of: vocabulary)) number \(number)

                """
        }
        return try scratch.write("in/all.mbox", mails.joined(separator: "\n"))
    }

    /// Runs an import that is killed after a random part of `duration`, `times` times, then runs it to its end.
    private func importWithKills(
        _ arguments: [String], times: Int, within duration: Duration, seed: UInt64
    ) throws -> (killed: Int, last: RecallProcess.Outcome) {
        var generator = SeededGenerator(seed: seed)
        var killed = 0
        for _ in 0..<times {
            let process = try RecallProcess.start(arguments, in: scratch)
            // Blocks, since a task would wake only when the other tests let it.
            Thread.sleep(forTimeInterval: duration / .seconds(1) * Double.random(in: 0.1...1, using: &generator))
            process.killAtOnce()
            if try process.finish().code == 9 { killed += 1 }
        }
        return (killed, try RecallProcess.run(arguments, in: scratch))
    }

    @Test func `an import that is killed again and again ends as an undisturbed one`() async throws {
        let sources = ProjectFolder.sampleSources + [try writeMailbox(4_000)]
        let whole = scratch.path + "/whole", killed = scratch.path + "/killed"
        let clock = ContinuousClock()
        let duration = try clock.measure {
            let outcome = try RecallProcess.run(["import", "--no-embed", "--library", whole] + sources, in: scratch)
            #expect(outcome.code == 0)
        }
        let result = try importWithKills(
            ["import", "--no-embed", "--library", killed] + sources, times: 10, within: duration / 12, seed: 72)
        // What was imported before a kill stays, so that the parts add up: all kills must fit into one import, even into
        // one of half the measured duration, since other tests may have slowed the measured one.
        #expect(result.killed >= 7, "\(duration)")
        #expect(result.last.code == 0, "\(result.last.errors)")
        let (expected, found) = (try LibraryDump(whole), try LibraryDump(killed))
        #expect(found.contents.differences(from: expected.contents) == [])
        for (number, query) in LibraryDump.queries.enumerated() {
            #expect(found.answers[number] == expected.answers[number], "\(query)")
        }
        #expect(try LibraryStore(at: LibraryLocation(path: killed), for: .write).isUndamaged())
    }

    @Test func `embedding that is killed again and again ends as an undisturbed one`() async throws {
        let sources = [ProjectFolder.sample + "/notes", ProjectFolder.sample + "/WhatsApp Chat with Mira.txt"]
        let whole = scratch.path + "/whole", killed = scratch.path + "/killed"
        for library in [whole, killed] {
            #expect(
                try RecallProcess.run(["import", "--no-embed", "--library", library] + sources, in: scratch).code == 0)
        }
        let clock = ContinuousClock()
        let duration = try clock.measure {
            let outcome = try RecallProcess.run(["import", "--embed-only", "--library", whole], in: scratch)
            #expect(outcome.code == 0)
        }
        let result = try importWithKills(
            ["import", "--embed-only", "--library", killed], times: 4, within: duration * 0.4, seed: 73)
        #expect(result.killed >= 1, "\(duration)")
        #expect(result.last.code == 0, "\(result.last.errors)")
        let (expected, found) = (try LibraryDump(whole).contents, try LibraryDump(killed).contents)
        #expect(found.differences(from: expected) == [])
        #expect(found.passages.values.allSatisfy { $0.vector != nil })
    }

    @Test func `a deletion that is killed again and again ends as an undisturbed one`() throws {
        let mailbox = try writeMailbox(4_000)
        let notes = ProjectFolder.sample + "/notes"
        let whole = scratch.path + "/whole", disturbed = scratch.path + "/disturbed"
        #expect(try RecallProcess.run(["import", "--no-embed", "--library", whole, notes], in: scratch).code == 0)
        #expect(
            try RecallProcess.run(["import", "--no-embed", "--library", disturbed, notes, mailbox], in: scratch).code
                == 0)
        try FileManager.default.copyItem(atPath: disturbed, toPath: scratch.path + "/trial")
        let duration = try ContinuousClock().measure {
            let outcome = try RecallProcess.run(
                ["delete", "--yes", "--library", scratch.path + "/trial", "--source", mailbox], in: scratch)
            #expect(outcome.code == 0)
        }
        var (generator, killed) = (SeededGenerator(seed: 74), 0)
        let arguments = ["delete", "--yes", "--library", disturbed, "--source", mailbox]
        for _ in 0..<6 {
            let moment = duration / .seconds(1) * Double.random(in: 0.1...0.4, using: &generator)
            if try isKilled(arguments, after: moment) { killed += 1 }
            #expect(try LibraryStore(at: LibraryLocation(path: disturbed), for: .read).isUndamaged())
            let contents = try LibraryDump(disturbed).contents
            #expect(contents.threads.reduce(0) { $0 + $1.items.count } == contents.items.count)
        }
        #expect(killed >= 2, "\(duration)")
        // The last one may find nothing left to delete.
        #expect(try RecallProcess.run(arguments, in: scratch).code < 2)
        let store = try LibraryStore(at: LibraryLocation(path: disturbed), for: .write)
        #expect(try LibraryDump(disturbed).contents.differences(from: LibraryDump(whole).contents) == [])
        #expect(try store.isUndamaged() && store.location.found(["made-up.example"]).isEmpty)
    }

    /// Runs a command and kills it after so many seconds; false if it had ended.
    private func isKilled(_ arguments: [String], after seconds: Double) throws -> Bool {
        let process = try RecallProcess.start(arguments, in: scratch)
        Thread.sleep(forTimeInterval: seconds)
        process.killAtOnce()
        return try process.finish().code == 9
    }

    @Test func `maintenance that is killed again and again leaves the library as it was`() async throws {
        let library = scratch.path + "/library"
        do {
            let store = try LibraryStore(at: LibraryLocation(path: library), for: .write)
            for round in 0..<14 {
                let items = (0..<150).map {
                    Item.message("\(round)-\($0)", hour: Double(round * 500 + $0), text: "kettle \($0) river \(round)")
                }
                try await store.importItems(items, path: "/\(round)")
            }
        }
        let expected = try LibraryDump(library)
        let trial = scratch.path + "/trial"
        let arguments = ["compact", "--light", "--library", trial]
        try FileManager.default.copyItem(atPath: library, toPath: trial)
        let duration = try ContinuousClock().measure {
            let outcome = try RecallProcess.run(arguments, in: scratch)
            #expect(outcome.code == 0 && !outcome.output.contains("0 steps"))
        }
        var (generator, killed) = (SeededGenerator(seed: 75), 0)
        for _ in 0..<8 {
            try FileManager.default.removeItem(atPath: trial)
            try FileManager.default.copyItem(atPath: library, toPath: trial)
            let moment = duration / .seconds(1) * Double.random(in: 0.1...1, using: &generator)
            if try isKilled(arguments, after: moment) { killed += 1 }
            #expect(try LibraryStore(at: LibraryLocation(path: trial), for: .read).isUndamaged())
            #expect(try RecallProcess.run(arguments, in: scratch).code == 0)
            let found = try LibraryDump(trial)
            #expect(found.contents.differences(from: expected.contents) == [])
            #expect(found.answers == expected.answers)
        }
        #expect(killed >= 2, "\(duration)")
    }

    @Test func `Ctrl-C stops at a checkpoint and says so, and the same command goes on there`() throws {
        let mailbox = try writeMailbox(20_000)
        let library = scratch.path + "/library"
        let arguments = ["import", "--no-embed", "--library", library, mailbox]
        let process = try RecallProcess.start(arguments, in: scratch)
        // Once something is stored, signals are heeded, and most of the mailbox is still to be read.
        try waitForItems(in: library)
        process.interrupt()
        let stopped = try process.finish()
        #expect(stopped.code == 130)
        #expect(stopped.output.contains("Stopped at a checkpoint"))
        #expect(try itemCount(library) < 20_000)
        let rest = try RecallProcess.run(arguments, in: scratch)
        #expect(rest.code == 0)
        #expect(try itemCount(library) == 20_000)
    }

    @Test func `an import ends with the server that started it, and another may write`() throws {
        let mailbox = try writeMailbox(20_000)
        let library = scratch.path + "/library"
        do { _ = try LibraryStore(at: LibraryLocation(path: library), for: .write) }
        let settings = library + "/server.json"
        try Data(#"{"watchedFolders": ["\#(mailbox)"]}"#.utf8).write(to: URL(filePath: settings))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: settings)
        let server = try RecallProcess.start(
            ["serve", "--no-open", "--port", "0", "--library", library],
            environment: ["RECALL_MODELS": scratch.path + "/no models"], in: scratch)
        try waitForItems(in: library)
        server.killAtOnce()
        #expect(try server.finish().code == 9)
        // It used to keep the lock for two minutes. How fast it is: docs/decisions/0019.
        let deadline = ContinuousClock.now + .seconds(60)
        while LibraryStore.hasWriter(at: LibraryLocation(path: library)), ContinuousClock.now < deadline {
            Thread.sleep(forTimeInterval: 0.01)
        }
        let store = try LibraryStore(at: LibraryLocation(path: library), for: .write)
        #expect(try store.isUndamaged())
        #expect(try itemCount(library) < 20_000)
    }

    #if os(Linux)
        @Test(arguments: [["import", "--no-embed"], ["mcp"], ["compact"], ["serve", "--no-open"], ["serve"]])
        func `memory is closed to the user's other processes, and what is started gains no rights, but for a browser`(
            _ arguments: [String]
        ) throws {
            let library = scratch.path + "/library"
            do { _ = try LibraryStore(at: LibraryLocation(path: library), for: .write) }
            // Who writes waits at these locks, and who reads its input at a pipe that stays open.
            let locks = arguments == ["compact"] ? try HeldLocks(of: library) : nil
            defer { withExtendedLifetime(locks) {} }
            let input = scratch.path + "/input"
            try #require(mkfifo(input, 0o600) == 0)
            let pipe = open(input, O_RDWR | O_CLOEXEC)
            defer { close(pipe) }
            let more = ["import": [try writeMailbox(20_000)], "serve": ["--port", "0"]][arguments[0]] ?? []
            let process = try RecallProcess.start(
                arguments + ["--library", library] + more,
                // No browser is found.
                environment: ["RECALL_MODELS": scratch.path + "/no models", "PATH": scratch.path, "DISPLAY": ":7"],
                launcher: RecallProcess.withoutRights, inputPath: input, in: scratch)
            let folder = "/proc/\(process.id)"
            var gainsNoRights = false
            while !gainsNoRights, !process.output.contains("Recall is running") {
                gainsNoRights = try String(contentsOfFile: folder + "/status", encoding: .utf8).contains(
                    "NoNewPrivs:\t1")
                Thread.sleep(forTimeInterval: 0.005)
            }
            #expect(gainsNoRights == (arguments != ["serve"]))
            #expect(try canRead("/proc/self/auxv"))
            #expect(try !canRead(folder + "/auxv"))
            process.killAtOnce()
            _ = try process.finish()
        }

        /// True if another process of this user, with no more rights than it, can read a file.
        private func canRead(_ path: String) throws -> Bool {
            let command = RecallProcess.withoutRights + ["/usr/bin/cat", path]
            let process = Process()
            (process.executableURL, process.arguments) = (URL(filePath: command[0]), Array(command.dropFirst()))
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
    #endif

    private func itemCount(_ library: String) throws -> Int {
        let store = try LibraryStore(at: LibraryLocation(path: library), for: .read)
        return try store.read { try $0.counts() }.items.values.reduce(0, +)
    }

    private func waitForItems(in library: String) throws {
        while ((try? itemCount(library)) ?? 0) == 0 { Thread.sleep(forTimeInterval: 0.005) }
    }
}
