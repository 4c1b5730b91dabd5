import Foundation
import RecallCore
import RecallEvaluation
import RecallImport
import RecallKit
import RecallTestSupport
import Testing

@Suite(.scratch) struct AnswerEvaluationTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func evaluation(
        items: [String], queries: [String], qrels: [String], answers: [String]
    ) async throws -> AnswerEvaluation {
        try scratch.write("set/items.jsonl", items.joined(separator: "\n"))
        try scratch.write("set/queries.jsonl", queries.joined(separator: "\n"))
        try scratch.write("set/qrels.tsv", qrels.map { $0 + "\t1" }.joined(separator: "\n"))
        try scratch.write("set/answers.jsonl", answers.joined(separator: "\n"))
        let library = try RecallLibrary(
            at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        _ = try await library.importFiles(at: [scratch.path + "/set/items.jsonl"], as: .jsonl)
        return try AnswerEvaluation(
            EvaluationSet(folder: scratch.path + "/set"), ReferenceAnswers(scratch.path + "/set/answers.jsonl"),
            in: library)
    }

    @Test func `a token counts as often as both texts have it`() {
        #expect(AnswerTokens("the red, red door").f1(against: AnswerTokens("red")) == 0.5)
        #expect(AnswerTokens("red red").f1(against: AnswerTokens("Red a red!")) == 1)
        #expect(AnswerTokens("blue").f1(against: AnswerTokens("red")) == 0)
    }

    @Test func `sentences that hold an answer count, and questions whose evidence is gone are refused`() async throws {
        let keys = ["red", "blue", "green", "white", "black"]
        let evaluation = try await evaluation(
            items: keys.map {
                #"{"id":"\#($0)","kind":"note","text":"The \#($0)key\#($0) of \#($0)door\#($0) is worth as much as 1\#($0.count)7 francs."}"#
            },
            queries: keys.map {
                #"{"id":"q\#($0)","text":"How much is the \#($0)key\#($0) of \#($0)door\#($0) worth?","category":"c"}"#
            },
            qrels: keys.map { "q\($0)\t0\t\($0)" },
            answers: keys.map { #"{"id":"q\#($0)","answerable":true,"answers":["The 1\#($0.count)7 francs!"]}"# })
        #expect(evaluation.outcomes.count == 5 && evaluation.sentenceHoldsAnswer() == 1)
        #expect(evaluation.sentenceHoldsAnswer("c") == 1 && evaluation.categories == ["c"])
        #expect(evaluation.falseRefusals == 0 && evaluation.answered == 5 && evaluation.answeredRight == 1)
        #expect(evaluation.refusals.count == 5 && evaluation.refusedUnanswerable == 1)
        #expect(evaluation.refused(atFalseRefusals: 0.2) == 1)
        // "1?7 francs" of ten tokens without the article, whatever stands in the other sentences.
        #expect(evaluation.tokenF1() > 0.3 && evaluation.tokenF1() < 0.5)
        #expect(evaluation.evidence[1_024] == 1 && evaluation.evidenceInThread.isEmpty)
    }

    @Test(arguments: [
        ("The Friday before 8 May 2023", true), ("5 May, 2023", true), ("May 5, 2023", true), ("May 2023", false),
        ("The Friday before 15 May 2023", false), ("the orchard", true),
    ])
    func `a date that a phrase means is the answer in any form`(answer: String, isRight: Bool) async throws {
        let evaluation = try await evaluation(
            items: [
                #"{"id":"m","kind":"message","thread":"t","from":{"name":"Ada"},"date":"2023-05-08T12:00:00Z","text":"We saw the orchard last Friday."}"#,
                #"{"id":"n","kind":"message","thread":"t","from":{"name":"Ben"},"date":"2023-05-08T12:01:00Z","text":"Good."}"#,
            ],
            queries: [
                #"{"id":"q","text":"When did they see the orchard?","thread":"t"}"#,
                #"{"id":"u","text":"When did they see the lighthouse of Bergen?","thread":"t"}"#,
            ],
            qrels: ["q\t0\tm", "u\t0\tm"],
            answers: [
                #"{"id":"q","answerable":true,"answers":["\#(answer)"]}"#,
                #"{"id":"u","answerable":false,"answers":[]}"#,
            ])
        #expect(evaluation.outcomes.count == 1 && evaluation.refusals.count == 1)
        #expect(evaluation.sentenceHoldsAnswer() == (isRight ? 1 : 0))
        #expect(evaluation.evidenceInThread[4_096] == 1)
    }

    @Test func `a line of answers that cannot be read is named`() throws {
        try scratch.write("answers.jsonl", #"{"id":"q","answerable":true,"answers":["x"]}"# + "\n{}")
        let error = #expect(throws: EvaluationSet.Problem.self) {
            try ReferenceAnswers(scratch.path + "/answers.jsonl")
        }
        #expect(error?.description.contains("line 2") == true)
    }
}
