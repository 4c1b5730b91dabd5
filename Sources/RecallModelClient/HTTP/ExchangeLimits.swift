/// The limits of one request to a model server.
public struct ExchangeLimits: Hashable, Sendable {
    /// The time until the connection is there.
    public var connect = Duration.seconds(2)
    /// The time until the first byte of the reply's body. A model reads the whole request before it writes a word.
    public var firstByte = Duration.seconds(120)
    /// The time between two pieces of the body.
    public var idle = Duration.seconds(60)
    /// The time of all.
    public var total = Duration.seconds(600)
    /// The bytes of the reply, with its headers, as sent.
    public var replyBytes = 4 << 20
    /// The bytes of a line of the reply.
    public var lineBytes = 1 << 20
    /// The bytes before the body.
    public var headerBytes = 64 << 10

    /// The limits of a conversation.
    public init() {}

    /// The limits of a question about a server, all within `time`.
    public static func probe(within time: Duration) -> ExchangeLimits {
        var limits = ExchangeLimits()
        (limits.connect, limits.firstByte, limits.idle, limits.total) = (time, time, time, time)
        limits.replyBytes = 1 << 20
        return limits
    }
}
