import RecallKit

/// The parts of the server that routes use.
struct ServerResources: Sendable {
    let version: String
    let library: ServedLibrary
    let sessions: Sessions
    let clients: AssistantClients
    let watched: WatchedFolders
    let searches: KeptSearches
    let jobs: ImportJobs
    let activity = RequestActivity()
    let uploads: Uploads
    /// The language model in use, looked for with each question.
    let chatModel: @Sendable () async -> ServedChatModel?
}
