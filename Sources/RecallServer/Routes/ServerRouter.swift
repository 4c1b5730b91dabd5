import HTTPTypes
import Hummingbird
import RecallKit

/// All routes, behind one guard.
enum ServerRouter {
    static func make(_ resources: ServerResources) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: ErrorResponses())
        router.add(middleware: RequestGuard(sessions: resources.sessions, clients: resources.clients))
        router.add(middleware: RequestActivityNote(activity: resources.activity))
        let api = router.group("/api/v1")
        SearchRoutes(library: resources.library).add(to: api)
        let deletions = Deletions(library: resources.library, jobs: resources.jobs)
        ItemRoutes(library: resources.library, deletions: deletions).add(to: api)
        let turns = Turns(ServerLimits.originals)
        OriginalRoutes(library: resources.library, turns: turns).add(to: api)
        NoteRoutes(library: resources.library, turns: turns).add(to: api)
        SourceRoutes(library: resources.library, deletions: deletions).add(to: api)
        PeopleRoutes(library: resources.library, jobs: resources.jobs).add(to: api)
        SampleRoutes(library: resources.library, jobs: resources.jobs, deletions: deletions).add(to: api)
        ImportRoutes(jobs: resources.jobs, library: resources.library).add(to: api)
        UploadRoutes(uploads: resources.uploads, jobs: resources.jobs).add(to: api)
        FolderRoutes().add(to: api)
        StatusRoutes(resources: resources).add(to: api)
        SettingsRoutes(resources: resources).add(to: api)
        KeptSearchRoutes(searches: resources.searches).add(to: api)
        let conversations = ServedConversations(resources.library, deletions)
        ConversationRoutes(library: resources.library, conversations: conversations).add(to: api)
        QuestionRoutes(
            library: resources.library, conversations: conversations, chatModel: resources.chatModel,
            turns: Turns(ServerLimits.answers)
        ).add(to: api)
        MemoryRoutes(memories: ServedMemories(library: resources.library), deletions: deletions).add(to: api)
        AssistantRoutes(clients: resources.clients, log: ToolCallLog(of: resources.library.location)).add(to: api)
        ChatModelRoutes(chatModel: resources.chatModel, location: resources.library.location).add(to: api)
        SessionRoutes(sessions: resources.sessions).add(to: api)
        MCPRoutes(library: resources.library, clients: resources.clients, version: resources.version).add(to: router)
        WebFileRoutes().add(to: router)
        refuseOtherMethods(router)
        return router
    }

    /// Responds with 405 to unsupported methods of existing paths, and lists the supported ones.
    private static func refuseOtherMethods(_ router: Router<ServerContext>) {
        let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .query]
        for (path, routes) in Dictionary(grouping: router.routes, by: \.path.description) {
            let allowed = routes.map(\.method)
            let error = APIError(
                .methodNotAllowed, "method-not-allowed", "This address does not know that method.",
                headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
            for method in methods where !allowed.contains(method) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in throw error }
            }
        }
    }
}

extension HTTPRequest.Method {
    /// The method of the HTTP working group's draft "The HTTP QUERY Method".
    fileprivate static let query = HTTPRequest.Method("QUERY")!
}
