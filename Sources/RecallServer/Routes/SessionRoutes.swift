import Hummingbird

/// `/session`: access to this server.
struct SessionRoutes {
    let sessions: Sessions

    func add(to group: RouterGroup<ServerContext>) {
        group.post("session/rotate") { [sessions] _, _ in
            try sessions.rotate()
            return Response(status: .noContent)
        }
    }
}
