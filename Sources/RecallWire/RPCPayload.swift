/// The id of a JSON-RPC request: a whole number or a text.
public enum RPCID: Hashable, Sendable, Codable {
    case number(Int64)
    case text(String)

    /// The longest text, in bytes.
    private static let longest = 1_024

    /// Decodes an id; throws for anything else, and for texts that are too long.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            self = .number(number)
            return
        }
        let text = try container.decode(String.self)
        guard text.utf8.count <= Self.longest else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an id that is too long")
        }
        self = .text(text)
    }

    /// Encodes the id as it came.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}

/// The reply to a JSON-RPC request.
public struct RPCResultPayload<Result: Encodable>: Encodable {
    private let jsonrpc = "2.0"
    private let id: RPCID
    private let result: Result

    /// The reply to the request `id`.
    public init(_ id: RPCID, _ result: Result) {
        (self.id, self.result) = (id, result)
    }
}

/// The refusal of a JSON-RPC request.
public struct RPCErrorPayload: Encodable, Sendable {
    struct Details: Encodable {
        let code: Int
        let message: String
        let data: Versions?
    }

    struct Versions: Encodable {
        let supported: [String]
        let requested: String
    }

    private let id: RPCID?
    private let error: Details

    /// The refusal of the request `id`; `nil` if its id could not be read.
    public init(_ id: RPCID?, code: Int, message: String) {
        self.id = id
        error = Details(code: code, message: message, data: nil)
    }

    /// The refusal of a request of a revision that is not spoken.
    public init(_ id: RPCID, code: Int, message: String, supported: [String], requested: String) {
        self.id = id
        error = Details(code: code, message: message, data: Versions(supported: supported, requested: requested))
    }

    private enum Key: String, CodingKey {
        case jsonrpc, id, error
    }

    /// Encodes the id as null where there is none.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("2.0", forKey: .jsonrpc)
        try container.encode(id, forKey: .id)
        try container.encode(error, forKey: .error)
    }
}

/// The progress of a request.
public struct RPCProgressPayload: Encodable, Sendable {
    struct Parameters: Encodable {
        let progressToken: RPCID
        let progress, total: Int
        let message: String
    }

    private let jsonrpc = "2.0"
    private let method = "notifications/progress"
    private let params: Parameters

    /// News of the request with that token.
    public init(_ token: RPCID, progress: Int, total: Int, message: String) {
        params = Parameters(progressToken: token, progress: progress, total: total, message: message)
    }
}
