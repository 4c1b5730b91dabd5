import RecallKernels

/// Fills the memory of a packed model from the tensors of a Hugging Face BERT.
struct ModelPacking {
    let source: SafetensorsFile
    let shape: BERTConfiguration
    let layout: ModelLayout
    let target: UnsafeMutableRawPointer
    /// "", "bert." or "roberta.", as the model was saved without or with a head.
    private let prefix: String

    init(source: SafetensorsFile, shape: BERTConfiguration, layout: ModelLayout, target: UnsafeMutableRawPointer) {
        self.source = source
        self.shape = shape
        self.layout = layout
        self.target = target
        prefix =
            ["bert.", "roberta."].first { source.names.contains($0 + "embeddings.word_embeddings.weight") } ?? ""
    }

    func run() throws(EncoderError) {
        try embeddings()
        for (index, layer) in layout.layers.enumerated() { try pack(layer, "encoder.layer.\(index).") }
    }

    private func embeddings() throws(EncoderError) {
        let hidden = shape.hiddenSize
        let positions = floats(layout.positions)
        try words()
        let rows = try values(
            prefix + "embeddings.position_embeddings.weight", [shape.firstPosition + shape.maximumPositions, hidden])
        positions.update(from: Array(rows[(shape.firstPosition * hidden)...]), count: shape.maximumPositions * hidden)
        let types = try typeEmbedding()
        for i in 0..<shape.maximumPositions * hidden { positions[i] += types[i % hidden] }
        try read(layout.embeddingNorm, "embeddings.LayerNorm", hidden)
    }

    private func words() throws(EncoderError) {
        let name = prefix + "embeddings.word_embeddings.weight"
        let size = [shape.vocabularySize, shape.hiddenSize]
        guard layout.precision.halvesWords else {
            return try source.read(name, shape: size, into: floats(layout.words))
        }
        let words = try values(name, size)
        guard words.allSatisfy({ abs($0) <= 65_504 }) else {
            throw .unsupported(path: source.path, reason: "the tensor \(name) is too large for half precision")
        }
        Kernels.best.convertToHalf(
            words, count: words.count, into: (target + layout.words).assumingMemoryBound(to: UInt16.self))
    }

    /// The embedding of token type 0, which all tokens of a single text have.
    private func typeEmbedding() throws(EncoderError) -> [Float] {
        let name = prefix + "embeddings.token_type_embeddings.weight"
        let types = source.tensors[name]?.shape.first ?? 0
        guard (1...16).contains(types) else { throw .malformed(path: source.path, reason: "no usable tensor \(name)") }
        return try values(name, [types, shape.hiddenSize])
    }

    private func pack(_ layer: ModelLayout.Layer, _ name: String) throws(EncoderError) {
        let attention = name + "attention."
        for projections in [layer.projections, layer.otherProjections].compactMap(\.self) {
            try pack(projections, ["query", "key", "value"].map { "\(attention)self.\($0)" })
        }
        try pack(layer.attentionOutput, [attention + "output.dense"])
        try read(layer.attentionNorm, attention + "output.LayerNorm", shape.hiddenSize)
        try pack(layer.intermediate, [name + "intermediate.dense"])
        try pack(layer.output, [name + "output.dense"])
        try read(layer.outputNorm, name + "output.LayerNorm", shape.hiddenSize)
    }

    /// Packs linear layers of equal shape, side by side, as one matrix.
    private func pack(_ at: ModelLayout.Matrix, _ names: [String]) throws(EncoderError) {
        let columns = at.columns / names.count
        var weights: [Float] = []
        for (index, name) in names.enumerated() {
            weights += try values("\(prefix)\(name).weight", [columns, at.depth])
            try source.read("\(prefix)\(name).bias", shape: [columns], into: floats(at.bias) + index * columns)
        }
        PackedMatrix.pack(
            weights, depth: at.depth, columns: at.columns, precision: at.precision, into: target + at.panels,
            columnScale: floats(at.columnScale), columnSum: floats(at.columnSum))
    }

    private func read(_ at: ModelLayout.Norm, _ name: String, _ size: Int) throws(EncoderError) {
        try source.read("\(prefix)\(name).weight", shape: [size], into: floats(at.gamma))
        try source.read("\(prefix)\(name).bias", shape: [size], into: floats(at.beta))
    }

    private func values(_ name: String, _ size: [Int]) throws(EncoderError) -> [Float] {
        var values = [Float](repeating: 0, count: size.reduce(1, *))
        try values.withUnsafeMutableBufferPointer { buffer throws(EncoderError) in
            if let target = buffer.baseAddress { try source.read(name, shape: size, into: target) }
        }
        return values
    }

    private func floats(_ offset: Int) -> UnsafeMutablePointer<Float> {
        (target + offset).assumingMemoryBound(to: Float.self)
    }
}
