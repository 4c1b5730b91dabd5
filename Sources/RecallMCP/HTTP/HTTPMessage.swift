public import Foundation
import Synchronization

/// The headers of a request over HTTP that have to agree with its body.
public struct MCPHeaders: Sendable {
    /// `MCP-Protocol-Version`, `Mcp-Method` and `Mcp-Name`.
    let revision, method, name: String?

    /// The headers' values.
    public init(revision: String?, method: String?, name: String?) {
        (self.revision, self.method) = (revision, method)
        self.name = name.map(Self.decoded)
    }

    private static let (start, end) = ("=?base64?", "?=")

    /// The value, which is written in Base64 if it has other characters than headers may have.
    private static func decoded(_ value: String) -> String {
        guard value.hasPrefix(start), value.hasSuffix(end), value.count > start.count + end.count,
            let bytes = Data(base64Encoded: String(value.dropFirst(start.count).dropLast(end.count)))
        else { return value }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The methods whose name, or link, is in a header too, and the parameter that it is.
    private static let named = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]

    private struct Name: Decodable {
        let name, uri: String?
    }

    /// Throws if a request says something else than its headers.
    func check(_ method: String, revision: String, _ line: Data) throws(RPCError) {
        var agree = self.revision == revision && self.method == method
        if let parameter = Self.named[method], let parameters = try? Parameters<Name>.reading(line) {
            agree = agree && name == (parameter == "name" ? parameters.name : parameters.uri)
        }
        guard agree else {
            throw RPCError(
                .headerMismatch, "The headers MCP-Protocol-Version, Mcp-Method and Mcp-Name must agree with the body.")
        }
    }
}

/// The reply to a message over HTTP.
public struct MCPReply: Sendable {
    /// The status code.
    public let status: Int
    /// The JSON; `nil` if there is nothing to say.
    public let body: Data?
}

extension MCPServer {
    /// The reply to one message that stands for itself, as messages over HTTP do. Blocks while the library is read.
    ///
    /// - Parameter client: the name of the client, for the log.
    public func reply(to message: Data, headers: MCPHeaders, from client: String) -> MCPReply {
        // A handshake is not remembered: what was agreed on stands in the headers.
        let revision = headers.revision.map { ProtocolRevision(rawValue: $0) } ?? .latestHandshake
        let state = MCPSession.State(
            revision: revision.flatMap { $0.hasHandshake ? $0 : nil }, client: client, isPrepared: true)
        let sent = Mutex<Outgoing?>(nil)
        MCPSession(self, state: state, headers: headers) { outgoing in
            sent.withLock { $0 = outgoing }
        }.receive(message)
        guard let reply = sent.withLock({ $0 }) else { return MCPReply(status: 202, body: nil) }
        let refusals: [RPCError.Code?] = [.unreadable, .invalidRequest, .headerMismatch]
        let isRefusal = revision?.hasHandshake != true || refusals.contains(reply.code)
        return MCPReply(status: isRefusal ? reply.code?.status ?? 200 : 200, body: reply.message)
    }
}

extension RPCError.Code {
    /// The status of a response over HTTP in revisions without a handshake. A refusal of what is no request has it in all.
    var status: Int {
        switch self {
        case .unreadable, .invalidRequest, .invalidParameters, .unsupportedRevision, .headerMismatch: 400
        case .unknownMethod: 404
        case .tooManyRequests: 429
        case .failed, .unknownResource: 200
        }
    }
}
