/// The form in which a model takes a conversation: the fullest first, a plainer one where its server refuses that.
struct MessageForm: Hashable, Sendable {
    /// True if it is told of tools.
    var tellsTools: Bool
    /// True if it takes messages of the person and of the model in turn, and no others.
    var isPlain = false

    /// The form to try after a refusal; `nil` if there is none.
    func form(after reason: ServerRefusal.Reason, hasTools: Bool) -> MessageForm? {
        switch reason {
        case .toolsUnknown where tellsTools && hasTools: MessageForm(tellsTools: false, isPlain: isPlain)
        case .rolesUnknown where !isPlain: MessageForm(tellsTools: tellsTools, isPlain: true)
        default: nil
        }
    }

    /// The messages in this form, as JSON.
    func json(_ messages: [ChatMessage]) -> JSONValue {
        .array(shaped(messages).map(Self.json))
    }

    private func shaped(_ messages: [ChatMessage]) -> [ChatMessage] {
        let told = tellsTools && !isPlain ? messages : messages.map(Self.withoutTools)
        return isPlain ? Self.alternating(told) : told
    }

    /// Calls as words of the model, results as words of the person.
    private static func withoutTools(_ message: ChatMessage) -> ChatMessage {
        switch message {
        case .assistant(let text, let calls) where !calls.isEmpty:
            .assistant(
                ([text] + calls.map { "Called \($0.name) \($0.arguments)" }).filter { !$0.isEmpty }.joined(
                    separator: "\n"), calls: [])
        case .tool(let text, _): .user("Result:\n" + text)
        default: message
        }
    }

    /// Instructions joined to what the person says next; neighbours of the same role joined.
    private static func alternating(_ messages: [ChatMessage]) -> [ChatMessage] {
        var shaped: [ChatMessage] = []
        for message in messages {
            switch (shaped.last, message) {
            case (.user(let before), .user(let text)), (.user(let before), .system(let text)):
                shaped[shaped.count - 1] = .user(before + "\n\n" + text)
            case (.assistant(let before, _), .assistant(let text, _)):
                shaped[shaped.count - 1] = .assistant(before + "\n\n" + text, calls: [])
            case (_, .system(let text)): shaped.append(.user(text))
            default: shaped.append(message)
            }
        }
        return shaped
    }

    private static func json(_ message: ChatMessage) -> JSONValue {
        switch message {
        case .system(let text): .members(["role": .string("system"), "content": .string(text)])
        case .user(let text): .members(["role": .string("user"), "content": .string(text)])
        case .tool(let text, let id):
            .members(["role": .string("tool"), "tool_call_id": .string(id), "content": .string(text)])
        case .assistant(let text, let calls) where calls.isEmpty:
            .members(["role": .string("assistant"), "content": .string(text)])
        case .assistant(let text, let calls):
            .members([
                "role": .string("assistant"), "content": .string(text), "tool_calls": .array(calls.map(json)),
            ])
        }
    }

    private static func json(_ call: ToolCall) -> JSONValue {
        // Servers put them into the model's template as JSON, and fail where they are none.
        let arguments = (try? RepairedArguments.json(of: call.arguments)) ?? "{}"
        return .members([
            "id": .string(call.id), "type": .string("function"),
            "function": .members(["name": .string(call.name), "arguments": .string(arguments)]),
        ])
    }
}

extension ChatRequest {
    /// The body of `POST /v1/chat/completions`.
    func json(model: String, in form: MessageForm) -> String {
        var members: [JSONValue.Member] = [
            .init(name: "model", value: .string(model)), .init(name: "messages", value: form.json(messages)),
            .init(name: "stream", value: .bool(true)), .init(name: "max_tokens", value: .number(String(replyTokens))),
            // Answers keep to what was read; a model that thinks repeats itself at 0.
            .init(name: "temperature", value: .number("0.2")),
        ]
        if form.tellsTools, !tools.isEmpty { members.append(.init(name: "tools", value: .array(tools.map(\.json)))) }
        return JSONValue.object(members).description
    }
}

extension ToolDefinition {
    fileprivate var json: JSONValue {
        .members([
            "type": .string("function"),
            "function": .members([
                "name": .string(name), "description": .string(description),
                "parameters": JSONValue(Array(parameters.utf8)) ?? .members(["type": .string("object")]),
            ]),
        ])
    }
}
