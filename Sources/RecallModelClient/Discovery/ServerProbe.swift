/// Questions to a server about itself, all before one deadline.
struct ServerProbe: Sendable {
    /// The server's address.
    let address: ModelAddress
    /// The key for it.
    let key: String?
    /// The time by which all answers are there.
    let deadline: ContinuousClock.Instant

    /// The JSON that the server answers with; `nil` for anything else.
    func get(_ path: String) async -> JSONValue? {
        try? await answer(path, body: "")
    }

    /// The JSON that the server answers a question with; `nil` for anything else.
    func post(_ path: String, _ question: JSONValue) async -> JSONValue? {
        try? await answer(path, body: question.description)
    }

    /// The JSON that the server answers with.
    ///
    /// - Throws: `ChatModelError` for anything else, and `CancellationError`.
    func answer(_ path: String, body: String) async throws -> JSONValue {
        let limits = ExchangeLimits.probe(within: max(.milliseconds(1), ContinuousClock.now.duration(to: deadline)))
        let request = ExchangeRequest(path: path, body: body, key: key)
        let exchange = try await Exchange.open(request, at: address, limits: limits)
        let head = try await exchange.head()
        guard head.status == 200 else {
            throw ExchangeFailure(address).refused(ServerRefusal(status: head.status, text: []))
        }
        guard head.type.contains("json"), let value = JSONValue(try await exchange.body()) else {
            throw ExchangeFailure(address).malformed
        }
        return value
    }
}
