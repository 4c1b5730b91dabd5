import Foundation
import RecallCore
import RecallEmbedding
import Testing

/// Models of the families that are meant to work besides all-MiniLM, installed and used as a person would.
@Suite struct ModelFamilyTests {
    private let store: ModelStore
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = ModelStore(path: folder.path + "/store")
    }

    private func install(_ family: RandomBERT) throws -> InstalledModel {
        try store.install(from: try family.write(to: folder), packing: [.f32])
    }

    /// The tolerances to the vectors of sentence-transformers: the maximum difference of a component, the minimum
    /// cosine.
    private static let bounds: [EncoderPrecision: (difference: Float, cosine: Float)] = [
        .f32: (2e-6, 0.999_999), .bf16: (0.02, 0.999), .int8: (0.05, 0.99),
    ]

    private func expect(_ vectors: [Float], near expected: [[Float]], _ precision: EncoderPrecision, _ what: Comment) {
        #expect(vectors.count == expected.count * 384, what)
        let bound = Self.bounds[precision]!
        for (row, expected) in expected.enumerated() where vectors.count >= (row + 1) * 384 {
            let vector = vectors[row * 384..<(row + 1) * 384]
            #expect(zip(vector, expected).allSatisfy { abs($0 - $1) <= bound.difference }, what)
            #expect(zip(vector, expected).reduce(0) { $0 + $1.0 * $1.1 } >= bound.cosine, what)
        }
    }

    @Test(arguments: [RandomBERT.gte, .bge, .e5])
    func givesTheVectorsOfSentenceTransformers(family: RandomBERT) throws {
        let model = try install(family)
        let expected = try family.expected()
        for precision in EncoderPrecision.allCases {
            let encoder = try EmbeddingModel(model, precision: precision)
            let sentences = try encoder.encode(expected.sentences.map { encoder.sentence(encoder.tokens(of: $0)) })
            expect(sentences.values, near: expected.sentenceVectors, precision, "sentences in \(precision)")
            let queries = try expected.queries.flatMap { try encoder.encode(query: $0) }
            expect(queries, near: expected.queryVectors, precision, "queries in \(precision)")
            let passages = try encoder.encode(window(of: expected.passages, encoder))
            expect(passages.values, near: expected.passageVectors, precision, "passages in \(precision)")
        }
    }

    /// The encoder's input for consecutive passages: all in one sequence, or each alone if the model pools `[CLS]`.
    private func window(of passages: [String], _ encoder: EmbeddingModel) -> [EncoderInput] {
        let tokens = passages.map { encoder.tokens(of: $0) }
        if encoder.pooling == .cls { return tokens.map { encoder.input($0, pooling: [0..<$0.count]) } }
        var ranges: [Range<Int>] = []
        for part in tokens {
            ranges.append((ranges.last?.upperBound ?? 0)..<(ranges.last?.upperBound ?? 0) + part.count)
        }
        return [encoder.input(tokens.flatMap { $0 }, pooling: ranges)]
    }

    @Test(arguments: [RandomBERT.bge, .e5])
    func givesAVectorThatDoesNotDependOnItsBatch(family: RandomBERT) throws {
        let model = try install(family)
        let expected = try family.expected()
        for precision in EncoderPrecision.allCases {
            let encoder = try EmbeddingModel(model, precision: precision)
            let sentences = (expected.sentences + expected.queries).map { encoder.sentence(encoder.tokens(of: $0)) }
            let inputs = (0..<12).flatMap { _ in sentences + window(of: expected.passages, encoder) }
            let together = try encoder.encode(inputs)
            #expect(try inputs.flatMap { try encoder.encode([$0]).values } == together.values)
            let reversed = try encoder.encode(inputs.reversed())
            #expect(reversed[reversed.count - 1] == together[0])
        }
    }

    @Test func readsPrefixesAndPoolingFromTheFolderOrTheModelsCard() throws {
        let bge = try EmbeddingModel(install(.bge), precision: .f32)
        #expect(bge.pooling == .cls)
        #expect(bge.queryPrefix.hasPrefix("Represent"))
        #expect(bge.passagePrefix.isEmpty)
        #expect(bge.sentence([7, 8]).pooledRanges == [0..<1])
        let e5 = try EmbeddingModel(install(.e5), precision: .f32)
        #expect(e5.pooling == .mean)
        #expect(!e5.description.normalizes)
        #expect(e5.queryPrefix == "query: ")
        #expect(e5.input([7, 8], pooling: [1..<2]).tokens == [2] + e5.tokens(of: "passage:") + [7, 8, 3])
        #expect(e5.input([7, 8], pooling: [1..<2]).pooledRanges == [4..<5])
    }
}
