import RecallWire

/// The reason why a request is refused.
struct RPCError: Error {
    /// The codes of JSON-RPC 2.0 and of the protocol.
    enum Code: Int {
        case unreadable = -32_700
        case invalidRequest = -32_600
        case unknownMethod = -32_601
        case invalidParameters = -32_602
        case failed = -32_603
        case tooManyRequests = -32_000
        case unknownResource = -32_002
        case headerMismatch = -32_020
        case unsupportedRevision = -32_022
    }

    let code: Code
    let message: String
    /// The revision that was asked for, if that is the reason.
    var requested: String?

    init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    static func unsupported(_ revision: String) -> RPCError {
        var error = RPCError(.unsupportedRevision, "Unsupported protocol version")
        error.requested = String(revision.prefix(40))
        return error
    }

    /// The refusal as it is sent.
    func payload(for id: RPCID?) -> RPCErrorPayload {
        guard let id, let requested else { return RPCErrorPayload(id, code: code.rawValue, message: message) }
        return RPCErrorPayload(
            id, code: code.rawValue, message: message, supported: ProtocolRevision.names, requested: requested)
    }
}
