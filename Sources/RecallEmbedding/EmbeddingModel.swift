public import RecallCore
import RecallKernels

extension EncoderPrecision {
    /// The fastest precision here whose ranking is as good as that of `f32` (docs/performance.md): `int8` wherever the
    /// processor multiplies bytes in vectors, else `f32`.
    public static var preferred: EncoderPrecision {
        CPUFeatures.current.names.contains { $0 == "avx2" || $0 == "dotprod" } ? .int8 : .f32
    }
}

/// An installed model, ready to embed: its tokenizer and its encoder.
public final class EmbeddingModel: TokenEncoder {
    /// The model's settings.
    public let description: ModelDescription
    /// The precision of its computations.
    public let precision: EncoderPrecision
    /// The tokens of the description's passage prefix.
    public let passagePrefix: [Int32]
    private let modelFingerprint: String
    private let tokenizer: any Tokenizer
    private let encoder: BERTEncoder

    /// Loads an installed model. The weights are mapped, not read. For a precision that is used for the first time
    /// they are packed first, which takes about a second, and saved if the model's folder is writable.
    public init(_ model: InstalledModel, precision: EncoderPrecision = .preferred) throws(ModelError) {
        description = model.description
        modelFingerprint = model.fingerprint
        tokenizer = try model.tokenizer()
        encoder = BERTEncoder(weights: try model.weights(precision))
        passagePrefix = tokenizer.tokenize(description.passagePrefix).ids
        self.precision = precision
    }

    /// The model's name with digests of its weights and of what else makes its vectors.
    public var family: String { modelFingerprint }
    /// The family and the precision.
    public var fingerprint: String { "\(modelFingerprint)/\(precision.rawValue)" }
    /// 384 for all-MiniLM-L6-v2.
    public var dimension: Int { encoder.dimension }
    /// The number of position embeddings of the model.
    public var maximumTokens: Int { encoder.maximumTokens }
    /// The maximum that the model was trained with, at which sentence-transformers truncates.
    public var sentenceTokens: Int { min(description.maximumTokens, encoder.maximumTokens) }
    /// `[CLS]`.
    public var classificationToken: Int32 { tokenizer.classificationID }
    /// `[SEP]`.
    public var separatorToken: Int32 { tokenizer.separatorID }
    /// `[UNK]`.
    public var unknownToken: Int32? { tokenizer.unknownID }
    /// The pooling in the model's settings.
    public var pooling: ModelDescription.Pooling { description.pooling }
    /// The prefix in the model's settings, or on its model card.
    public var queryPrefix: String { description.queryPrefix }

    /// The word pieces of `text`, equal to those of Hugging Face's tokenizer.
    public func tokenized(_ text: String) -> TokenizedText {
        tokenizer.tokenize(text)
    }

    /// The vectors of all pooled ranges. See `BERTEncoder.encode`.
    public func encode(_ inputs: [EncoderInput]) throws -> VectorMatrix {
        VectorMatrix(dimension: dimension, values: try encoder.encode(inputs))
    }

    /// The vectors of the tokens of all pooled ranges, of a model whose tokens were trained to be averaged.
    public func encodeTokens(_ inputs: [EncoderInput]) throws -> [TokenVectors]? {
        pooling == .mean ? try encoder.encodeTokens(inputs) : nil
    }
}
