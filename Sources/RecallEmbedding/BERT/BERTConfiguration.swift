#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shape of a BERT encoder, from its `config.json`.
public struct BERTConfiguration: Sendable, Hashable {
    /// Token ids known.
    public var vocabularySize: Int
    /// Values of a vector.
    public var hiddenSize: Int
    /// Transformer layers.
    public var layerCount: Int
    /// Attention heads of a layer.
    public var headCount: Int
    /// Values between the two matrices of a layer's feed-forward part.
    public var intermediateSize: Int
    /// Tokens of the longest sequence.
    public var maximumPositions: Int
    /// Added to the variance by layer normalisation.
    public var layerNormEpsilon: Float

    /// Values of one head.
    public var headSize: Int { hiddenSize / headCount }

    /// Reads and checks `config.json` in a model's folder.
    public init(folder: String) throws(EncoderError) {
        let path = folder + "/config.json"
        let bytes = try smallFile(path, limit: 1 << 20)
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: Data(bytes))
        } catch {
            throw .malformed(path: path, reason: "not the JSON of a BERT configuration")
        }
        try file.checkKind(path)
        self.init(file)
        if let reason = problem { throw .unsupported(path: path, reason: reason) }
    }

    init(
        vocabularySize: Int, hiddenSize: Int, layerCount: Int, headCount: Int, intermediateSize: Int,
        maximumPositions: Int, layerNormEpsilon: Float
    ) {
        self.vocabularySize = vocabularySize
        self.hiddenSize = hiddenSize
        self.layerCount = layerCount
        self.headCount = headCount
        self.intermediateSize = intermediateSize
        self.maximumPositions = maximumPositions
        self.layerNormEpsilon = layerNormEpsilon
    }

    private init(_ file: File) {
        self.init(
            vocabularySize: file.vocab_size, hiddenSize: file.hidden_size, layerCount: file.num_hidden_layers,
            headCount: file.num_attention_heads, intermediateSize: file.intermediate_size,
            maximumPositions: file.max_position_embeddings, layerNormEpsilon: file.layer_norm_eps ?? 1e-12)
    }

    /// What keeps this shape from being run, if anything. The bounds also keep all sizes far from overflow.
    var problem: String? {
        if !(1...4_000_000).contains(vocabularySize) { return "vocabulary size out of range" }
        if !(8...16_384).contains(hiddenSize) { return "hidden size out of range" }
        if !(1...256).contains(layerCount) { return "layer count out of range" }
        if !(1...1024).contains(headCount) || hiddenSize % headCount != 0 { return "head count out of range" }
        if headSize % 8 != 0 { return "the size of a head is not a multiple of 8" }
        if !(8...131_072).contains(intermediateSize) || intermediateSize % 8 != 0 {
            return "intermediate size out of range or not a multiple of 8"
        }
        if !(1...65_536).contains(maximumPositions) { return "maximum sequence length out of range" }
        if !(layerNormEpsilon >= 0 && layerNormEpsilon < 1) { return "layer norm epsilon out of range" }
        return nil
    }

    /// `config.json` as it is written.
    private struct File: Decodable {
        var model_type: String?
        var hidden_act: String?
        var position_embedding_type: String?
        var vocab_size, hidden_size, num_hidden_layers, num_attention_heads: Int
        var intermediate_size, max_position_embeddings: Int
        var layer_norm_eps: Float?

        func checkKind(_ path: String) throws(EncoderError) {
            guard (model_type ?? "bert") == "bert" else {
                throw .unsupported(path: path, reason: "the model type is not bert")
            }
            guard (hidden_act ?? "gelu") == "gelu" else {
                throw .unsupported(path: path, reason: "the activation is not gelu")
            }
            guard (position_embedding_type ?? "absolute") == "absolute" else {
                throw .unsupported(path: path, reason: "positions are not absolute")
            }
        }
    }
}
