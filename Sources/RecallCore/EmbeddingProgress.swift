/// The progress of embedding.
public struct EmbeddingProgress: Hashable, Sendable {
    /// Passages that had no vector when it began, and those that an import brought since.
    public var total = 0
    /// Passages done.
    public var passages = 0
    /// Tokens that the encoder read.
    public var tokens = 0
    /// Vectors that were known from before.
    public var cached = 0
    /// True if it was stopped before its end; the next run goes on there.
    public var wasStopped = false
    /// Time spent on reading threads and laying windows over their tokens. The stages overlap.
    public var preparing = Duration.zero
    /// Time in which the encoder ran.
    public var encoding = Duration.zero
    /// Time spent on storing vectors.
    public var writing = Duration.zero

    /// Nothing yet.
    public init() {}
}
