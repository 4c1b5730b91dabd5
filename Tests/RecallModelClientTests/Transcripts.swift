import RecallModelClient

/// Replies of model servers as they go over the wire.
enum Transcript {
    /// A head of a stream that ends with the connection.
    static let streamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

    /// A stream of events with these data.
    static func events(_ data: String..., ending: String = "data: [DONE]\n\n") -> String {
        streamHead + data.map { "data: \($0)\n\n" }.joined() + ending
    }

    /// A stream of chunks with these deltas, and a reason to end.
    static func deltas(_ deltas: String..., reason: String = "stop") -> String {
        let chunks = deltas.map { #"data: {"choices":[{"index":0,"delta":\#($0)}]}"# + "\n\n" }
        let end = #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"\#(reason)"}]}"#
        return streamHead + chunks.joined() + end + "\n\ndata: [DONE]\n\n"
    }

    /// A stream of text in these pieces.
    static func text(_ pieces: String...) -> String { text(pieces) }

    /// A stream of text in these pieces.
    static func text(_ pieces: [String]) -> String {
        let chunks = pieces.map { #"data: {"choices":[{"index":0,"delta":{"content":\#(quoted($0))}}]}"# + "\n\n" }
        return streamHead + chunks.joined() + #"data: {"choices":[{"delta":{},"finish_reason":"stop"}]}"# + "\n\n"
    }

    /// A JSON document.
    static func json(_ body: String, status: String = "200 OK", head: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json; charset=utf-8\r\n\(head)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// The same reply in chunks of `size` bytes: each is a piece of its own to who reads it.
    static func chunked(_ reply: String, size: Int) -> [UInt8] {
        let parts = reply.split(separator: "\r\n\r\n", maxSplits: 1)
        let body = Array(parts[1].utf8)
        var bytes = Array((parts[0] + "\r\nTransfer-Encoding: chunked\r\n\r\n").utf8)
        for start in stride(from: 0, to: body.count, by: size) {
            let piece = body[start..<min(start + size, body.count)]
            bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
        }
        return bytes + Array("0\r\n\r\n".utf8)
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}

/// A model behind a scripted server, and requests to it.
struct ModelFixture {
    let server: ScriptedServer
    let model: ChatCompletionsModel

    init(_ server: ScriptedServer, callsTools: Bool = true, limits: ExchangeLimits = ExchangeLimits()) {
        self.server = server
        model = ChatCompletionsModel(
            "tiny", at: .loopback(port: server.port), callsTools: callsTools, limits: limits)
    }

    static let search = ToolDefinition(
        name: "search", description: "Finds items.",
        parameters: #"{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}"#)

    static let question = ChatRequest(
        messages: [.system("Answer from the items."), .user("Where are the keys?")], tools: [search], replyTokens: 64)

    func events(_ request: ChatRequest = question) async throws -> [ChatEvent] {
        var events: [ChatEvent] = []
        for try await event in model.reply(to: request) { events.append(event) }
        return events
    }

    /// The events of the reply that a server sends.
    static func events(of reply: String, _ request: ChatRequest = question) async throws -> [ChatEvent] {
        try await events(of: Array(reply.utf8), request)
    }

    /// The events of the reply that a server sends.
    static func events(of reply: [UInt8], _ request: ChatRequest = question) async throws -> [ChatEvent] {
        let server = try await ScriptedServer(.bytes(reply), .close)
        return try await ModelFixture(server).events(request)
    }

    /// The code of the error in which a reply ends.
    func code(_ request: ChatRequest = question) async -> ChatModelError.Code? {
        do {
            _ = try await events(request)
            return nil
        } catch {
            return (error as? ChatModelError)?.code
        }
    }
}

extension [ChatEvent] {
    /// All text.
    var text: String {
        compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
    }

    /// All calls, as `name arguments`.
    var calls: [String] {
        compactMap { if case .toolCall(let call) = $0 { "\(call.name) \(call.arguments)" } else { nil } }
    }

    /// The ids of all calls.
    var ids: [String] {
        compactMap { if case .toolCall(let call) = $0 { call.id } else { nil } }
    }
}
