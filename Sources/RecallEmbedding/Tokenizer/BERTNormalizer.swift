/// The normalisation of text before it is split into words: the settings of Hugging Face's `BertNormalizer`.
public struct BERTNormalizer: Sendable, Hashable {
    /// True to remove control and format characters and turn all white space into spaces.
    public var cleansText: Bool
    /// True to make every CJK ideograph a word of its own.
    public var separatesIdeographs: Bool
    /// True to decompose text (NFD) and remove non-spacing marks.
    public var stripsAccents: Bool
    /// True to lower-case text, scalar by scalar.
    public var lowercases: Bool

    /// The settings of an uncased model.
    public static let uncased = BERTNormalizer()

    /// Settings; accents are stripped together with lower-casing unless specified, as in BERT.
    public init(
        cleansText: Bool = true, separatesIdeographs: Bool = true, stripsAccents: Bool? = nil, lowercases: Bool = true
    ) {
        self.cleansText = cleansText
        self.separatesIdeographs = separatesIdeographs
        self.stripsAccents = stripsAccents ?? lowercases
        self.lowercases = lowercases
    }
}
