import Foundation
import RecallCore
import RecallEvaluation
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct EvaluationTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func message(_ id: String, _ thread: String, _ text: String) -> String {
        #"{"id":"\#(id)","kind":"message","thread":"\#(thread)","from":{"name":"Ada"},"text":"\#(text)"}"#
    }

    private func writeSet(queries: String? = nil, qrels: String? = nil) throws -> String {
        let items = [
            message("a", "walks", "the boiler whistles"), message("b", "walks", "ferns by the mill"),
            message("c", "talks", "the boiler is cold"), message("d", "talks", "a lantern glows"),
        ]
        try scratch.write("set/items.jsonl", items.joined(separator: "\n"))
        let standard = """
            {"id":"1","text":"boiler","thread":"walks","category":"one"}
            {"id":"2","text":"lantern \\"whistles\\"","category":"two"}
            {"id":"3","text":"zeppelin"}
            {"id":"4","text":"not judged"}
            """
        try scratch.write("set/queries.jsonl", queries ?? standard)
        try scratch.write("set/qrels.tsv", qrels ?? "1\t0\ta\t1\n2\t0\td\t1\n3\t0\ta\t1\n3\t0\tb\t0\n")
        return scratch.path + "/set"
    }

    private func problem(_ folder: String) -> String? {
        do {
            _ = try EvaluationSet(folder: folder)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func evaluate(_ set: EvaluationSet, _ encoder: HashingEncoder?) async throws -> [Evaluation.Row] {
        let library = try RecallLibrary(
            at: LibraryLocation(path: scratch.path + "/\(UUID().uuidString)"), for: .write,
            model: encoder.map { ModelChoice.encoder($0) } ?? ModelChoice.none)
        _ = try await library.importFiles(at: [set.itemsPath], as: .jsonl)
        _ = try await library.embed()
        return try Evaluation.run(set, in: library)
    }

    @Test func `a set is read, with the queries that are judged`() throws {
        let set = try EvaluationSet(folder: try writeSet())
        #expect(set.name == "set")
        #expect(set.queries.map(\.id) == ["1", "2", "3"])
        #expect(set.queries.map(\.thread) == ["walks", nil, nil])
        #expect(set.judgements == ["1": ["a": 1], "2": ["d": 1], "3": ["a": 1]])
    }

    @Test func `words are measured without a model, all rankings with one`() async throws {
        let set = try EvaluationSet(folder: try writeSet())
        #expect(try await evaluate(set, nil).map(\.ranking) == [.lexical])
        let rows = try await evaluate(set, HashingEncoder())
        #expect(rows.map(\.ranking) == [.lexical, .semantic, .hybrid])
        let words = rows[0]
        // "boiler" within its thread and "lantern" are found first, though in quotation marks it says "whistles" too;
        // "zeppelin" is not found.
        #expect(abs((words.categories["one"]?.mrr10 ?? 0) - 1) < 1e-9)
        #expect(words.categories.keys.sorted() == ["one", "two"])
        #expect(words.all.recall10 > 0.66 && words.all.recall10 < 0.67)
    }

    @Test func `Thai, which is written without spaces, is found by words`() async throws {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let set = try EvaluationSet(folder: fixtures.appending(path: "thai").path)
        #expect(set.queries.count == 60)
        #expect(try await evaluate(set, nil)[0].all.ndcg10 > 0.95)
    }

    @Test func `what is missing or broken is named with its line`() throws {
        let folder = try writeSet(queries: "{\"id\":\"1\",\"text\":\"boiler\"}\nnonsense with a secret\n")
        #expect(problem(folder)?.contains("queries.jsonl, line 2") == true)
        #expect(problem(folder)?.contains("secret") == false)
        _ = try writeSet(qrels: "1\t0\ta\t1\n1 0 a 1\n")
        #expect(problem(folder)?.contains("qrels.tsv, line 2") == true)
        _ = try writeSet(qrels: "1\t0\ta\tmuch\n")
        #expect(problem(folder)?.contains("qrels.tsv, line 1") == true)
        for name in ["qrels.tsv", "queries.jsonl", "items.jsonl"] {
            _ = try writeSet()
            try FileManager.default.removeItem(atPath: folder + "/" + name)
            #expect(problem(folder)?.contains(folder + "/" + name) == true)
        }
        #expect(problem(scratch.path + "/none")?.contains(scratch.path + "/none/items.jsonl") == true)
    }
}
