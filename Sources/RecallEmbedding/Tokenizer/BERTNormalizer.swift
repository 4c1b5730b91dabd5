/// How text is normalised before it is cut into words: the settings of Hugging Face's `BertNormalizer`.
public struct BERTNormalizer: Sendable, Hashable {
    /// Whether control and format characters are removed and all white space becomes spaces.
    public var cleansText: Bool
    /// Whether every CJK ideograph is a word of its own.
    public var separatesIdeographs: Bool
    /// Whether text is decomposed (NFD) and non-spacing marks are removed.
    public var stripsAccents: Bool
    /// Whether text is lower-cased, scalar by scalar.
    public var lowercases: Bool

    /// The settings of an uncased model.
    public static let uncased = BERTNormalizer()

    /// Settings; accents go with upper case unless said otherwise, as in BERT.
    public init(
        cleansText: Bool = true, separatesIdeographs: Bool = true, stripsAccents: Bool? = nil, lowercases: Bool = true
    ) {
        self.cleansText = cleansText
        self.separatesIdeographs = separatesIdeographs
        self.stripsAccents = stripsAccents ?? lowercases
        self.lowercases = lowercases
    }
}
