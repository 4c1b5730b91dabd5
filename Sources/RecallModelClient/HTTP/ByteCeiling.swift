import NIOCore

/// A count of the bytes that a server sends, before anything of them is understood: a flood of headers, of interim replies
/// or of chunks ends the exchange.
final class ByteCeiling: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let handler: ExchangeHandler
    private let limits: ExchangeLimits
    private var bytes = 0

    /// A count for the exchange of `handler`.
    init(_ handler: ExchangeHandler, _ limits: ExchangeLimits) {
        (self.handler, self.limits) = (handler, limits)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytes
        if bytes > limits.replyBytes { return handler.failTooLong() }
        context.fireChannelRead(data)
        if !handler.hasHead, bytes > limits.headerBytes { handler.failTooLong() }
    }
}
