import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A connection to a port of this machine, byte by byte, so that a test can send what no client library would.
final class RawConnection {
    let descriptor: Int32

    init(port: Int, address name: String = "127.0.0.1") throws {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, type, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(name)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// A connection that is open already, and ends with this.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Sends `bytes`; false if the other side has closed.
    @discardableResult
    func send(_ bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                #if canImport(Glibc)
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                #else
                    Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
                #endif
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next bytes; empty at the end, or when the other side has reset the connection.
    func receive() -> Data {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Data(buffer[..<count]) : Data()
    }

    /// All bytes until the other side closes.
    func receiveAll() -> Data {
        var all = Data()
        while case let next = receive(), !next.isEmpty { all += next }
        return all
    }
}

/// An answer.
struct Answer {
    var status: Int
    /// Names in lower case.
    var headers: [(name: String, value: String)]
    var body: Data

    /// Reads an answer that ends with its connection; status 0 if there is none.
    init(_ bytes: Data) {
        let end = bytes.range(of: Data("\r\n\r\n".utf8))
        let head = String(decoding: bytes[..<(end?.lowerBound ?? bytes.endIndex)], as: UTF8.self)
        let lines = head.components(separatedBy: "\r\n")
        status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        body = end.map { bytes[$0.upperBound...] } ?? Data()
        if self["transfer-encoding"] == "chunked" { body = Self.unchunked(body) }
    }

    /// The value of a header that is there once.
    subscript(_ name: String) -> String? {
        let found = headers.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object; empty if it is none.
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }

    /// The code of the error in the body.
    var errorCode: String? { (json["error"] as? [String: Any])?["code"] as? String }

    private static func unchunked(_ data: Data) -> Data {
        var (rest, whole) = (data[...], Data())
        while let line = rest.range(of: Data("\r\n".utf8)),
            let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16), size > 0
        {
            whole += rest[line.upperBound...].prefix(size)
            rest = rest[line.upperBound...].dropFirst(size + 2)
        }
        return whole
    }
}
