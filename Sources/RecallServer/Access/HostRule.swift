/// The host names that a request may use for this server. In a DNS rebinding attack, a page of another site resolves
/// its name to this machine, and its requests carry that name. They are refused before anything else is read.
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
