import Foundation
import RecallEmbedding
import RecallTestSupport
import Testing

/// `recall model use` with the real model, the same under another name, and a tiny one that knows eight words.
@Suite(.waiting, .scratch) struct ModelUseTests {
    private let scratch: ScratchFolder
    private let standard: InstalledModel

    init() throws {
        scratch = try ScratchFolder()
        standard = try ModelStore().defaultModel()
        try FileManager.default.createDirectory(atPath: scratch.path + "/models", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/models/\(standard.manifest.name)", withDestinationPath: standard.path)
        let tiny = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "RecallEmbeddingTests/Fixtures/tiny-bert")
        for file in ["config.json", "model.safetensors"] {
            try scratch.write("source/\(file)", try Data(contentsOf: tiny.appending(path: file)))
        }
        let pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "word", "##s", "other"]
        try scratch.write("source/vocab.txt", pieces.joined(separator: "\n") + "\n")
        try #require(try recall("model", "install", scratch.path + "/source", "--name", "tiny").code == 0)
    }

    private func recall(_ arguments: String...) throws -> RecallProcess.Outcome {
        let environment = [
            "RECALL_MODELS": scratch.path + "/models", "RECALL_LIBRARY": scratch.path + "/library", "NO_COLOR": "1",
        ]
        return try RecallProcess.run(arguments, environment: environment, in: scratch)
    }

    private func importNotes() throws {
        var generator = SeededGenerator(seed: 3)
        let vocabulary = """
            kettle fern landlord bicycle bread train harbour violin orange winter ladder mirror engine pillow river \
            button candle doctor forest guitar hammer island jacket kitchen lemon meadow needle ocean pencil quarry
            """
        let words = vocabulary.split(whereSeparator: \.isWhitespace).map(String.init)
        for number in 0..<60 {
            try scratch.write("in/\(number).md", "# Note \(number)\n\n\(generator.words(9, of: words)).")
        }
        try scratch.write("in/boiler.md", "The kettle whistles when the tea is ready.")
        try #require(try recall("import", scratch.path + "/in").code == 0)
    }

    /// Model and state of each generation.
    private func generations() throws -> [String: String] {
        let listed = try recall("status", "--format", "json").json["generations"] as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: listed.compactMap { generation in
                (generation["model"] as? String).flatMap { model in
                    (generation["state"] as? String).map { (model, $0) }
                }
            })
    }

    private var name: String { standard.manifest.name }

    @Test func `a model that finds less is built and not switched to, unless it is forced, and goes back`() throws {
        try importNotes()
        let refused = try recall("model", "use", "tiny")
        #expect(refused.code == 1 && refused.output.contains("Not switched"))
        #expect(try generations() == [name: "serving", "tiny": "unused"])
        #expect(try recall("model", "use", "--rollback").code == 1)
        let forced = try recall("model", "use", "tiny", "--force")
        #expect(forced.output.contains("tiny makes this library's vectors"))
        #expect(try generations() == [name: "kept", "tiny": "serving"])
        let searched = try recall("search", "boiling water makes a noise", "--format", "json")
        #expect(searched.json["lanes"] as? [String] == ["words", "meaning"])
        #expect(try recall("model", "use", "--rollback").output.contains("\(name) makes this library's vectors"))
        #expect(try generations() == [name: "serving", "tiny": "kept"])
        #expect(
            try recall("search", "boiling water makes a noise", "--format", "json").titles.first == "boiler"
        )
    }

    @Test func `the next import stays with the choice, and compacting gives up the way back`() throws {
        try importNotes()
        try #require(try recall("model", "use", "tiny", "--force").code == 0)
        try scratch.write("more/heron.md", "A heron stands on the weir.")
        #expect(try recall("import", scratch.path + "/more").code == 0)
        #expect(try generations() == [name: "kept", "tiny": "serving"])
        #expect(try recall("compact").code == 0)
        #expect(try generations() == ["tiny": "serving"])
        let none = try recall("model", "use", "--rollback")
        #expect(none.code == 1 && none.errors.contains("no vectors of an earlier model"))
    }

    @Test func `a model that is not installed, or none, is refused with a reason`() throws {
        try importNotes()
        let unknown = try recall("model", "use", "another")
        #expect(unknown.code == 1 && unknown.errors.contains("no model another"))
        #expect(try recall("model", "use").code == 64)
        #expect(try recall("model", "use", "tiny", "--rollback").code == 64)
        #expect(try generations() == [name: "serving"])
    }

    @Test func `a chosen model that is gone leaves search by words, and says what to do`() throws {
        try importNotes()
        try #require(try recall("model", "use", "tiny", "--force").code == 0)
        try FileManager.default.removeItem(atPath: scratch.path + "/models/tiny")
        let found = try recall("search", "landlord violin", "--format", "json")
        #expect(found.code == 0 && found.json["lanes"] as? [String] == ["words"])
        try scratch.write("more/heron.md", "A heron stands on the weir.")
        let imported = try recall("import", scratch.path + "/more")
        #expect(imported.code == 0 && (imported.output + imported.errors).contains("no model tiny"))
        #expect(try recall("model", "use", "--rollback").code == 0)
        #expect(
            try recall("search", "landlord violin", "--format", "json").json["lanes"] as? [String] == [
                "words", "meaning",
            ])
    }
}
