/// The bounds of a turn.
struct TurnLimits: Sendable {
    /// Calls of tools by the model, those that failed included.
    var toolCalls = 8
    /// Tokens of the answer, in a window of 4,096; a quarter of a smaller window.
    var replyTokens = 700
    /// Bytes of an answer, and of a reply with what the model thinks aloud: what is more than the tokens allow never ends.
    var (answerBytes, replyBytes) = (64 << 10, 1 << 20)
    /// The sources that a sentence of the answer is compared with.
    var evidence = 8
    /// Requests that are repeated with fewer sources, as the model's window is smaller than it says.
    var retries = 2
}
