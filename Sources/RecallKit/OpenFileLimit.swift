public import RecallCore
import RecallFiles

/// The number of files and connections that this process may have open.
public enum OpenFileLimit {
    /// Raises the limit to `count` if it is lower.
    ///
    /// - Throws: `StoreError` with the remedy if the system does not allow that.
    public static func require(_ count: Int) throws(StoreError) {
        guard DescriptorLimit.raise(to: count) else { throw StoreError(.unavailable, DescriptorLimit.message) }
    }
}
