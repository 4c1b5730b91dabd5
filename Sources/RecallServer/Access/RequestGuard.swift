import HTTPTypes
import Hummingbird
import RecallKit

/// Checks that every request must pass before any other handling, whatever its path.
struct RequestGuard: RouterMiddleware {
    typealias Context = ServerContext

    let sessions: Sessions
    let clients: AssistantClients

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let origin = try checkHost(request, port: context.port)
        guard request.head.path?.hasPrefix("/") == true else {
            throw APIError.badRequest("The target of a request is a path that begins with a slash.")
        }
        guard !request.uri.path.contains("//") else { throw APIError.badRequest("A path has no empty parts.") }
        if request.uri.path == MCPRoutes.path { return try await next(request, assistant(request, origin, context)) }
        let isPage = request.method == .get && AppAddress.isPage(request.uri.path)
        // A link from elsewhere may lead to the page, which shows nothing without a session; to nothing else.
        if !isPage || request.headers[.origin] != nil { try checkSite(request, origin: origin) }
        try checkBody(request)
        if isPage, request.uri.path == "/", let code = request.uri.queryParameters["code"] {
            return signIn(code: String(code), request, context)
        }
        guard isSignedIn(request, context) else { return try refuse(request) }
        return try await next(request, context)
    }

    /// The context of a request of an assistant, which has a token of its own: it opens nothing else, and nothing else opens
    /// this.
    private func assistant(
        _ request: Request, _ origin: String, _ context: ServerContext
    ) throws -> ServerContext {
        try checkSite(request, origin: origin)
        try checkBody(request)
        guard let client = bearer(request).flatMap(clients.client(token:)) else { throw MCPRoutes.unknownClient }
        var context = context
        context.client = client
        return context
    }

    /// Returns the only origin whose pages may send requests, as browsers write it.
    private func checkHost(_ request: Request, port: Int?) throws -> String {
        let hosts = [request.head.authority].compactMap(\.self) + request.headers[values: .laterHost]
        guard let port, HostRule(port: port).allows(hosts) else {
            throw APIError(
                .misdirectedRequest, "wrong-host",
                "This server answers only as 127.0.0.1, localhost or [::1], with its port.")
        }
        return "http://\(hosts[0])"
    }

    /// Rejects requests from other sites' pages (CSRF). Programs send neither Origin nor Sec-Fetch-Site; browsers send at
    /// least one with every request that changes something.
    private func checkSite(_ request: Request, origin: String) throws {
        let origins = request.headers[values: .origin]
        let sites = request.headers[values: .secFetchSite]
        let isForeign = origins.contains { $0 != origin } || sites.contains { $0 != "same-origin" && $0 != "none" }
        guard !isForeign, origins.count <= 1, sites.count <= 1 else {
            throw APIError(.forbidden, "cross-origin", "Only pages of this server itself may ask for this.")
        }
    }

    private func checkBody(_ request: Request) throws {
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard length <= ServerLimits.bodyBytes else { throw APIError.bodyTooLarge }
    }

    /// True if the request carries the library's token, or a session: the cookie for the app's own files, and for what
    /// the library holds one of the secrets that browsers never send by themselves.
    private func isSignedIn(_ request: Request, _ context: ServerContext) -> Bool {
        if let token = bearer(request) { return sessions.accepts(token) }
        let cookie = request.cookies[Self.cookie(context)]?.value
        guard let session = cookie.flatMap(sessions.session(cookie:)) else { return false }
        // The router is more lenient about paths than this list, so what is not exactly on it needs a secret.
        if WebFiles.isServed(request.uri.path) { return true }
        if let page = request.headers[.recallSession] { return session.page.matches(page) }
        guard request.method == .get, let key = request.uri.queryParameters[Substring(Self.key)] else { return false }
        return session.address.matches(String(key))
    }

    /// The parameter with which an address that no header can be sent to carries a session's secret.
    static let key = "key"

    /// Cookies are shared by all ports of a host, so each port has a name of its own.
    private static func cookie(_ context: ServerContext) -> String { "recall_session_\(context.port ?? 0)" }

    private func bearer(_ request: Request) -> String? {
        guard let field = request.headers[.authorization], field.lowercased().hasPrefix("bearer ") else { return nil }
        return String(field.dropFirst("bearer ".count))
    }

    /// Redeems a one-time link, and leads to the app without the code in its URL.
    private func signIn(code: String, _ request: Request, _ context: ServerContext) -> Response {
        if let session = sessions.redeem(code, port: context.port ?? 0) {
            return SignInPage.handOver(session, cookie: Self.cookie(context))
        }
        guard isSignedIn(request, context) else { return SignInPage.response(to: request) }
        return Response(status: .seeOther, headers: [.location: "/"])
    }

    private func refuse(_ request: Request) throws -> Response {
        guard !request.uri.path.hasPrefix("/api/") else {
            throw APIError(
                .unauthorized, "not-signed-in",
                "Open a link of recall serve --link, or send the library's token: Authorization: Bearer TOKEN.")
        }
        return SignInPage.response(to: request)
    }
}

extension HTTPField.Name {
    /// The secret of a session that its page keeps.
    fileprivate static let recallSession = HTTPField.Name("Recall-Session")!
}
