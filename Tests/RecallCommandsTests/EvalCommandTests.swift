import Foundation
import RecallTestSupport
import Testing

/// `recall eval`, by words alone.
@Suite(.waiting, .scratch) struct EvalCommandTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
    }

    /// Thirty notes of made-up words.
    private func importNotes() throws {
        var generator = SeededGenerator(seed: 9)
        let vocabulary = ["ka", "lo", "mi", "ne", "ro", "su"].flatMap { first in
            ["bar", "den", "fol", "gam", "hes", "lin"].map { first + $0 }
        }
        for number in 0..<30 {
            try fixture.scratch.write("in/\(number).md", "# Note \(number)\n\n\(generator.words(12, of: vocabulary)).")
        }
        #expect(try fixture.recall("import", fixture.scratch.path + "/in").code == 0)
    }

    private func queries() throws -> [[String: Any]] {
        let data = try Data(contentsOf: URL(fileURLWithPath: fixture.library + "/evaluation.json"))
        let set = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(set["queries"] as? [[String: Any]])
    }

    @Test func `a run without queries says how to make them`() throws {
        try fixture.importSome()
        let outcome = try fixture.recall("eval", "run")
        #expect(outcome.code == 64 && outcome.errors.contains("recall eval make"))
    }

    @Test func `queries are printed only when asked for`() throws {
        try importNotes()
        let made = try fixture.recall("eval", "make", "--count", "10")
        #expect(made.code == 0 && made.output.contains("10 notes"))
        let texts = try queries().compactMap { $0["text"] as? String }
        #expect(texts.count == 10 && texts.allSatisfy { !made.output.contains($0) })
        let shown = try fixture.recall("eval", "make", "--count", "10", "--show")
        #expect(texts.allSatisfy { shown.output.contains($0) })
    }

    @Test func `the gate refuses a search that got worse, and keeps the run before it`() throws {
        try importNotes()
        #expect(try fixture.recall("eval", "make", "--count", "30").code == 0)
        let first = try fixture.recall("eval", "run", "--gate")
        #expect(first.code == 0 && first.output.contains("no earlier run"))
        #expect(try fixture.recall("eval", "run", "--gate").output.contains("(noise)"))
        // Notes that say just what is asked, twice, stand before those that were sought.
        for (number, query) in try queries().enumerated() {
            let text = try #require(query["text"] as? String)
            try fixture.scratch.write("decoys/\(number).md", "\(text)\n\n\(text)")
        }
        #expect(try fixture.recall("import", fixture.scratch.path + "/decoys").code == 0)
        for _ in 0..<2 {
            let outcome = try fixture.recall("eval", "run", "--gate", "--format", "json")
            #expect(outcome.code == 1 && outcome.json["isWorse"] as? Bool == true)
        }
    }

    @Test(arguments: [["eval"], ["eval", "set"]])
    func `a folder alone is a set`(command: [String]) throws {
        try fixture.scratch.write("set/items.jsonl", #"{"id":"a","kind":"note","text":"the boiler whistles"}"#)
        try fixture.scratch.write("set/queries.jsonl", #"{"id":"1","text":"boiler"}"#)
        try fixture.scratch.write("set/qrels.tsv", "1\t0\ta\t1")
        let environment = ["RECALL_MODELS": fixture.scratch.path + "/no models"]
        for more in [[], ["--unanswerable"]] {
            let outcome = try RecallProcess.run(
                command + [fixture.scratch.path + "/set", "--format", "json"] + more, environment: environment,
                in: fixture.scratch)
            #expect(outcome.code == 0 && outcome.json["set"] as? String == "set")
        }
    }

    @Test func `answers are measured against those in the folder or in another file`() throws {
        try fixture.scratch.write("set/items.jsonl", #"{"id":"a","kind":"note","text":"The old boiler whistles."}"#)
        try fixture.scratch.write("set/queries.jsonl", #"{"id":"1","text":"what does the old boiler do?"}"#)
        try fixture.scratch.write("set/qrels.tsv", "1\t0\ta\t1")
        try fixture.scratch.write("answers.jsonl", #"{"id":"1","answerable":true,"answers":["whistles"]}"#)
        let command = ["eval", "answers", fixture.scratch.path + "/set", "--no-model", "--format", "json"]
        let environment = ["RECALL_MODELS": fixture.scratch.path + "/no models"]
        let missing = try RecallProcess.run(command, environment: environment, in: fixture.scratch)
        #expect(missing.code != 0 && missing.output.contains("answers.jsonl"))
        let outcome = try RecallProcess.run(
            command + ["--answers", fixture.scratch.path + "/answers.jsonl"], environment: environment,
            in: fixture.scratch)
        #expect(outcome.code == 0 && outcome.json["sentenceHoldsAnswer"] as? Double == 1)
        let keys = [
            "set", "questions", "answered", "tokenF1", "evidence1024", "evidence2048", "evidence4096",
            "refusedUnanswerable", "falseRefusals",
        ]
        #expect(keys.allSatisfy { outcome.json[$0] != nil })
    }
}
