import Hummingbird

/// What is known of a request besides itself.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The port at which it arrived.
    let port: Int?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        port = source.channel.localAddress?.port
    }
}
