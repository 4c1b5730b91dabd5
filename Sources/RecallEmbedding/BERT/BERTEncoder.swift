import Dispatch
public import RecallCore
public import RecallKernels
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A BERT sentence encoder: token ids to vectors.
///
/// The vectors of an input do not depend on what else is encoded with it, in which order, or on how many threads:
/// they are equal to the last bit.
public final class BERTEncoder: Sendable {
    /// Values of a vector.
    public let dimension: Int
    /// Tokens of the longest sequence, special tokens included.
    public let maximumTokens: Int
    /// The precision of its computations.
    public let precision: EncoderPrecision

    private let weights: BERTWeights
    private let kernels: Kernels
    private let threads: Int
    private let workspaces = Mutex<[Unshared<EncoderWorkspace>]>([])

    /// Tokens that one thread runs at a time: few enough for the caches, many enough to pay for reading the weights.
    private static let batchTokens = 1024
    private static let groupTokens = 256
    /// With fewer tokens a second thread costs more than it saves.
    private static let tokensWorthAThread = 16

    /// Opens the model in a folder of the Hugging Face layout, by its packed file if that is there and up to date.
    public convenience init(
        folder: String, precision: EncoderPrecision = .f32, threads: Int = processorCount(), kernels: Kernels = .best
    ) throws(EncoderError) {
        let weights = try PackedModel(folder: folder, precision: precision).weights()
        self.init(weights: weights, threads: threads, kernels: kernels)
    }

    init(weights: BERTWeights, threads: Int = processorCount(), kernels: Kernels = .best) {
        self.weights = weights
        precision = weights.precision
        self.threads = max(1, threads)
        self.kernels = kernels
        dimension = weights.shape.hiddenSize
        maximumTokens = weights.shape.maximumPositions
    }

    /// The vectors of all inputs in order, and of their `pooledRanges` in order: n x dimension, row-major.
    ///
    /// A vector is the mean of the last hidden states of its range, divided by its Euclidean norm.
    public func encode(_ inputs: [EncoderInput]) throws(EncoderError) -> [Float] {
        for (index, input) in inputs.enumerated() { try check(input, index) }
        let count = inputs.reduce(0) { $0 + $1.pooledRanges.count } * dimension
        return [Float](unsafeUninitializedCapacity: count) { vectors, initialized in
            if let base = vectors.baseAddress { encode(inputs, into: base) }
            initialized = count
        }
    }

    /// For each pooled range of the inputs, in order, the vectors of its tokens.
    public func encodeTokens(_ inputs: [EncoderInput]) throws(EncoderError) -> [TokenVectors] {
        for (index, input) in inputs.enumerated() { try check(input, index) }
        let vectors = Mutex<[Int: [TokenVectors]]>([:])
        forEachBatch(of: inputs) { batch, workspace in
            let made = tokenVectors(batch, inputs, workspace)
            vectors.withLock { $0[batch.inputs.lowerBound] = made }
        }
        return vectors.withLock(\.self).sorted { $0.key < $1.key }.flatMap(\.value)
    }

    private func tokenVectors(
        _ batch: Batch, _ inputs: [EncoderInput], _ workspace: EncoderWorkspace
    ) -> [TokenVectors] {
        pass(in: workspace).run(inputs[batch.inputs])
        var rows = workspace.hidden
        return inputs[batch.inputs].flatMap { input in
            defer { rows += input.tokens.count * dimension }
            return input.pooledRanges.map { range in
                TokenVectors(rows + range.lowerBound * dimension, count: range.count, dimension: dimension)
            }
        }
    }

    /// The hidden states of one sequence after the first `layers` layers, tokens x dimension.
    package func hiddenStates(_ tokens: [Int32], afterLayers layers: Int) throws(EncoderError) -> [Float] {
        let input = EncoderInput(tokens: tokens, pooledRanges: [])
        try check(input, 0)
        var states: [Float] = []
        withWorkspace {
            pass(in: $0).run([input], layers: layers)
            states = Array(UnsafeBufferPointer(start: $0.hidden, count: tokens.count * dimension))
        }
        return states
    }

