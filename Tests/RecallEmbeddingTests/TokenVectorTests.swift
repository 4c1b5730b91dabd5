import RecallCore
import RecallEmbedding
import Testing

@Suite struct TokenVectorTests {
    private static func cosine(_ a: ArraySlice<Float>, _ b: ArraySlice<Float>) -> Float {
        let dot = { (a: ArraySlice<Float>, b: ArraySlice<Float>) in zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
        return dot(a, b) / (dot(a, a) * dot(b, b)).squareRoot()
    }

    @Test func `the greatest cosines are those of the hidden states`() throws {
        let encoder = try BERTEncoder(folder: TinyBERT.folder)
        let tokens = TinyBERT.cases.map(\.tokens).filter { $0.count > 4 }
        let layers = TinyBERT.cases[0].layers.count - 1
        let states = try tokens.map { try encoder.hiddenStates($0, afterLayers: layers) }
        let query = try #require(
            try encoder.encodeTokens([EncoderInput(tokens: tokens[0], pooledRanges: [1..<4])]).first)
        let matcher = QueryTokens(query, byteRanges: [0..<1, 1..<2, 2..<3])
        for (tokens, rows) in zip(tokens, states) {
            let input = EncoderInput(tokens: tokens, pooledRanges: [1..<tokens.count - 1])
            let passage = try #require(try encoder.encodeTokens([input]).first)
            for (token, greatest) in matcher.greatestCosines(in: passage).enumerated() {
                let own = states[0][(token + 1) * 32..<(token + 2) * 32]
                let expected = (1..<tokens.count - 1).map { Self.cosine(own, rows[$0 * 32..<($0 + 1) * 32]) }.max()
                #expect(abs(greatest - (expected ?? 0)) < 0.02)
            }
        }
    }

    @Test func `the vectors of a range do not depend on what else is read`() throws {
        let encoder = try BERTEncoder(folder: TinyBERT.folder, threads: 3)
        let inputs = (0..<90).map { TinyBERT.cases[$0 % 5].input }
        let together = try encoder.encodeTokens(inputs)
        #expect(together.count == inputs.reduce(0) { $0 + $1.pooledRanges.count })
        #expect(try inputs.flatMap { try encoder.encodeTokens([$0]) } == together)
        #expect(together.map(\.count) == inputs.flatMap { $0.pooledRanges.map(\.count) })
    }

    @Test func `a query is near to itself, and to nothing where there is nothing`() throws {
        let encoder = try BERTEncoder(folder: TinyBERT.folder)
        let input = EncoderInput(tokens: TinyBERT.cases[2].tokens, pooledRanges: [1..<3])
        let vectors = try #require(try encoder.encodeTokens([input]).first)
        let query = QueryTokens(vectors, byteRanges: [0..<1, 1..<2])
        #expect(query.greatestCosines(in: vectors).allSatisfy { $0 > 0.99 })
        let none = [Float](repeating: 0, count: 32)
        #expect(query.greatestCosines(in: TokenVectors(none, count: 0, dimension: 32)) == [0, 0])
        #expect(query.greatestCosines(in: TokenVectors(none, count: 1, dimension: 32)) == [0, 0])
    }
}
