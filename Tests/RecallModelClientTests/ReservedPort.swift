#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A port at which nothing listens, and which no other test can take meanwhile.
final class ReservedPort {
    private let descriptor: Int32
    let number: Int

    /// Binds a socket to a free port, and does not listen.
    init?() {
        #if canImport(Glibc)
            let bound = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let bound = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(bound, $0, length) == 0 && getsockname(bound, $0, &length) == 0
            }
        }
        (descriptor, number) = (bound, Int(UInt16(bigEndian: address.sin_port)))
        guard isBound else { return nil }
    }

    deinit { close(descriptor) }
}
