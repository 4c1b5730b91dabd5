import Foundation
import RecallCore
import RecallEvaluation
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct AnswerDecisionTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    /// Nine notes of five words each that no other note has, and a query of all of each one's words.
    private func writeSet() throws -> EvaluationSet {
        let texts = (0..<9).map { note in (0..<5).map { "w\(note)x\($0)" }.joined(separator: " ") }
        let lines = { (id: String, more: String) in
            texts.enumerated().map { #"{"id":"\#(id)\#($0)"\#(more),"text":"\#($1)"}"# }.joined(separator: "\n")
        }
        try scratch.write("set/items.jsonl", lines("i", #","kind":"note""#))
        try scratch.write("set/queries.jsonl", lines("q", ""))
        try scratch.write("set/qrels.tsv", (0..<9).map { "q\($0)\t0\ti\($0)\t1" }.joined(separator: "\n"))
        return try EvaluationSet(folder: scratch.path + "/set")
    }

    @Test func `what answers a third of the queries is left out, always the same`() throws {
        let set = try writeSet()
        let left = LeftOutItems(set)
        #expect(left.unanswerable.count == 3)
        #expect(left.items == Set(left.unanswerable.map { "i" + $0.dropFirst() }))
        #expect(left.items == LeftOutItems(set).items)
        try left.copy(set.itemsPath, to: scratch.path + "/rest.jsonl")
        let rest = try String(contentsOfFile: scratch.path + "/rest.jsonl", encoding: .utf8).split(separator: "\n")
        #expect(rest.count == 6)
        #expect(left.items.allSatisfy { item in !rest.contains { $0.contains("\"\(item)\"") } })
    }

    @Test func `queries without an answer are told from the others`() async throws {
        let set = try writeSet()
        let left = LeftOutItems(set)
        try left.copy(set.itemsPath, to: scratch.path + "/rest.jsonl")
        let library = try RecallLibrary(
            at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        _ = try await library.importFiles(at: [scratch.path + "/rest.jsonl"], as: .jsonl)
        let decision = try AnswerDecision(set, without: left, in: library)
        #expect(decision.nothingFound.precision == 1 && decision.nothingFound.recall == 1)
        #expect(decision.answered.f1 == 1 && decision.area == 1)
        #expect(decision.shown.count == 6 && decision.shown.allSatisfy(\.isRelevant))
        #expect(decision.reliability.map(\.results).reduce(0, +) == 6)
    }
}
