import Foundation
import RecallTestSupport
import Testing

/// The output of `recall import` for other programs.
@Suite(.waiting, .scratch) struct ImportLinesTests {
    private func lines(_ arguments: [String], _ scratch: ScratchFolder) throws -> (code: Int32, lines: [[String: Any]])
    {
        let environment = ["RECALL_LIBRARY": scratch.path + "/library", "RECALL_MODELS": scratch.path + "/no models"]
        let outcome = try RecallProcess.run(
            ["import", "--format", "json-lines", "--background"] + arguments, environment: environment, in: scratch)
        let lines = try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        return (outcome.code, lines)
    }

    @Test func everyLineIsAnObjectAndTheLastOneSaysWhatWasDone() throws {
        let scratch = try ScratchFolder()
        try scratch.write("in/Ferns.md", "Ferns grow by the mill.")
        try scratch.write("in/broken.pdf", "%PDF-1.4 and nothing more")
        let (code, lines) = try lines([scratch.path + "/in"], scratch)
        #expect(code == 0)
        let last = try #require(lines.last)
        #expect(last["hasEnded"] as? Bool == true)
        #expect(last["wasStopped"] as? Bool == false)
        #expect([last["items"], last["new"], last["failures"]].map { $0 as? Int } == [1, 1, 1])
        #expect(lines.dropLast().allSatisfy { $0["hasEnded"] as? Bool == false })
    }

    @Test func aLibraryThatCannotBeWrittenIsAProblemInTheLastLine() throws {
        let scratch = try ScratchFolder()
        try scratch.write("library", "no folder")
        let (code, lines) = try lines([scratch.path], scratch)
        #expect(code == 1)
        #expect((lines.last?["error"] as? [String: String])?["code"]?.hasPrefix("library-") == true)
    }
}
