/// Which names a request may call this server by. A page of another site whose name was made to point here (DNS
/// rebinding) carries that name, so it is refused before anything is looked at.
struct HostRule: Sendable {
    /// The authorities, port included, exactly as a browser writes them.
    let allowed: Set<String>

    /// The names of this machine's loopback, with the port that is bound.
    init(port: Int) {
        allowed = ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"]
    }

    /// True if the one Host of a request is allowed. None, an empty one or several are not.
    func allows(_ hosts: [String]) -> Bool {
        hosts.count == 1 && allowed.contains(hosts[0])
    }
}
