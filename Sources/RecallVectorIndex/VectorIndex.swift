public import Foundation

/// Vectors by key, with search for the nearest neighbours of a query.
///
/// Requirements: `nearest` returns distinct keys that were inserted and not removed, each with the same similarity as
/// `similarities`; a key that is inserted again has its latest vector. An approximate index may miss some of the
/// nearest neighbours, an exact one never does.
public protocol VectorIndex: Sendable {
    /// The number of components of each vector.
    var dimension: Int { get }
    /// The number of vectors.
    var count: Int { get }

    /// The vectors with the greatest dot products with `query`, best first; ties are ordered by key. None for a
    /// query of another dimension.
    ///
    /// - Parameters:
    ///   - query: `dimension` components.
    ///   - limit: the most neighbors to return.
    ///   - keys: those that may be returned; `nil` for all.
    func nearest(to query: [Float], limit: Int, among keys: KeySet?) -> [Neighbor]

    /// The vector of `key`; `nil` if there is none.
    func vector(of key: UInt32) -> [Float]?

    /// The dot products of `query` with the vectors of `keys`, in their order; `nil` where there is none, and for
    /// a query of another dimension.
    ///
    /// - Complexity: O(`keys.count` × dimension).
    func similarities(to query: [Float], of keys: [UInt32]) -> [Float?]

    /// Adds vectors, or replaces those of known keys. Ignores a block with too few bytes.
    ///
    /// - Parameter rows: `keys.count` rows of signed bytes, as `Int8Rows` describes them. The bytes are retained, not
    ///   copied.
    mutating func insert(keys: [UInt32], rows: Data)

    /// Removes the vectors of some keys.
    mutating func remove(keys: some Sequence<UInt32>)
}

/// A vector near to a query.
public struct Neighbor: Hashable, Sendable {
    /// The vector's key.
    public var key: UInt32
    /// Its dot product with the query: the cosine, of vectors of length 1.
    public var similarity: Float

    /// A neighbor.
    public init(key: UInt32, similarity: Float) {
        self.key = key
        self.similarity = similarity
    }
}

extension VectorIndex {
    /// True if the index holds no vectors.
    public var isEmpty: Bool { count == 0 }

    /// The vectors with the greatest dot products with `query`, best first; ties are ordered by key.
    public func nearest(to query: [Float], limit: Int) -> [Neighbor] {
        nearest(to: query, limit: limit, among: nil)
    }
}
