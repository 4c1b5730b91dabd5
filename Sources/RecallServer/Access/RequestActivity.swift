import Hummingbird
import Synchronization

/// The time at which somebody last asked for something.
final class RequestActivity: Sendable {
    private let last = Mutex(ContinuousClock.now)

    /// The time without a request after which nobody is taken to be there.
    private static let quiet = Duration.seconds(60)

    /// True if nobody has asked for a while.
    var isQuiet: Bool { last.withLock { ContinuousClock.now - $0 } >= Self.quiet }

    fileprivate func note() { last.withLock { $0 = .now } }
}

/// Notes requests. An open page asks for the state of imports by itself, which is nobody's question.
struct RequestActivityNote: RouterMiddleware {
    typealias Context = ServerContext

    let activity: RequestActivity

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let isLook = request.method == .get && request.uri.path.hasPrefix("/api/v1/imports")
        if !isLook { activity.note() }
        return try await next(request, context)
    }
}
