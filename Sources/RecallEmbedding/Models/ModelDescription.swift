import RecallCore
import RecallFiles

/// What is to be known of a sentence encoder to use it.
public struct ModelDescription: Sendable, Hashable {
    /// How the vectors of a sequence's tokens become one.
    public enum Pooling: String, Sendable, Hashable {
        /// Their mean, special tokens included.
        case mean
        /// The vector of `[CLS]`.
        case cls
    }

    /// The name it is installed under.
    public var name: String
    /// Length of a vector.
    public var dimension: Int
    /// Number of transformer layers.
    public var layers: Int
    /// Number of attention heads; divides `dimension`.
    public var heads: Int
    /// Width of the feed-forward layers.
    public var feedForwardDimension: Int
    /// Rows of the table of token embeddings; every id is below it.
    public var vocabularySize: Int
    /// Most tokens of a sequence, `[CLS]` and `[SEP]` included.
    public var maximumTokens: Int
    /// How token vectors are pooled.
    public var pooling: Pooling
    /// Whether the model itself divides pooled vectors by their length. Recall always does: it compares directions.
    public var normalizes: Bool
    /// What is put before a query.
    public var queryPrefix: String
    /// What is put before a passage.
    public var passagePrefix: String
    /// Whether the tokenizer lower-cases, so that case makes no difference.
    public var lowercases: Bool

    /// What tells models apart that have the same weights but are used otherwise; nothing for mean pooling without
    /// prefixes.
    var usage: String {
        guard pooling != .mean || !queryPrefix.isEmpty || !passagePrefix.isEmpty else { return "" }
        let digest = SHA256.digest(Array("\(pooling)\0\(queryPrefix)\0\(passagePrefix)".utf8))
        return "+" + FileDigest.hexadecimal(digest.prefix(4))
    }
}
