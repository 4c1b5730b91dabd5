import HTTPTypes
import Hummingbird

/// The checks that every request passes before anything else sees it, whatever its path: routes, static files, and what is not there.
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

    /// Returns the one origin from which pages may ask, as a browser writes it.
    private func checkHost(_ request: Request, port: Int?) throws -> String {
        let hosts = [request.head.authority].compactMap(\.self) + request.headers[values: .laterHost]
        guard let port, HostRule(port: port).allows(hosts) else {
            throw APIError(
                .misdirectedRequest, "wrong-host",
                "This server answers only as 127.0.0.1, localhost or [::1], with its port.")
        }
        return "http://\(hosts[0])"
    }

    /// Refuses what a page of another site asks for. Programs send neither field; browsers send at least one with all that
    /// changes something, so a cookie alone is not enough for that.
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

    /// Opens a one-time link: the cookie, and the page without the code in its address.
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
