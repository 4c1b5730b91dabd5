/// The events of a reply, from the chunks of a stream or from the one message of a server that does not stream.
struct ReplyAssembly {
    /// A failure of what the chunks say.
    enum Failure: Error {
        case refused(ServerRefusal)
        case malformed, brokenCall, tooLong, endedEarly
    }

    private var text: ReplyText
    private var fragments = ToolCallFragments()
    private var written: [WrittenCalls.Call] = []
    private var end: ChatEnd?
    private var hasChoices = false

    /// The reply to a request that offered these tools.
    init(tools: Set<String>) {
        text = ReplyText(tools: tools)
    }

    /// True once the server said why the reply ended: only statistics follow.
    var isOver: Bool { end != nil }

    /// The events that a chunk adds.
    mutating func take(_ chunk: JSONValue) throws(Failure) -> [ChatEvent] {
        if let error = chunk["error"], error != .null {
            throw .refused(ServerRefusal(status: nil, text: Array(error.description.utf8)))
        }
        guard let choices = chunk["choices"]?.array else { return [] }
        hasChoices = true
        guard let choice = choices.first(where: { ($0["index"]?.int ?? 0) == 0 }) else { return [] }
        let events =
            try (choice["delta"] ?? choice["message"]).map { (said) throws(Failure) in try take(said: said) } ?? []
        if let reason = choice["finish_reason"]?.string, !reason.isEmpty {
            end = reason == "length" ? .length : .complete
        }
        return events
    }

    /// The last events of the reply: the tool calls and the end.
    ///
    /// - Parameter isCut: true if the connection ended, and no mark of the server's said that the reply had.
    mutating func finish(isCut: Bool) throws(Failure) -> [ChatEvent] {
        guard hasChoices else { throw .malformed }
        guard end != nil || !isCut else { throw .endedEarly }
        let last = try lastPieces()
        let calls = fragments.complete(isCut: end == .length)
        let more = written.enumerated().map { number, call in
            ToolCall(id: "text_\(number + 1)", name: call.name, repairing: call.arguments)
        }
        return last + (calls + more).map(ChatEvent.toolCall) + [.end(end ?? .complete)]
    }

    /// The pieces that the end of the text completes. A call that the reply's length cut in two is dropped.
    private mutating func lastPieces() throws(Failure) -> [ChatEvent] {
        do {
            return try pieces { (text) throws(ReplyText.BrokenCall) in try text.finish() }
        } catch {
            guard case .brokenCall = error, end == .length else { throw error }
            return []
        }
    }

    private mutating func take(said: JSONValue) throws(Failure) -> [ChatEvent] {
        do {
            if let calls = said["tool_calls"]?.array { try fragments.take(calls) }
            if let call = said["function_call"], call.isObject { try fragments.take(legacy: call) }
        } catch {
            throw .tooLong
        }
        let words = Self.words(said["content"]) + (said["refusal"]?.string ?? "")
        guard !words.isEmpty else { return [] }
        return try pieces { (text) throws(ReplyText.BrokenCall) in try text.take(words) }
    }

    /// A string, or a list of parts of which those of text count.
    private static func words(_ content: JSONValue?) -> String {
        content?.string ?? content?.array?.compactMap { $0["text"]?.string }.joined() ?? ""
    }

    private mutating func pieces(
        _ read: (inout ReplyText) throws(ReplyText.BrokenCall) -> [ReplyText.Piece]
    ) throws(Failure) -> [ChatEvent] {
        let pieces: [ReplyText.Piece]
        do {
            pieces = try read(&text)
        } catch {
            throw .brokenCall
        }
        var events: [ChatEvent] = []
        for piece in pieces {
            switch piece {
            case .text(let text): events.append(.text(text))
            case .call(let call): written.append(call)
            }
        }
        guard written.count <= ToolCallFragments.limit else { throw .tooLong }
        return events
    }
}
