import RecallCore
import RecallKit

/// The memories of the served library.
struct ServedMemories: Sendable {
    let library: ServedLibrary
    /// Writes wait for other writers of the library, so they have a thread of their own.
    private let writing = WorkQueue(width: 1)

    init(library: ServedLibrary) {
        self.library = library
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (RecallLibrary) throws -> Value) async throws -> Value {
        try await library.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (RecallLibrary) throws -> Value) async throws -> Value {
        let library = try await library.opened
        // A client that goes away takes back no change that is asked for.
        return try await Task { [writing] in try await writing.run { try body(library) } }.value
    }
}
