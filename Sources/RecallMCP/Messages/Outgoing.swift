import Foundation
import RecallWire

/// A message to the client.
struct Outgoing: Sendable {
    let message: Data
    /// The reason of a refusal.
    var code: RPCError.Code?

    /// The answer to a request.
    ///
    /// - Parameter isCacheable: true if the same request has the same answer for a while.
    static func success(
        _ request: Request, _ content: some Encodable, by program: MCPProgramPayload, isCacheable: Bool = false
    ) -> Outgoing {
        let result = MCPResultPayload(
            content, of: request.hasNoHandshake ? program : nil, isCacheable: isCacheable)
        return Outgoing(message: encoded(RPCResultPayload(request.id, result), for: request.id))
    }

    /// The refusal of the request `id`, or of a message that is none.
    static func refusal(_ id: RPCID?, _ error: RPCError) -> Outgoing {
        Outgoing(message: encoded(error.payload(for: id), for: id), code: error.code)
    }

    /// The progress of a request, of 1, under the token that it has for this.
    static func progress(_ token: RPCID, _ progress: Int, _ message: String) -> Outgoing {
        Outgoing(message: encoded(RPCProgressPayload(token, progress: progress, total: 1, message: message), for: nil))
    }

    private static func encoded(_ payload: some Encodable, for id: RPCID?) -> Data {
        do {
            return Data(try PayloadEncoding.sortedLine(payload).utf8)
        } catch {
            let refusal = RPCError(.failed, "The answer could not be written.").payload(for: id)
            return Data((try? PayloadEncoding.sortedLine(refusal).utf8).map(Array.init) ?? [])
        }
    }
}
