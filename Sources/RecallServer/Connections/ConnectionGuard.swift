import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A handler on each connection: disconnects slow clients and endless bodies, adds the security headers to every
/// response, and closes the connection after a response that requires it.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let table: ConnectionTable
    private var bodyBytes = 0
    private var closesAfterAnswer = false
    private var arrival: Scheduled<Void>?
    private var stall: Scheduled<Void>?

    init(table: ConnectionTable) {
        self.table = table
    }

    func handlerAdded(context: ChannelHandlerContext) {
        table.opened(context.channel)
        do {
            try TargetGuard.add(to: context.pipeline)
        } catch {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        arrival?.cancel()
        stall?.cancel()
        table.closed(context.channel)
    }

    // MARK: What comes in

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: begin(context)
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            // Up to twice the limit is read, so that the client gets to see the answer that refuses it.
            if bodyBytes > 2 * ServerLimits.bodyBytes { return context.close(promise: nil) }
        case .end: arrival?.cancel()
        }
        context.fireChannelRead(data)
    }

    private func begin(_ context: ChannelHandlerContext) {
        table.began(context.channel)
        bodyBytes = 0
        arrival = closing(context, after: ServerLimits.requestSeconds)
    }

    // MARK: What goes out

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            closesAfterAnswer = head.headerFields[.connection]?.lowercased() == "close"
            for field in SecurityHeaders.fields where head.headerFields[field.name] == nil {
                head.headerFields[field.name] = field.value
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end: end(context, data, promise)
        }
    }

    private func end(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        table.ended(context.channel)
        guard closesAfterAnswer else { return context.write(data, promise: promise) }
        let channel = context.channel
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(data, promise: written)
        written.futureResult.whenComplete { _ in channel.close(promise: nil) }
    }

    /// Limits the time that a client may stall without reading the response.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = context.channel.isWritable ? nil : closing(context, after: ServerLimits.stalledSeconds)
        context.fireChannelWritabilityChanged()
    }

    private func closing(_ context: ChannelHandlerContext, after seconds: Int) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { channel.close(promise: nil) }
    }
}
