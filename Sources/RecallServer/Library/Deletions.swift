import RecallCore
import RecallKit

/// Deletions from the served library. Searches stop finding deleted items at once; then they are purged from the files,
/// again and again if another process reads the log.
actor Deletions {
    private let library: ServedLibrary
    let jobs: ImportJobs
    /// The task that empties the log once nobody reads it any more.
    private var completion: Task<Void, Never>?

    /// The time before the first attempt to empty the log, and at most between two: an attempt keeps other writers waiting.
    private static let (pause, longestPause) = (Duration.seconds(5), Duration.seconds(60))

    init(library: ServedLibrary, jobs: ImportJobs) {
        (self.library, self.jobs) = (library, jobs)
    }

    /// Performs the deletion `body`, which must not purge, and purges; `nil` if there is no such thing.
    ///
    /// - Throws: `APIError` with status 409 if an import runs.
    func run(_ body: @escaping @Sendable (RecallLibrary) throws -> Deletion?) async throws -> Deletion? {
        let deletion = try await jobs.whileNoneRuns { [library] in try await library.write(body) }
        guard var deletion else { return nil }
        // A client that goes away takes back no deletion.
        deletion.text = await Task { await purge() }.value
        completeLater(deletion.text)
        return deletion
    }

    /// Sees to it that a text that remains goes later.
    func completeLater(_ text: DeletedText) {
        guard text == .remains, completion == nil else { return }
        completion = Task {
            var pause = Self.pause
            while !Task.isCancelled, (try? await Task.sleep(for: pause)) != nil {
                if await purge() == .gone { break }
                pause = min(pause * 2, Self.longestPause)
            }
            completion = nil
        }
    }

    /// Purges the indexes and empties the log. If an import or the end of the server prevents it, the next attempt, import or
    /// deletion does it.
    private func purge() async -> DeletedText {
        let text = try? await jobs.whileNoneRuns { [library] in try await library.write { try $0.purge() } }
        return text ?? .remains
    }
}
