/// A short conversation that shows if a model answers, how fast, and if it calls tools.
public struct ChatModelTrial: Hashable, Sendable {
    /// The seconds until the first word; `nil` if it wrote none.
    public let secondsToFirstWord: Double?
    /// The tokens that it writes a second; `nil` if it wrote too few to tell.
    public let tokensPerSecond: Double?
    /// True if it called the tool that it was offered.
    public let callsTools: Bool

    /// The tokens that it may write: enough to measure, and no long wait.
    private static let replyTokens = 64
    /// More, for models that think before they call.
    private static let toolTokens = 512

    private static let tool = ToolDefinition(
        name: "lookup", description: "Looks a word up in the dictionary.",
        parameters: #"{"type":"object","properties":{"word":{"type":"string"}},"required":["word"]}"#)

    /// The trial of a model.
    ///
    /// - Throws: `ChatModelError` if it does not answer, and `CancellationError`.
    public init(of model: any ChatModel) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        var times: [ContinuousClock.Instant] = []
        let question = ChatRequest(
            messages: [.user("Count from one to twenty, in words.")], replyTokens: Self.replyTokens)
        do {
            for try await event in model.reply(to: question) {
                if case .text = event { times.append(clock.now) }
            }
        } catch let error as ChatModelError where error.code == .malformed && !times.isEmpty {
            // It answers, and wrote something like a call where nothing can be called.
        }
        try Task.checkCancellation()
        secondsToFirstWord = times.first.map { Self.seconds($0 - start) }
        tokensPerSecond = Self.rate(times)
        callsTools = try await Self.calls(model)
    }

    /// Servers send a piece for each token. Few pieces arrive in one packet, and tell nothing.
    private static func rate(_ times: [ContinuousClock.Instant]) -> Double? {
        guard times.count > 8, let first = times.first, let last = times.last, last > first else { return nil }
        return Double(times.count - 1) / seconds(last - first)
    }

    private static func calls(_ model: any ChatModel) async throws -> Bool {
        guard model.callsTools else { return false }
        let question = ChatRequest(
            messages: [.user("Look the word \"kettle\" up with the tool.")], tools: [tool], replyTokens: toolTokens)
        do {
            for try await event in model.reply(to: question) {
                if case .toolCall(let call) = event, call.name == tool.name { return true }
            }
        } catch let error as ChatModelError where error.code == .refused || error.code == .malformed {
            // A call that cannot be read is no call.
        }
        return false
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}
