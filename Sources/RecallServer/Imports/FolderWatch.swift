/// Imports the watched folders periodically; unchanged files are not read again.
struct FolderWatch: Sendable {
    private static let interval = Duration.seconds(600)

    let settings: ServerSettings
    let jobs: ImportJobs

    /// Imports immediately, then every ten minutes, until the task is cancelled.
    func run() async throws {
        while true {
            await look()
            try await Task.sleep(for: Self.interval)
        }
    }

    private func look() async {
        let folders = await settings.values.watchedFolders
        guard !folders.isEmpty, await !jobs.isRunning else { return }
        _ = await jobs.start(.files(folders), isWatch: true)
    }
}
