/// The host names that a request may use for this server. In a DNS rebinding attack, a page of another site resolves
/// its name to this machine, and its requests carry that name. They are refused before anything else is read.
struct HostRule: Sendable {
    /// The authorities with port, exactly as browsers write them.
    let allowed: Set<String>

    /// The names of the loopback interface with the bound port.
    init(port: Int) {
        allowed = ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"]
    }

    /// True if the request has exactly one Host, and it is allowed.
    func allows(_ hosts: [String]) -> Bool {
        hosts.count == 1 && allowed.contains(hosts[0])
    }
}
