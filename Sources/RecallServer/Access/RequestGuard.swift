import HTTPTypes
import Hummingbird

/// Checks that every request must pass before any other handling, whatever its path.
struct RequestGuard: RouterMiddleware {
    typealias Context = ServerContext

    private static let cookie = "recall_session"

    let sessions: Sessions

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let origin = try checkHost(request, port: context.port)
        let isPage = request.method == .get && AppAddress.isPage(request.uri.path)
        // A link from elsewhere may lead to the page, which shows nothing without a session; to nothing else.
        if !isPage || request.headers[.origin] != nil { try checkSite(request, origin: origin) }
        try checkBody(request)
        if isPage, request.uri.path == "/", let code = request.uri.queryParameters["code"] {
            return signIn(code: String(code), request)
        }
        guard isSignedIn(request) else { return try refuse(request) }
        return try await next(request, context)
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

    /// Rejects requests from other sites' pages (CSRF). Programs send neither Origin nor Sec-Fetch-Site; browsers
    /// send at least one with every request that changes something, so a cookie alone does not authorise those.
    private func checkSite(_ request: Request, origin: String) throws {
        let origins = request.headers[values: .origin]
        let sites = request.headers[values: .secFetchSite]
        let isForeign = origins.contains { $0 != origin } || sites.contains { $0 != "same-origin" && $0 != "none" }
        let isUnmarked = origins.isEmpty && sites.isEmpty && request.method != .get && bearer(request) == nil
        guard !isForeign, !isUnmarked, origins.count <= 1, sites.count <= 1 else {
            throw APIError(.forbidden, "cross-origin", "Only pages of this server itself may ask for this.")
        }
    }

    private func checkBody(_ request: Request) throws {
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard length <= ServerLimits.bodyBytes else { throw APIError.bodyTooLarge }
    }

    private func isSignedIn(_ request: Request) -> Bool {
        let token = bearer(request) ?? request.cookies[Self.cookie]?.value
        return token.map(sessions.accepts) ?? false
    }

    private func bearer(_ request: Request) -> String? {
        guard let field = request.headers[.authorization], field.lowercased().hasPrefix("bearer ") else { return nil }
        return String(field.dropFirst("bearer ".count))
    }

    /// Redeems a one-time link: sets the cookie and redirects to the page without the code in its URL.
    private func signIn(code: String, _ request: Request) -> Response {
        var headers: HTTPFields = [.location: "/"]
        if let token = sessions.redeem(code) {
            headers[.setCookie] = "\(Self.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
        } else if !isSignedIn(request) {
            return SignInPage.response(to: request)
        }
        return Response(status: .seeOther, headers: headers)
    }

    private func refuse(_ request: Request) throws -> Response {
        guard !request.uri.path.hasPrefix("/api/") else {
            throw APIError(
                .unauthorized, "not-signed-in",
                "Open the link that recall serve printed, or send the library's token: Authorization: Bearer TOKEN.")
        }
        return SignInPage.response(to: request)
    }
}
