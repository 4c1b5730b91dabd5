import Foundation
import RecallWire

/// A request, and how it is to be answered.
struct Request: Sendable {
    let id: RPCID
    let method: String
    /// The whole message, for its parameters.
    let line: Data
    let progressToken: RPCID?
    /// True in revisions in which every request says by itself which revision it is of.
    let hasNoHandshake: Bool
    /// The client's name, as it calls itself.
    let client: String

    /// The parameters.
    func parameters<Value: Decodable>(_ type: Value.Type = Value.self) throws(RPCError) -> Value {
        try Parameters<Value>.reading(line)
    }
}

/// The parameters of a list that comes in pages.
struct PageParameters: Decodable {
    let params: Parameters?

    struct Parameters: Decodable {
        let cursor: String?
    }
}
