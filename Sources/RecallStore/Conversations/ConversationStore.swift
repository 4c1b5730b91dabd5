import GRDB
public import RecallCore

/// Keeps conversations with the assistant in the library, also while an import holds the lock of its writer.
///
/// Each write is a short transaction on a connection of its own, and touches the tables of conversations alone. It does not
/// advance `LibraryRevision`, so no cache is invalidated.
public struct ConversationStore: Sendable {
    private let location: LibraryLocation

    /// The conversations of the library at `location`.
    public init(at location: LibraryLocation) {
        self.location = location
    }

    /// Writes in one transaction, which is rolled back if `body` throws. Waits while another connection is in a transaction.
    ///
    /// - Throws: `StoreError`, with the code `outdated` if the library is not migrated, `unavailable` if it is read-only.
    public func write<Value>(_ body: (ConversationTransaction) throws -> Value) throws -> Value {
        try connection.write { try body(ConversationTransaction(db: $0)) }
    }

    /// Writes, and removes what it deleted from the log too, so that the text is in no file, unless another process reads the log.
    public func delete<Value>(
        _ body: (ConversationTransaction) throws -> Value
    ) throws -> (value: Value, text: DeletedText) {
        try connection.delete { try body(ConversationTransaction(db: $0)) }
    }

    private var connection: ShortTransactions { ShortTransactions(location: location) }
}

/// One transaction on the tables of conversations.
public struct ConversationTransaction {
    let db: Database
}
