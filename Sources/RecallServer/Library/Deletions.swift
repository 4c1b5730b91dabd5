import RecallCore
import RecallKit

/// Deletions from the library that is served: what is deleted is not found any more at once, and its last traces go from the
/// file soon after the answer.
struct Deletions: Sendable {
    let library: ServedLibrary
    let jobs: ImportJobs

    /// Deletes what `body` deletes, which is told not to purge; `nil` if there is no such thing.
    ///
    /// - Throws: `APIError` with status 409 if an import runs.
    func run(_ body: @escaping @Sendable (RecallLibrary) throws -> Deletion?) async throws -> Deletion? {
        let deletion = try await jobs.whileNoneRuns { [library] in try await library.write(body) }
        if deletion != nil { Task { await purge() } }
        return deletion
    }

    /// Purges. Whatever an import or the end of the server keeps from being purged now is purged by the next import or deletion.
    private func purge() async {
        try? await jobs.whileNoneRuns { [library] in try await library.write { try $0.purge() } }
    }
}
