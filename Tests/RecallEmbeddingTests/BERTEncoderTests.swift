import RecallCore
import RecallEmbedding
import RecallKernels
import Testing

@Suite struct BERTEncoderTests {
    @Test(arguments: Kernels.runnable)
    func agreesWithTransformersAfterEveryLayer(kernels: Kernels) throws {
        let encoder = try BERTEncoder(folder: TinyBERT.folder, kernels: kernels)
        for item in TinyBERT.cases {
            for (index, expected) in item.layers.enumerated() {
                let states = try encoder.hiddenStates(item.tokens, afterLayers: index)
                let ends = [Array(states.prefix(32)), Array(states.suffix(32))]
                #expect(
                    difference(ends.flatMap { $0 }, expected.flatMap { $0 }) <= 5e-5,
                    "\(item.tokens.count) tokens, layer \(index)")
            }
        }
    }

    static let leastCosine: [EncoderPrecision: Float] = [.f32: 0.999_999, .bf16: 0.999, .int8: 0.99]

    @Test(arguments: Kernels.runnable, EncoderPrecision.allCases)
    func poolsTheVectorsOfTransformers(kernels: Kernels, precision: EncoderPrecision) throws {
        let encoder = try BERTEncoder(folder: TinyBERT.folder, precision: precision, kernels: kernels)
        let vectors = try encoder.encode(TinyBERT.cases.map(\.input))
        let expected = TinyBERT.cases.flatMap(\.vectors)
        #expect(vectors.count == expected.count * 32)
        for (index, vector) in expected.enumerated() {
            let cosine = zip(vector, vectors[index * 32..<index * 32 + 32]).reduce(0) { $0 + $1.0 * $1.1 }
            #expect(cosine >= Self.leastCosine[precision]!, "vector \(index)")
        }
    }

    @Test(arguments: EncoderPrecision.allCases)
    func aVectorDoesNotDependOnItsBatchItsOrderOrTheThreads(precision: EncoderPrecision) throws {
        let inputs = (0..<90).map { TinyBERT.cases[$0 % 5].input }
        let one = try BERTEncoder(folder: TinyBERT.folder, precision: precision, threads: 1)
        let many = try BERTEncoder(folder: TinyBERT.folder, precision: precision, threads: 3)
        let together = try many.encode(inputs)
        #expect(try one.encode(inputs) == together)
        let alone = try inputs.flatMap { try many.encode([$0]) }
        #expect(alone == together)
        let backwards = try many.encode(inputs.reversed())
        let firstCount = inputs[0].pooledRanges.count * 32
        #expect(backwards.suffix(firstCount) == together.prefix(firstCount))
    }

    @Test func severalThreadsMayEncodeAtOnce() async throws {
        let encoder = try BERTEncoder(folder: TinyBERT.folder)
        let inputs = TinyBERT.cases.map(\.input)
        let expected = try encoder.encode(inputs)
        try await withThrowingTaskGroup(of: [Float].self) { group in
            for _ in 0..<8 { group.addTask { try encoder.encode(inputs) } }
            for try await vectors in group { #expect(vectors == expected) }
        }
    }

    @Test func nothingEncodesToNothing() throws {
        let encoder = try BERTEncoder(folder: TinyBERT.folder)
        #expect(try encoder.encode([]) == [])
        #expect(try encoder.encode([EncoderInput(tokens: [1, 2], pooledRanges: [])]) == [])
    }

    @Test(arguments: [
        EncoderInput(tokens: [], pooledRanges: []), EncoderInput(tokens: [100], pooledRanges: [0..<1]),
        EncoderInput(tokens: [-1], pooledRanges: [0..<1]), EncoderInput(tokens: [1], pooledRanges: [0..<2]),
        EncoderInput(tokens: [1], pooledRanges: [1..<1]), EncoderInput(tokens: [1], pooledRanges: [-1..<1]),
        EncoderInput(tokens: [Int32](repeating: 1, count: 49), pooledRanges: []),
    ])
    func refusesAnInputThatItCannotEncodeAndSaysWhich(input: EncoderInput) throws {
        let encoder = try BERTEncoder(folder: TinyBERT.folder)
        let error = #expect(throws: EncoderError.self) { try encoder.encode([TinyBERT.cases[0].input, input]) }
        guard case .invalidInput(index: 1, _) = error else {
            Issue.record("not refused as the second input")
            return
        }
    }

    private func difference(_ a: [Float], _ b: [Float]) -> Float {
        a.count == b.count ? zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) } : .infinity
    }
}
