/// The scores that order the results: the fused ones, or those of one retriever for evaluation. The raw values are stored
/// in evaluation files.
public enum Ranking: String, Sendable, CaseIterable {
    /// Words only.
    case lexical = "words"
    /// Vectors only.
    case semantic = "vectors"
    /// Both.
    case hybrid = "fused"
}
