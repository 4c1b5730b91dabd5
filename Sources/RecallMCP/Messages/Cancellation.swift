import RecallWire

/// The parameters of `notifications/cancelled`.
struct Cancellation: Decodable {
    let requestId: RPCID
}
