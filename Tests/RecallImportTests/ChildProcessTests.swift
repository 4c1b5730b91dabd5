import Foundation
import RecallCore
import RecallImport
import Testing

@Suite("The parsing process")
struct ChildProcessTests {
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

    /// The `recall` beside the tests.
    private func parserPath() -> String? {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        return folder.appendingPathComponent("recall").path
    }
}
