import Synchronization

/// A model behind a server that speaks OpenAI's chat completions protocol: Ollama, llama.cpp, LM Studio, vLLM and others.
public final class ChatCompletionsModel: ChatModel {
    /// The model's name, as its server calls it.
    public let name: String
    /// The server's address.
    public let address: ModelAddress
    /// The tokens of its window.
    public let contextWindow: Int
    private let key: String?
    private let limits: ExchangeLimits
    private let form: Mutex<MessageForm>

    /// The window of a model whose server does not tell it: what Ollama gives a model that asks for nothing.
    public static let usualContextWindow = 4096

    /// A model of a server.
    ///
    /// - Parameters:
    ///   - key: the API key of the person's settings, if the server wants one.
    ///   - callsTools: false if it is known to call none; a server that refuses tools makes it so too.
    public init(
        _ name: String, at address: ModelAddress, key: String? = nil, contextWindow: Int = usualContextWindow,
        callsTools: Bool = true, limits: ExchangeLimits = ExchangeLimits()
    ) {
        (self.name, self.address, self.key, self.contextWindow) = (name, address, key, contextWindow)
        self.limits = limits
        form = Mutex(MessageForm(tellsTools: callsTools))
    }

    /// The machine that it runs on; `nil` if it is this one.
    public var machine: String? { address.machine }

    /// True unless the model calls no tools, or its server has refused them.
    public var callsTools: Bool { form.withLock(\.tellsTools) }

    /// The reply to a request, read from the server as fast as it is read from the stream.
    ///
    /// A server that refuses tools, or a conversation with instructions and results in it, is asked once more in a plainer
    /// form, now and from then on. Tool calls follow the text, in their order. Cancelling the task that reads closes the
    /// connection, and so does giving the stream up.
    ///
    /// - Throws: `ChatModelError`, in the stream.
    public func reply(to request: ChatRequest) -> AsyncThrowingStream<ChatEvent, any Error> {
        let reader = ReplyReader(request, of: self)
        return AsyncThrowingStream { try await reader.next() }
    }

    /// Sends a request; the exchange after the head of a reply that is one, with the body to come.
    func exchange(_ request: ChatRequest) async throws -> Exchange {
        var form = self.form.withLock { $0 }
        while true {
            let sent = ExchangeRequest(
                path: "/v1/chat/completions", body: request.json(model: name, in: form), key: key)
            let exchange = try await Exchange.open(sent, at: address, limits: limits)
            guard let refusal = try await refusal(exchange) else { return exchange }
            guard let next = form.form(after: refusal.reason, hasTools: !request.tools.isEmpty) else {
                throw ExchangeFailure(address).refused(refusal)
            }
            form = next
            self.form.withLock { $0 = next }
        }
    }

    /// The body of a reply to a request.
    func body(_ request: ChatRequest) -> CompletionBody {
        CompletionBody(tools: Set(request.tools.map(\.name)), limits: limits)
    }

    private func refusal(_ exchange: Exchange) async throws -> ServerRefusal? {
        let head = try await exchange.head()
        guard head.status != 200 else {
            guard !head.type.contains("html") else { throw ExchangeFailure(address).malformed }
            return nil
        }
        return ServerRefusal(status: head.status, text: await exchange.beginning())
    }
}

extension Exchange {
    /// The beginning of an error's body, as far as it can be read.
    fileprivate func beginning() async -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < 16 << 10, let piece = try? await nextPiece() { bytes += piece }
        return bytes
    }
}
