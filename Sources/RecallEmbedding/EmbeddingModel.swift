public import RecallKernels

extension EncoderPrecision {
    /// The fastest precision here that loses nothing measurable: bf16 where the processor multiplies it, else f32.
    public static var preferred: EncoderPrecision {
        CPUFeatures.current.names.contains("avx512-bf16") ? .bf16 : .f32
    }
}

/// An installed model, ready to embed: its tokenizer and its encoder.
public final class EmbeddingModel: SentenceEncoder {
    /// The model's settings.
    public let description: ModelDescription
    /// How it computes.
    public let precision: EncoderPrecision
    private let modelFingerprint: String
    private let tokenizer: WordPieceTokenizer
    private let encoder: BERTEncoder

    /// Loads an installed model. The weights are mapped, not read.
    public init(_ model: InstalledModel, precision: EncoderPrecision = .preferred) throws {
        description = model.description
        modelFingerprint = model.fingerprint
        tokenizer = try model.tokenizer()
        encoder = try BERTEncoder(folder: model.path, precision: precision)
        self.precision = precision
    }

    /// The model's name and the digest of its weights.
    public var family: String { modelFingerprint }
    /// The family and the precision.
    public var fingerprint: String { "\(modelFingerprint)/\(precision.rawValue)" }
    /// 384 for all-MiniLM-L6-v2.
    public var dimension: Int { encoder.dimension }
    /// As many as the model has positions.
    public var maximumTokens: Int { encoder.maximumTokens }
    /// As many as the model was trained with, as sentence-transformers cuts.
    public var sentenceTokens: Int { min(description.maximumTokens, encoder.maximumTokens) }
    /// `[CLS]`.
    public var classificationToken: Int32 { tokenizer.classificationID }
    /// `[SEP]`.
    public var separatorToken: Int32 { tokenizer.separatorID }

    /// The word pieces of `text`, as Hugging Face cuts them.
    public func tokenized(_ text: String) -> TokenizedText {
        tokenizer.tokenize(text)
    }

    /// The vectors of all pooled ranges. See `BERTEncoder.encode`.
    public func encode(_ inputs: [EncoderInput]) throws -> [Float] {
        try encoder.encode(inputs)
    }
}
