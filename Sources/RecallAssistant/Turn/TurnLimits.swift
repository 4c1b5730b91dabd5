/// The bounds of a turn.
struct TurnLimits: Sendable {
    /// Calls of tools by the model, those that failed included.
    var toolCalls = 8
    /// Tokens of the answer, in a window of 4,096; a quarter of a smaller window.
    var replyTokens = 700
    /// Bytes of a reply: what is more than the tokens allow never ends.
    var answerBytes = 64 << 10
    /// Requests that are repeated with fewer sources, as the model's window is smaller than it says.
    var retries = 2
}
