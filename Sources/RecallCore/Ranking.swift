/// The scores that order the results: all of them, or those of one retriever alone, for measuring. The raw values are kept in
/// files of evaluations.
public enum Ranking: String, Sendable, CaseIterable {
    /// Words only.
    case lexical = "words"
    /// Vectors only.
    case semantic = "vectors"
    /// Both.
    case hybrid = "fused"
}
