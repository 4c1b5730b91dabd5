public import RecallCore
public import RecallEmbedding

/// The choice of the encoder with which a library is searched and embedded.
public struct ModelChoice: Sendable {
    enum Source {
        case none
        case installed(EncoderPrecision?)
        case encoder(any SentenceEncoder)
    }

    let source: Source

    /// None: only words are searched, and nothing is embedded.
    public static let none = ModelChoice(source: .none)

    /// The installed model, in the library's own precision. Where there is none, or it cannot be used, it is as `none`, and
    /// `RecallLibrary.modelProblem` says why.
    public static let installed = ModelChoice(source: .installed(nil))

    /// The installed model, in a precision that the library does not remember.
    public static func installed(in precision: EncoderPrecision?) -> ModelChoice {
        ModelChoice(source: .installed(precision))
    }

    /// An encoder of the program's own.
    public static func encoder(_ encoder: any SentenceEncoder) -> ModelChoice {
        ModelChoice(source: .encoder(encoder))
    }
}
