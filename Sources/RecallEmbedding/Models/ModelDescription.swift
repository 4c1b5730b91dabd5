import RecallCore
import RecallFiles

/// The properties of a sentence encoder that its use depends on.
public struct ModelDescription: Sendable, Hashable {
    /// The method of pooling token vectors into one.
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
    /// The pooling of token vectors.
    public var pooling: Pooling
    /// True if the model normalises pooled vectors itself. Recall always does, since it compares by cosine.
    public var normalizes: Bool
    /// The prefix of queries.
    public var queryPrefix: String
    /// The prefix of passages.
    public var passagePrefix: String

    /// A suffix that distinguishes models with the same weights but another use; empty for mean pooling without
    /// prefixes.
    var usage: String {
        guard pooling != .mean || !queryPrefix.isEmpty || !passagePrefix.isEmpty else { return "" }
        let digest = SHA256.digest(Array("\(pooling)\0\(queryPrefix)\0\(passagePrefix)".utf8))
        return "+" + FileDigest.hexadecimal(digest.prefix(4))
    }
}
