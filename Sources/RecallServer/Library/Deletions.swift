import RecallCore
import RecallKit

/// Deletions from the served library. Searches stop finding deleted items at once; they are purged from the file soon
/// after the response.
struct Deletions: Sendable {
    let library: ServedLibrary
    let jobs: ImportJobs

    /// Performs the deletion `body`, which must not purge; `nil` if there is no such thing.
    ///
    /// - Throws: `APIError` with status 409 if an import runs.
    func run(_ body: @escaping @Sendable (RecallLibrary) throws -> Deletion?) async throws -> Deletion? {
        let deletion = try await jobs.whileNoneRuns { [library] in try await library.write(body) }
        if deletion != nil { Task { await purge() } }
        return deletion
    }

    /// Purges the indexes. If an import or the end of the server prevents it, the next import or deletion purges.
    private func purge() async {
        try? await jobs.whileNoneRuns { [library] in try await library.write { try $0.purge() } }
    }
}
