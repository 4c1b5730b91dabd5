/// The reader of one reply: asks the connection for more when its own reader asks for an event.
actor ReplyReader {
    private let request: ChatRequest
    private let model: ChatCompletionsModel
    private var exchange: Exchange?
    private var body: CompletionBody
    /// Events in the order of reading, and how many of them are delivered.
    private var events: [ChatEvent] = []
    private var delivered = 0
    private var failure: (any Error)?
    private var isOver = false

    /// The reader of the reply to a request, which is sent when the first event is asked for.
    init(_ request: ChatRequest, of model: ChatCompletionsModel) {
        (self.request, self.model) = (request, model)
        body = model.body(request)
    }

    /// The next event; `nil` after the end, and once the task is cancelled.
    func next() async throws -> ChatEvent? {
        while delivered == events.count, !isOver {
            (events, delivered) = ([], 0)
            await advance()
        }
        if delivered < events.count {
            delivered += 1
            return events[delivered - 1]
        }
        defer { failure = nil }
        if let failure, !Task.isCancelled { throw failure }
        return nil
    }

    private func advance() async {
        do {
            try await read()
        } catch let error as ReplyAssembly.Failure {
            end(ExchangeFailure(model.address).error(error))
        } catch {
            end(error)
        }
        if body.isOver { end(nil) }
    }

    private func read() async throws {
        let exchange = try await sent()
        if let piece = try await exchange.nextPiece() {
            try body.take(piece, to: &events)
        } else {
            try body.finish(to: &events)
        }
    }

    private func sent() async throws -> Exchange {
        if let exchange { return exchange }
        let sent = try await model.exchange(request)
        exchange = sent
        return sent
    }

    /// Nothing more is read, and the connection is closed.
    private func end(_ error: (any Error)?) {
        guard !isOver else { return }
        (isOver, failure, exchange) = (true, error, nil)
    }
}

extension ExchangeFailure {
    /// The error of a reply that cannot be read.
    fileprivate func error(_ failure: ReplyAssembly.Failure) -> ChatModelError {
        switch failure {
        case .refused(let refusal): refused(refusal)
        case .malformed: malformed
        case .brokenCall: brokenCall
        case .tooLong: tooLong
        case .endedEarly: endedEarly
        }
    }
}
