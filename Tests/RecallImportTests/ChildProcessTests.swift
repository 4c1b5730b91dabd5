import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite("The parsing process", .waiting) struct ChildProcessTests {
    private let folder: DocumentFolder

    init() throws {
        folder = try DocumentFolder()
    }

    /// An executable that is a shell script.
    private func script(_ lines: String, as name: String) throws -> String {
        let path = try folder.write(Array("#!/bin/sh\n\(lines)\n".utf8), as: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// The outcome with `executable` in the place of `recall`.
    private func code(_ executable: String) async -> ImportFailure.Code? {
        let extractor = DocumentTextExtractor(parserExecutable: executable)
        return await failureCode {
            try await extractor.extract(docx(body: ""), format: .docx, path: "a", place: nil)
        }
    }

    @Test("that is missing, crashes, is killed, or answers nonsense, is a failure of the document alone")
    func failing() async throws {
        #expect(await code(folder.path + "/missing") == .parserFailed)
        #expect(await code(try script("kill -SEGV $$", as: "segv")) == .parserFailed)
        #expect(await code(try script("kill -KILL $$", as: "kill")) == .parserFailed)
        #expect(await code(try script("exit 3", as: "exit")) == .parserFailed)
        #expect(
            await code(try script("printf 'T\\377\\377\\377\\377\\377\\377\\377\\377'", as: "nonsense"))
                == .parserFailed)
    }

    @Test("that runs out of processor time says so")
    func outOfTime() async throws {
        let extractor = DocumentTextExtractor(parserExecutable: try script("kill -XCPU $$", as: "xcpu"))
        do {
            _ = try await extractor.extract(docx(body: ""), format: .docx, path: "a", place: nil)
            Issue.record("a process without an answer gave a text")
        } catch let failure as ImportFailure {
            #expect(failure.code == .parserFailed)
            #expect(failure.reason.contains("30 seconds"))
        }
    }

    @Test("starts no program from PATH")
    func programOnPath() async throws {
        let canary = folder.path + "/canary"
        _ = try script("echo false; echo x > '\(canary)'", as: "pdftotext")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(parserPath()))
        process.arguments = [ParserProcess.argument, "pdf"]
        process.environment = ["PATH": folder.path + ":/usr/bin:/bin"]
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // The real one says that nothing is no document.
        #expect(process.terminationStatus == 1 && data.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: canary))
    }

    #if os(Linux)
        @Test("ends with the process that started it")
        func orphaned() throws {
            // A pipe that never ends, so that it waits for more of its document.
            let pipe = folder.path + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = [
                "-c", "\"$0\" \"$1\" pdf <> \"$2\" & echo $!; wait", try #require(parserPath()), ParserProcess.argument,
                pipe,
            ]
            let output = Pipe()
            shell.standardOutput = output
            try shell.run()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            let parser = try #require(Int32(line.trimmingCharacters(in: .whitespacesAndNewlines)))
            while !executable(of: parser).hasSuffix("/pdftotext") { usleep(5_000) }
            kill(shell.processIdentifier, SIGKILL)
            shell.waitUntilExit()
            let deadline = ContinuousClock.now + .seconds(60)
            while isRunning(parser), ContinuousClock.now < deadline { usleep(5_000) }
            #expect(!isRunning(parser))
        }

        private func executable(of process: Int32) -> String {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) ?? ""
        }

        /// False for one that has ended, though nobody has asked for its status yet.
        private func isRunning(_ process: Int32) -> Bool {
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            return status.map { !$0.contains("State:\tZ") } ?? false
        }
    #endif

    /// The `recall` beside the tests.
    private func parserPath() -> String? {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        return folder.appendingPathComponent("recall").path
    }
}
