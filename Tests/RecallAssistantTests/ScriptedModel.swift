import RecallModelClient
import Synchronization

/// A model that answers by a script: the one fake here, since what a language model says is random.
final class ScriptedModel: ChatModel {
    /// A step of a reply.
    enum Step: Sendable {
        case text(String)
        case call(String, String)
        case end(ChatEnd)
        case failure(ChatModelError)
        /// Nothing more comes until the request is cancelled.
        case hang
    }

    let name = "scripted"
    let machine: String? = nil
    let contextWindow: Int
    let callsTools: Bool
    private let script: @Sendable (ChatRequest, Int) -> [Step]
    private let made = Mutex<[ChatRequest]>([])

    /// A model whose reply to the request with a number, from 0, is what `script` says.
    init(
        window: Int = 4_096, callsTools: Bool = true, _ script: @escaping @Sendable (ChatRequest, Int) -> [Step]
    ) {
        (contextWindow, self.callsTools, self.script) = (window, callsTools, script)
    }

    /// A model that answers each request with `text`.
    convenience init(saying text: String, callsTools: Bool = true) {
        self.init(callsTools: callsTools) { _, _ in [.text(text), .end(.complete)] }
    }

    /// The requests so far.
    var requests: [ChatRequest] { made.withLock { $0 } }

    func reply(to request: ChatRequest) -> AsyncThrowingStream<ChatEvent, any Error> {
        let number = made.withLock { requests in
            requests.append(request)
            return requests.count - 1
        }
        let steps = script(request, number)
        return AsyncThrowingStream { stream in
            for (index, step) in steps.enumerated() {
                switch step {
                case .text(let text): stream.yield(.text(text))
                case .call(let name, let arguments):
                    stream.yield(.toolCall(ToolCall(id: "call-\(number)-\(index)", name: name, arguments: arguments)))
                case .end(let end):
                    stream.yield(.end(end))
                    stream.finish()
                case .failure(let error): stream.finish(throwing: error)
                case .hang: return
                }
            }
            stream.finish()
        }
    }
}

extension ChatRequest {
    /// All that the model reads, beside the definitions of tools.
    var text: String {
        messages.map { message in
            switch message {
            case .system(let text), .user(let text), .tool(let text, _): text
            case .assistant(let text, let calls): text + calls.map { $0.name + $0.arguments }.joined()
            }
        }.joined(separator: "\n")
    }
}
