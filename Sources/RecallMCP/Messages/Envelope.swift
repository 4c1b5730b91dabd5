import Foundation
import RecallWire

/// A message of JSON-RPC 2.0, without its parameters.
struct Envelope: Decodable {
    /// The kind of a message.
    enum Kind: Equatable {
        case request(RPCID, method: String)
        case notification(method: String)
        /// An answer. Nothing is ever asked of a client.
        case answer
    }

    let kind: Kind

    private enum Key: String, CodingKey {
        case jsonrpc, id, method, result, error
    }

    /// Decodes a message; throws `RPCError` for what is none.
    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Key.self) else {
            throw RPCError(.invalidRequest, "A message is one JSON object. Batches are not taken.")
        }
        guard (try? container.decode(String.self, forKey: .jsonrpc)) == "2.0" else {
            throw RPCError(.invalidRequest, "jsonrpc must be \"2.0\".")
        }
        guard let method = try? container.decode(String.self, forKey: .method) else {
            guard container.contains(.result) || container.contains(.error) else {
                throw RPCError(.invalidRequest, "A message needs a method.")
            }
            kind = .answer
            return
        }
        guard container.contains(.id) else {
            kind = .notification(method: method)
            return
        }
        guard let id = try? container.decode(RPCID.self, forKey: .id) else {
            throw RPCError(.invalidRequest, "id must be a whole number or a short text.")
        }
        kind = .request(id, method: method)
    }

    /// The message that `line` is.
    static func reading(_ line: Data) throws(RPCError) -> Envelope {
        do {
            return try JSONDecoder().decode(Envelope.self, from: line)
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.unreadable, "The line is not JSON.")
        }
    }
}

/// The parameters of a message.
struct Parameters<Value: Decodable>: Decodable {
    let params: Value

    /// The parameters of the message that `line` is.
    static func reading(_ line: Data) throws(RPCError) -> Value {
        do {
            return try JSONDecoder().decode(Self.self, from: line).params
        } catch {
            throw RPCError(.invalidParameters, "The parameters do not fit the method.")
        }
    }
}

/// The part of a request's parameters that says how it is to be answered.
struct RequestMeta: Decodable {
    /// The revision of a request without a handshake.
    let revision: String?
    /// The client's name, as it calls itself.
    let client: String?
    /// The token under which progress is told.
    let progressToken: RPCID?

    private enum Key: String, CodingKey {
        case params
        case meta = "_meta"
        case progressToken
        case revision = "io.modelcontextprotocol/protocolVersion"
        case client = "io.modelcontextprotocol/clientInfo"
        case capabilities = "io.modelcontextprotocol/clientCapabilities"
        case name
    }

    private struct Capabilities: Decodable {}

    init(from decoder: any Decoder) throws {
        let message = try decoder.container(keyedBy: Key.self)
        guard message.contains(.params) else {
            (revision, client, progressToken) = (nil, nil, nil)
            return
        }
        let params = try message.nestedContainer(keyedBy: Key.self, forKey: .params)
        guard params.contains(.meta) else {
            (revision, client, progressToken) = (nil, nil, nil)
            return
        }
        let meta = try params.nestedContainer(keyedBy: Key.self, forKey: .meta)
        progressToken = try meta.decodeIfPresent(RPCID.self, forKey: .progressToken)
        revision = try meta.decodeIfPresent(String.self, forKey: .revision)
        guard revision != nil else {
            client = nil
            return
        }
        _ = try meta.decode(Capabilities.self, forKey: .capabilities)
        let program = try? meta.nestedContainer(keyedBy: Key.self, forKey: .client)
        client = try? program?.decode(String.self, forKey: .name)
    }

    /// The meta-data of the request that `line` is.
    static func reading(_ line: Data) throws(RPCError) -> RequestMeta {
        do {
            return try JSONDecoder().decode(RequestMeta.self, from: line)
        } catch {
            throw RPCError(.invalidParameters, "params must be an object, with a whole _meta if it has one.")
        }
    }
}
