import RecallCore
import RecallStore

extension RecallLibrary {
    /// Makes the library as small and as quick to search as it can be. Vectors that were kept of an earlier model go.
    ///
    /// - Returns: the sizes of the database before and after, in bytes.
    /// - Throws: `StoreError`, with the code `diskFull` if there is no room for a second copy.
    public func compact() throws -> (before: Int, after: Int) {
        try removeKeptVectors()
        return try store.compact()
    }
}
