import Foundation
import RecallConfinement
import RecallFiles
import RecallTestSupport
import Testing

@Suite(.waiting, .scratch) struct ConfinedProcessTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Runs a shell script in the place of `recall`, with "input" as its standard input. The shell itself is started: a file
    /// that was just written cannot be, while another test's new process still has it open.
    private func run(
        _ lines: String, atMost limit: Int = 1_000, seconds: Int = 30
    ) async throws -> ConfinedProcess.Output {
        let process = ConfinedProcess(
            executable: "/bin/sh", confinement: Confinement(seconds: seconds, memory: 1 << 30))
        return try await process.run(
            ["-c", lines, "sh", "argument"], input: MemoryFile.holding(Array("input".utf8)), atMost: limit)
    }

    @Test func `gets arguments and input, and gives its output`() async throws {
        let output = try await run("echo \"$1\"; cat")
        #expect(String(decoding: output.bytes, as: UTF8.self) == "argument\ninput")
        #expect(output.ending == .exited(0) && !output.isCut)
    }

    @Test(
        arguments: [
            ("exit 3", .exited(3)), ("kill -SEGV $$", .crashed), ("kill -KILL $$", .crashed),
            ("kill -XCPU $$", .outOfTime),
        ] as [(String, ConfinedProcess.Ending)])
    func `tells how it ended`(lines: String, ending: ConfinedProcess.Ending) async throws {
        #expect(try await run(lines).ending == ending)
    }

    @Test func `that writes without end is stopped at the limit`() async throws {
        let output = try await run("exec cat /dev/zero")
        #expect(output.isCut && output.bytes.count == 1_000)
    }

    @Test func `that closes its output and goes on is ended at the deadline`() async throws {
        let output = try await run("trap '' ALRM TERM; exec sleep 600 >&-", seconds: 0)
        #expect(output.ending == .outOfTime)
    }

    @Test func `cannot change its input`() async throws {
        let output = try await run("(echo x >> /dev/stdin; echo x > /dev/stdin) 2>/dev/null; cat")
        #expect(String(decoding: output.bytes, as: UTF8.self) == "input")
    }

    @Test func `gets nothing of the environment but LANG`() async throws {
        let output = try await run("env | cut -d= -f1 | grep -vE '^(LANG|PWD|SHLVL|_|OLDPWD)$'; true")
        #expect(output.bytes.isEmpty)
    }

    @Test func `that is not there is an error`() async throws {
        let process = ConfinedProcess(
            executable: folder.path + "/missing", confinement: Confinement(seconds: 1, memory: 1 << 30))
        await #expect(throws: ConfinedProcess.Failure.notStarted) {
            try await process.run([], input: MemoryFile.holding([1]), atMost: 10)
        }
    }

    @Test func `is ended when the task is cancelled`() async throws {
        let started = folder.path + "/started"
        let task = Task {
            try await run("echo $$ > '\(started).new'; mv '\(started).new' '\(started)'; exec sleep 600")
        }
        while !FileManager.default.fileExists(atPath: started) { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let text = String(decoding: FileManager.default.contents(atPath: started) ?? Data(), as: UTF8.self)
        let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(process, 0) == -1)
    }
}

@Suite(.scratch) struct ReplyFieldTests {
    @Test func `fields are read as they were written`() {
        var writer = ReplyWriter(UInt8(ascii: "T"), ["a", ""])
        writer.put(integers: [-1, 0, .max])
        writer.put([0xFF])
        var reader = ReplyReader(writer.bytes)
        #expect(reader.kind == UInt8(ascii: "T"))
        #expect(reader.string() == "a" && reader.string() == "")
        #expect(reader.integers() == [-1, 0, .max])
        #expect(reader.string() == nil && reader.next() == nil)
    }

    @Test func `a reply that is cut anywhere has a field less, and one with nonsense for a length none`() {
        let whole = ReplyWriter(1, ["ab", "c"]).bytes
        for count in 0..<whole.count {
            var reader = ReplyReader(Array(whole.prefix(count)))
            let fields = [reader.string(), reader.string()].compactMap(\.self)
            #expect(fields.count == (count >= 11 ? 1 : 0))
        }
        var reader = ReplyReader([1] + [UInt8](repeating: 0xFF, count: 9))
        #expect(reader.next() == nil)
    }
}
