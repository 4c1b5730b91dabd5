public import RecallEmbedding
public import RecallStore

/// The encoders of a library's queries: each generation of vectors is searched by the model that made it.
public struct QueryEncoders: Sendable {
    private let own: (any SentenceEncoder)?
    private let other: @Sendable (Generation) -> (any SentenceEncoder)?

    /// - Parameters:
    ///   - own: the library's encoder; `nil` searches only words.
    ///   - other: returns the encoder of a generation that `own` did not make, if there is one.
    public init(
        _ own: (any SentenceEncoder)?,
        other: @escaping @Sendable (Generation) -> (any SentenceEncoder)? = { _ in nil }
    ) {
        (self.own, self.other) = (own, other)
    }

    /// False if only words are searched.
    var searchMeaning: Bool { own != nil }

    /// The encoder of the generation; another one where there is none that fits.
    func encoder(of generation: Generation?) -> (any SentenceEncoder)? {
        guard let own, let generation, !generation.isMade(by: own) else { return own }
        return other(generation) ?? own
    }
}

extension Generation {
    /// True if these vectors can be compared with the encoder's.
    package func isMade(by encoder: any SentenceEncoder) -> Bool {
        fingerprint.hasPrefix(encoder.family + "/") && dimension == encoder.dimension
    }
}
