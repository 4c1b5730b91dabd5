/// A generation of a library's vectors: the one that searches use, or the one beside it.
public struct LibraryGeneration: Hashable, Sendable {
    /// The place of a generation in its library.
    public enum State: String, Sendable, CaseIterable {
        /// Searches use it.
        case serving
        /// It takes the serving one's place when it is complete.
        case building
        /// It served before: `RecallLibrary.useEarlierModel` returns to it.
        case kept
        /// It was not completed, or did not search as well.
        case unused
    }

    /// The name of the model that made it.
    public let model: String
    /// The precision of the vectors; `nil` for an encoder that does not say.
    public let precision: EncoderPrecision?
    /// Its place.
    public let state: State
    /// The passages that have a vector of it, of all that there are.
    public let embedded, passages: Int

    /// The vector index that searches use; `nil` for a generation that does not serve.
    public let index: VectorIndexState?

    /// A generation.
    public init(
        model: String, precision: EncoderPrecision?, state: State, embedded: Int, passages: Int,
        index: VectorIndexState? = nil
    ) {
        (self.model, self.precision, self.state) = (model, precision, state)
        (self.embedded, self.passages) = (embedded, passages)
        self.index = index
    }
}

/// The places from which the index of a generation gets its vectors.
public struct VectorIndexState: Hashable, Sendable {
    /// The vectors in the mapped file, which are searched by their sketches of one bit a component.
    public let inFile: Int
    /// The other ones, which are read from the database and compared one by one, until the file has them.
    public let inDatabase: Int

    /// A state of an index.
    public init(inFile: Int, inDatabase: Int) {
        (self.inFile, self.inDatabase) = (inFile, inDatabase)
    }
}
