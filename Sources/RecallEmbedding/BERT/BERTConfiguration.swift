import RecallFiles
import RecallText

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
    /// The row of position 0 in the table of position embeddings: 0 for BERT; XLM-RoBERTa's tables begin with rows that no
    /// token has.
    var firstPosition = 0
    /// Added to the variance by layer normalisation.
    public var layerNormEpsilon: Float

    /// Values of one head.
    public var headSize: Int { hiddenSize / headCount }

    /// Reads and checks `config.json` in a model's folder.
    public init(folder: String) throws(EncoderError) {
        let path = folder + "/config.json"
        let bytes = try EncoderError.wrapping { () throws(FileError) in try OpenFile.contents(of: path, limit: 1 << 20)
        }
        guard let json = try? JSONValue(parsing: bytes), let shape = Self(json) else {
            throw .malformed(path: path, reason: "not the JSON of a BERT configuration")
        }
        self = shape
        if let reason = Self.otherKind(json) ?? problem { throw .unsupported(path: path, reason: reason) }
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

    /// Nil if a member is missing or no number.
    private init?(_ json: JSONValue) {
        let sizes = [
            "vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size",
            "max_position_embeddings",
        ].compactMap { json[$0]?.int }
        guard sizes.count == 6 else { return nil }
        self.init(
            vocabularySize: sizes[0], hiddenSize: sizes[1], layerCount: sizes[2], headCount: sizes[3],
            intermediateSize: sizes[4], maximumPositions: sizes[5],
            layerNormEpsilon: json["layer_norm_eps"]?.double.map(Float.init) ?? 1e-12)
        firstPosition = Self.firstPosition(json)
        maximumPositions -= firstPosition
    }

    /// XLM-RoBERTa numbers positions from the id of padding plus 1, as fairseq did.
    static func firstPosition(_ json: JSONValue) -> Int {
        guard json["model_type"]?.string == "xlm-roberta" else { return 0 }
        let padding = json["pad_token_id"]?.int ?? 1
        return 0...4096 ~= padding ? padding + 1 : 0
    }

    /// The reason why this shape is not supported; `nil` if it is. The bounds also keep all sizes far from overflow.
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

    /// The types of models that are computed alike.
    static let modelTypes = ["bert", "xlm-roberta"]

    /// The reason why this is a model of another kind; `nil` if it is BERT.
    private static func otherKind(_ json: JSONValue) -> String? {
        func isOther(_ name: String, than expected: String) -> Bool { (json[name]?.string ?? expected) != expected }
        if !modelTypes.contains(json["model_type"]?.string ?? "bert") {
            return "the model type is \(json["model_type"]?.string ?? ""), not \(modelTypes.joined(separator: " or "))"
        }
        if isOther("hidden_act", than: "gelu") { return "the activation is not gelu" }
        if isOther("position_embedding_type", than: "absolute") { return "positions are not absolute" }
        return nil
    }
}
