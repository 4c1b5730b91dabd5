import Hummingbird
import RecallCore
import RecallModelClient
import RecallWire

/// `/models/chat`: the language model in use.
struct ChatModelRoutes {
    let chatModel: @Sendable () async -> ServedChatModel?
    let location: LibraryLocation

    func add(to group: RouterGroup<ServerContext>) {
        group.get("models/chat") { request, _ in
            _ = try QueryParameters(request)
            let model = await chatModel().map {
                ChatModelStatusPayload.Model(name: $0.model.name, server: $0.server, machine: $0.model.machine)
            }
            return try Response.json(
                ChatModelStatusPayload(model, command: location.command("model chat use")))
        }
    }
}
