import Foundation
import RecallCore
import RecallEmbedding
import Testing

/// A model of the XLM-RoBERTa family, installed and used as a person would.
@Suite struct XLMRobertaTests {
    private let store: ModelStore
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = ModelStore(path: folder.path + "/store")
    }

    private func install(_ model: TinyXLMRoberta, as name: String = "tiny") throws -> InstalledModel {
        try store.install(from: try model.write(to: folder, as: name), packing: [.f32])
    }

    private static let leastCosine: [EncoderPrecision: Float] = [.f32: 0.999_999, .bf16: 0.999, .int8: 0.99]

    @Test(arguments: EncoderPrecision.allCases)
    func givesTheVectorsOfTransformers(precision: EncoderPrecision) throws {
        let encoder = try EmbeddingModel(install(TinyXLMRoberta()), precision: precision)
        // The table of positions begins with two rows that no token has.
        #expect(encoder.maximumTokens == 64)
        let expected = try TinyXLMRoberta.expected()
        let vectors = try encoder.encode(passages: expected.map(\.text))
        for (index, expected) in expected.enumerated() {
            let cosine = zip(vectors[index], expected.vector).reduce(0) { $0 + $1.0 * $1.1 }
            #expect(cosine >= Self.leastCosine[precision]!, "\(expected.text)")
        }
    }

    @Test func mapsTheTokenizerThatItPackedOnlyWhileItIsWhole() throws {
        let model = try install(TinyXLMRoberta())
        let text = "Ｗords  ﬁ 昨天 <mask> e\u{301}\u{1} \u{200d}"
        let source = try UnigramTokenizer(tokenizerFile: model.path + "/tokenizer.json").tokenize(text)
        #expect(try model.tokenizer().tokenize(text) == source)
        let packed = URL(filePath: model.path + "/recall-tokenizer.packed")
        let whole = try Data(contentsOf: packed)
        for count in [0, 7, 100, 4096, 4120, whole.count - 1] {
            try whole.prefix(count).write(to: packed)
            #expect(try model.tokenizer().tokenize(text) == source)
        }
        // Damage in the tables may change what is found, but is never read beyond.
        for position in stride(from: 0, to: whole.count, by: 11) {
            var damaged = whole
            damaged[position] ^= 0xFF
            try damaged.write(to: packed)
            _ = try model.tokenizer().tokenize(text)
        }
    }

    @Test func refusesMorePiecesThanTheModelHasEmbeddings() throws {
        var model = try TinyXLMRoberta()
        var description = try TinyXLMRoberta.description()
        var added = description["added_tokens"] as? [[String: Any]] ?? []
        added[0]["id"] = 100_000
        description["added_tokens"] = added
        model.files["tokenizer.json"] = try JSONSerialization.data(withJSONObject: description)
        #expect(throws: ModelError.self) { try install(model) }
    }

    @Test func namesTheFileThatIsMissingBesideASentencePieceModel() throws {
        var model = try TinyXLMRoberta()
        model.files["tokenizer.json"] = nil
        model.files["sentencepiece.bpe.model"] = Data()
        let error = #expect(throws: ModelError.self) { try install(model) }
        guard case .missingFile(_, "tokenizer.json") = error else {
            Issue.record("another error")
            return
        }
    }

    @Test func putsThePrefixesOfItsCardBeforeTextsOfMultilingualE5() throws {
        let encoder = try EmbeddingModel(install(TinyXLMRoberta(), as: "multilingual-e5-small"), precision: .f32)
        #expect(encoder.queryPrefix == "query: ")
        #expect(encoder.passagePrefix == encoder.tokens(of: "passage:"))
        let expected = try encoder.encode(passages: ["query: 昨天"])
        #expect(try encoder.encode(query: "昨天") == Array(expected[0]))
    }
}
