/// The progress of embedding.
public struct EmbeddingProgress: Hashable, Sendable {
    /// The number of passages without a vector at the start, and those imported since.
    public var total = 0
    /// The number of embedded passages.
    public var passages = 0
    /// The number of tokens that the encoder read.
    public var tokens = 0
    /// The number of vectors taken from the cache.
    public var cached = 0
    /// True if it was stopped early; the next run continues there.
    public var wasStopped = false
    /// Time spent on reading threads and building context windows. The stages overlap.
    public var preparing = Duration.zero
    /// Time in which the encoder ran.
    public var encoding = Duration.zero
    /// Time spent on storing vectors.
    public var writing = Duration.zero

    /// Nothing yet.
    public init() {}
}
