import NIOCore

/// The address of a model server: numbers, never a name that somebody else resolves.
public struct ModelAddress: Hashable, Sendable {
    /// The IP addresses to try, in this order: several only for `localhost`.
    public let hosts: [String]
    /// The port.
    public let port: Int

    private static let scheme = "http:" + "//"

    /// The address on this machine at a port: IPv4, then IPv6.
    public static func loopback(port: Int) -> ModelAddress {
        ModelAddress(hosts: ["127.0.0.1", "::1"], port: port)
    }

    /// The address that a person wrote: `HOST:PORT`, with `http://` before it and `/` or `/v1` behind it or not. HOST is an
    /// IP address, IPv6 in brackets, or `localhost`.
    ///
    /// - Throws: `ChatModelError` if it is anything else: a name, TLS, credentials, another path.
    public init(_ text: String) throws(ChatModelError) {
        var rest = text[...]
        if rest.hasPrefix(Self.scheme) { rest = rest.dropFirst(Self.scheme.count) }
        for ending in ["/", "/v1"] where rest.hasSuffix(ending) { rest = rest.dropLast(ending.count) }
        let colon = rest.lastIndex(of: ":")
        guard let colon, let port = Self.port(rest[rest.index(after: colon)...]),
            let hosts = Self.hosts(String(rest[..<colon]))
        else {
            throw ChatModelError(
                .unusableAddress,
                "The address of a model server is an IP address and a port, as 127.0.0.1:11434. Names are not looked up, "
                    + "and there is no TLS: reach a server elsewhere through a tunnel that ends on this machine.")
        }
        (self.hosts, self.port) = (hosts, port)
    }

    private init(hosts: [String], port: Int) {
        (self.hosts, self.port) = (hosts, port)
    }

    /// The addresses one by one, in the order in which they are tried.
    var each: [ModelAddress] { hosts.map { ModelAddress(hosts: [$0], port: port) } }

    /// True if the other address is this one, or the one of several at which a server answered.
    func includes(_ other: ModelAddress) -> Bool {
        port == other.port && Set(other.hosts).isSubset(of: hosts)
    }

    /// True if only this machine can answer there.
    public var isLoopback: Bool { hosts.allSatisfy { $0 == "127.0.0.1" || $0 == "::1" } }

    /// The address as a person writes it.
    public var text: String {
        guard hosts.count == 1, let host = hosts.first else { return "localhost:\(port)" }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The machine, in a sentence and for `ChatModel.machine`; `nil` if it is this one.
    public var machine: String? { isLoopback ? nil : hosts.first }

    /// Digits alone: `Int("+80")` would be a number too.
    private static func port(_ text: Substring) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(text), (1...65_535).contains(port)
        else { return nil }
        return port
    }

    private static func hosts(_ text: String) -> [String]? {
        if text == "localhost" { return loopback(port: 1).hosts }
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let host = isBracketed ? String(text.dropFirst().dropLast()) : text
        // No zone (`fe80::1%eth0`), no zero byte, at which the system would stop to read; and IPv6 without brackets is
        // ambiguous.
        guard host.utf8.allSatisfy({ "0123456789abcdefABCDEF.:".utf8.contains($0) }), host.contains(":") == isBracketed,
            (try? SocketAddress(ipAddress: host, port: 1)) != nil
        else { return nil }
        return [host]
    }
}
