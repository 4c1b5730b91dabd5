/// An error that a server reported, reduced to what is known of it: servers repeat the request in their messages, so no word
/// of theirs is passed on.
struct ServerRefusal: Hashable, Sendable {
    /// The reasons that are told apart.
    enum Reason: Hashable, Sendable {
        case toolsUnknown, rolesUnknown, contextTooLong, noSuchModel, keyWanted, loading, busy, outOfMemory, unreadable,
            other
    }

    /// The HTTP status; `nil` for an error in the middle of a reply.
    let status: Int?
    /// The reason.
    let reason: Reason

    /// The refusal that a status and the beginning of the reply's text make.
    init(status: Int?, text: [UInt8]) {
        self.status = status
        let said = String(decoding: text.prefix(16 << 10), as: UTF8.self).lowercased()
        reason = Self.phrases.first { $0.phrases.contains { said.contains($0) } }?.reason ?? Self.reason(of: status)
    }

    /// Phrases of Ollama, llama.cpp, LM Studio, vLLM and the chat templates that they run, the surest first.
    private static let phrases: [(reason: Reason, phrases: [String])] = [
        (
            .contextTooLong,
            [
                "context_length_exceeded", "exceed_context_size", "maximum context length",
                "exceeds the available context",
                "exceeds context", "greater than the context length", "context length of only",
            ]
        ),
        (
            .toolsUnknown,
            [
                "does not support tools", "not support tool", "tools param requires", "--enable-auto-tool-choice",
                "tool calling is not supported", "tools are not supported", "does not support function",
            ]
        ),
        (
            .rolesUnknown,
            [
                "roles must alternate", "system role not supported", "role not supported",
                "only user and assistant roles",
                "unexpected role", "unknown role", "invalid role", "jinja", "chat template",
                "must start with a user message",
            ]
        ),
        (.loading, ["loading model", "model is loading", "no models loaded"]),
        (.outOfMemory, ["more system memory", "out of memory", "insufficient memory", "failed to load model"]),
        (.unreadable, ["produced output that does not match", "failed to parse tool call"]),
        (.noSuchModel, ["model_not_found", "model not found", "try pulling it", "does not exist"]),
    ]

    private static func reason(of status: Int?) -> Reason {
        switch status {
        case 401, 403: .keyWanted
        case 404: .noSuchModel
        case 413: .contextTooLong
        case 429: .busy
        case 503: .loading
        default: .other
        }
    }
}

extension ServerRefusal.Reason {
    /// The code of the error.
    var code: ChatModelError.Code {
        switch self {
        case .contextTooLong: .contextTooLong
        case .noSuchModel: .notFound
        default: .refused
        }
    }

    /// The end of a sentence that begins with the server.
    var words: String {
        switch self {
        case .toolsUnknown: "cannot give tools to this model"
        case .rolesUnknown: "cannot put the conversation into this model's form"
        case .contextTooLong: "says that the request is longer than the model's window"
        case .noSuchModel: "does not have the model"
        case .keyWanted: "wants another API key"
        case .loading: "has not loaded the model yet"
        case .busy: "is busy"
        case .outOfMemory: "could not load the model into its memory"
        case .unreadable: "cannot read what the model wrote"
        case .other: "answered with an error"
        }
    }

    /// The sentence that says what to do.
    var remedy: String {
        switch self {
        case .toolsUnknown, .rolesUnknown, .outOfMemory: "Choose another model: recall model chat list"
        case .contextTooLong: "Ask for less, or start the server with a longer context."
        case .noSuchModel: "See what there is: recall model chat list"
        case .keyWanted: "Give it with: recall model chat use NAME --key-file FILE"
        case .loading, .busy: "Ask again in a moment."
        case .unreadable: "Ask again, or choose another model."
        case .other: "Look into the server's log."
        }
    }
}