    private func check(_ input: EncoderInput, _ index: Int) throws(EncoderError) {
        guard (1...maximumTokens).contains(input.tokens.count) else {
            throw .invalidInput(
                index: index, reason: "it has \(input.tokens.count) tokens, not between 1 and \(maximumTokens)")
        }
        let vocabulary = Int32(weights.shape.vocabularySize)
        guard input.tokens.allSatisfy({ 0 <= $0 && $0 < vocabulary }) else {
            throw .invalidInput(index: index, reason: "it has a token outside the vocabulary")
        }
        guard
            input.pooledRanges.allSatisfy({ !$0.isEmpty && 0 <= $0.lowerBound && $0.upperBound <= input.tokens.count })
        else {
            throw .invalidInput(index: index, reason: "a pooled range is empty or outside its tokens")
        }
    }

    private func encode(_ inputs: [EncoderInput], into vectors: UnsafeMutablePointer<Float>) {
        // Every batch writes vectors of its own.
        nonisolated(unsafe) let target = vectors
        forEachBatch(of: inputs) { encode($0, inputs, $1, into: target) }
    }

    /// Calls `body` with each batch of the inputs, on as many threads as it is worth.
    private func forEachBatch(of inputs: [EncoderInput], _ body: @Sendable (Batch, EncoderWorkspace) -> Void) {
        let batches = batches(of: inputs)
        guard batches.count > 1 else {
            for batch in batches { withWorkspace { body(batch, $0) } }
            return
        }
        let next = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: min(threads, batches.count)) { _ in
            withWorkspace { workspace in
                while true {
                    let index = next.add(1, ordering: .relaxed).oldValue
                    guard index < batches.count else { return }
                    body(batches[index], workspace)
                }
            }
        }
    }

    /// Some consecutive inputs, and the number of vectors before theirs.
    private struct Batch {
        var inputs: Range<Int>
        var firstVector: Int
    }

    private func batches(of inputs: [EncoderInput]) -> [Batch] {
        let total = inputs.reduce(0) { $0 + $1.tokens.count }
        let limit = batchLimit(total)
        var batches: [Batch] = []
        var tokens = 0
        var vectors = 0
        for (index, input) in inputs.enumerated() {
            if batches.isEmpty || tokens + input.tokens.count > limit {
                batches.append(Batch(inputs: index..<index, firstVector: vectors))
                tokens = 0
            }
            batches[batches.count - 1].inputs = batches[batches.count - 1].inputs.lowerBound..<index + 1
            tokens += input.tokens.count
            vectors += input.pooledRanges.count
        }
        return batches
    }

    /// Tokens of a batch, such that all threads get about the same.
    private func batchLimit(_ total: Int) -> Int {
        let workers = min(threads, max(1, total / Self.tokensWorthAThread))
        let rounds = (total + workers * Self.batchTokens - 1) / (workers * Self.batchTokens)
        return min(Self.batchTokens, max(1, (total + workers * rounds - 1) / max(1, workers * rounds)))
    }

    private func encode(
        _ batch: Batch, _ inputs: [EncoderInput], _ workspace: EncoderWorkspace,
        into vectors: UnsafeMutablePointer<Float>
    ) {
        pass(in: workspace).run(inputs[batch.inputs])
        var rows = workspace.hidden
        var vector = vectors + batch.firstVector * dimension
        for input in inputs[batch.inputs] {
            for range in input.pooledRanges {
                kernels.meanPool(
                    rows + range.lowerBound * dimension, rows: range.count, columns: dimension, into: vector)
                vector += dimension
            }
            rows += input.tokens.count * dimension
        }
    }

    private func pass(in workspace: EncoderWorkspace) -> BERTForwardPass {
        BERTForwardPass(weights: weights, kernels: kernels, workspace: workspace, groupTokens: Self.groupTokens)
    }

    private func withWorkspace(_ body: (EncoderWorkspace) -> Void) {
        let workspace = workspaces.withLock { $0.popLast() } ?? Unshared(value: newWorkspace())
        body(workspace.value)
        workspaces.withLock { $0.append(workspace) }
    }

    private func newWorkspace() -> EncoderWorkspace {
        EncoderWorkspace(
            weights.shape, batchTokens: max(Self.batchTokens, maximumTokens),
            groupTokens: max(Self.groupTokens, maximumTokens))
    }
}

/// A value that one thread at a time has; who takes it out of the pool is its only user.
private struct Unshared<Value>: @unchecked Sendable {
    let value: Value
}

/// Processors that this machine has online.
public func processorCount() -> Int {
    max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
