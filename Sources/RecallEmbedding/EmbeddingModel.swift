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

    public var family: String { modelFingerprint }
    public var fingerprint: String { "\(modelFingerprint)/\(precision.rawValue)" }
    public var dimension: Int { encoder.dimension }
    public var maximumTokens: Int { encoder.maximumTokens }
    public var sentenceTokens: Int { min(description.maximumTokens, encoder.maximumTokens) }
    public var classificationToken: Int32 { tokenizer.classificationID }
    public var separatorToken: Int32 { tokenizer.separatorID }

    public func tokenized(_ text: String) -> TokenizedText {
        tokenizer.tokenize(text)
    }

    public func encode(_ inputs: [EncoderInput]) throws -> [Float] {
        try encoder.encode(inputs)
    }
}
