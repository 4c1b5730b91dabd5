import Hummingbird
import RecallKit

/// The context of a request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The port that received the request.
    let port: Int?
    /// The assistant that sent the request, if its token is that of one; set by the guard.
    var client: AssistantClient?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        port = source.channel.localAddress?.port
    }
}
