import RecallCore
import RecallKernels

/// Runs sequences, packed without padding, through the layers.
///
/// Within a batch the layers are the outer loop, so that a layer's weights are read from memory once; within a layer
/// groups of whole sequences are, so that activations stay in the cache.
struct BERTForwardPass {
    let weights: BERTWeights
    let kernels: Kernels
    let workspace: EncoderWorkspace
    /// Whole sequences are grouped up to this many tokens.
    let groupTokens: Int

    private var shape: BERTConfiguration { weights.shape }
    private var size: Int { weights.shape.hiddenSize }

    /// Leaves the last hidden states of all tokens, sequence after sequence, in `workspace.hidden`.
    func run(_ sequences: ArraySlice<EncoderInput>, layers: Int? = nil) {
        embed(sequences)
        let groups = groups(of: sequences)
        for index in 0..<(layers ?? shape.layerCount) {
            let layer = weights.layer(index, for: kernels)
            var start = 0
            for group in groups {
                attend(layer, group, at: workspace.hidden + start * size)
                let count = group.reduce(0, +)
                feedForward(layer, count, at: workspace.hidden + start * size)
                start += count
            }
        }
    }

    /// Embeddings of words and positions, normalised.
    private func embed(_ sequences: ArraySlice<EncoderInput>) {
        var row = workspace.hidden
        for sequence in sequences {
            for (position, token) in sequence.tokens.enumerated() {
                weights.embed(token, at: position, with: kernels, into: row)
                row += size
            }
        }
        normalize(workspace.hidden, (row - workspace.hidden) / size, weights.embeddingNorm)
    }

    /// Lengths of the sequences of each group.
    private func groups(of sequences: ArraySlice<EncoderInput>) -> [[Int]] {
        var groups: [[Int]] = []
        var count = 0
        for length in sequences.lazy.map(\.tokens.count) {
            if groups.isEmpty || count + length > groupTokens {
                groups.append([])
                count = 0
            }
            groups[groups.count - 1].append(length)
            count += length
        }
        return groups
    }

    /// hidden = norm(hidden + output(attention(hidden)))
    private func attend(_ layer: BERTWeights.Layer, _ lengths: [Int], at hidden: UnsafeMutablePointer<Float>) {
        let count = lengths.reduce(0, +)
        switch layer.projections.precision {
        case .f32:
            let projections = workspace.projections.assumingMemoryBound(to: Float.self)
            let rows = prepare(hidden, count, for: layer.projections)
            kernels.multiply(rows, count: count, by: layer.projections, into: projections)
            attend(lengths, projections, kernels.attend)
        case .bf16:
            let projections = workspace.projections.assumingMemoryBound(to: UInt16.self)
            let rows = prepare(hidden, count, for: layer.projections)
            kernels.multiply(rows, count: count, by: layer.projections, into: projections)
            attend(lengths, projections, kernels.attend)
        case .int8:
            // Rounding these rows to bytes too would be a third of the error (docs/performance.md).
            let projections = workspace.projections.assumingMemoryBound(to: Float.self)
            let rows = kernels.prepareWide(hidden, rows: count, columns: size, in: workspace.rows)
            kernels.multiply(rows, count: count, by: layer.projections, into: projections)
            attend(lengths, projections, kernels.attendCoarsely)
        }
        kernels.multiply(
            prepare(workspace.context, count, for: layer.attentionOutput), count: count, by: layer.attentionOutput,
            .residual(hidden), into: hidden)
        normalize(hidden, count, layer.attentionNorm)
    }

    /// Attention of each sequence by itself, with the kernel for the projections' elements.
    private func attend<Element>(
        _ lengths: [Int], _ projections: UnsafePointer<Element>,
        _ kernel: (
            AttentionShape, UnsafePointer<Element>, Int, UnsafeMutableRawPointer, UnsafeMutablePointer<Float>
        ) -> Void
    ) {
        var start = 0
        // A ragged batch needs no padding: attention is the only step that depends on the lengths.
        for length in lengths {
            kernel(
                heads, projections + start * 3 * size, length, workspace.attentionScratch,
                workspace.context + start * size)
            start += length
        }
    }

    /// hidden = norm(hidden + output(gelu(intermediate(hidden))))
    private func feedForward(_ layer: BERTWeights.Layer, _ count: Int, at hidden: UnsafeMutablePointer<Float>) {
        // The intermediate rows are several times as wide, so they are computed in blocks that fit the cache.
        for start in stride(from: 0, to: count, by: EncoderWorkspace.blockRows) {
            let block = hidden + start * size
            let rows = min(EncoderWorkspace.blockRows, count - start)
            kernels.multiply(
                prepare(block, rows, for: layer.intermediate), count: rows, by: layer.intermediate, .gelu,
                into: workspace.intermediate)
            kernels.multiply(
                prepare(workspace.intermediate, rows, for: layer.output), count: rows, by: layer.output,
                .residual(block),
                into: block)
            normalize(block, rows, layer.outputNorm)
        }
    }

    private var heads: AttentionShape { AttentionShape(heads: shape.headCount, headSize: shape.headSize) }

    private func prepare(_ x: UnsafePointer<Float>, _ count: Int, for matrix: PackedMatrix) -> Kernels.Rows {
        if matrix.precision == .int8 && kernels.favoursWideRows {
            return kernels.prepareWide(x, rows: count, columns: matrix.depth, in: workspace.rows)
        }
        return kernels.prepare(x, rows: count, columns: matrix.depth, precision: matrix.precision, in: workspace.rows)
    }

    private func normalize(_ x: UnsafeMutablePointer<Float>, _ count: Int, _ norm: BERTWeights.Norm) {
        kernels.layerNorm(
            x, rows: count, columns: size, gamma: norm.gamma, beta: norm.beta, epsilon: shape.layerNormEpsilon, into: x)
    }
}
