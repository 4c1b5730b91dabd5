import NIOCore
import NIOHTTP1

/// A handler before the conversion to `HTTPRequest`, which would cut `http://name/path` down to its path: a target that
/// does not begin with a slash becomes `*`, which `RequestGuard` refuses.
final class TargetGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), !head.uri.hasPrefix("/") else {
            return context.fireChannelRead(data)
        }
        head.uri = "*"
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Adds a handler to a connection, directly after the decoder of its requests.
    ///
    /// - Throws: `ChannelPipelineError` if the connection has none.
    static func add(to pipeline: ChannelPipeline) throws {
        let operations = pipeline.syncOperations
        let decoder = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try operations.addHandler(TargetGuard(), position: .after(decoder))
    }
}
