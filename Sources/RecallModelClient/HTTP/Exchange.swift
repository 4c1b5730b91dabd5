import NIOCore
import NIOHTTP1
import NIOPosix

/// A request to a model server: what differs between two requests.
struct ExchangeRequest: Sendable {
    var path: String
    /// JSON, to be posted; empty to get what there is.
    var body = ""
    /// The key that the person's settings hold for this server.
    var key: String?
}

/// The head of a reply, as far as it is looked at.
struct ReplyHead: Hashable, Sendable {
    /// The HTTP status.
    let status: Int
    /// The media type, in lower case; empty without one.
    let type: String
}

/// One request on a connection of its own, and its reply, read piece by piece as the reader asks for them, so that a slow
/// reader slows the server down.
///
/// No redirect is followed, no proxy asked, no cookie kept, no name looked up, no encoding undone. The connection is closed
/// when the task that reads is cancelled, and when nobody holds the exchange any more.
final class Exchange: Sendable {
    private let address: ModelAddress
    private let channel: any Channel
    private let handler: NIOLoopBound<ExchangeHandler>

    /// Connects and sends the request.
    ///
    /// - Throws: `ChatModelError` if nothing listens there, and `CancellationError`.
    static func open(
        _ request: ExchangeRequest, at address: ModelAddress, limits: ExchangeLimits
    ) async throws -> Exchange {
        for host in address.hosts {
            try Task.checkCancellation()
            if let exchange = try? await connect(request, to: host, address, limits) { return exchange }
        }
        throw ExchangeFailure(address).unreachable
    }

    private static func connect(
        _ request: ExchangeRequest, to host: String, _ address: ModelAddress, _ limits: ExchangeLimits
    ) async throws -> Exchange {
        let target = try SocketAddress(ipAddress: host, port: address.port)
        return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(limits.connect))
            .channelOption(.autoRead, value: false)
            .connect(to: target) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Exchange(address, channel, ExchangeHandler(request, address, limits), limits)
                }
            }
    }

    private init(
        _ address: ModelAddress, _ channel: any Channel, _ handler: ExchangeHandler, _ limits: ExchangeLimits
    ) throws {
        var sizes = NIOHTTPDecoderLimitConfiguration()
        (sizes.maxHeaderFieldSize, sizes.maxHeaderListSize) = (limits.headerBytes, limits.headerBytes)
        let decoder = HTTPResponseDecoder(
            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop, limitConfiguration: sizes)
        try channel.pipeline.syncOperations.addHandlers([
            ByteCeiling(handler, limits), HTTPRequestEncoder(), ByteToMessageHandler(decoder), handler,
        ])
        (self.address, self.channel) = (address, channel)
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    deinit {
        channel.close(mode: .all, promise: nil)
    }

    /// The next part of the reply: the head first, then the body in pieces; `nil` after its end.
    ///
    /// - Throws: `ChatModelError` with all that was read before delivered, and `CancellationError`.
    private func next() async throws -> HTTPClientResponsePart? {
        let (channel, handler) = (channel, handler)
        do {
            return try await withTaskCancellationHandler {
                try await channel.eventLoop.flatSubmit { handler.value.next(on: channel.eventLoop) }.get()
            } onCancel: {
                channel.close(mode: .all, promise: nil)
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }

    /// The status and the type of the reply. Asked for once, before the body.
    func head() async throws -> ReplyHead {
        guard case .head(let head) = try await next() else { throw ExchangeFailure(address).endedEarly }
        return ReplyHead(
            status: Int(head.status.code), type: head.headers.first(name: "content-type")?.lowercased() ?? "")
    }

    /// The next piece of the body; `nil` after its end.
    func nextPiece() async throws -> [UInt8]? {
        while let part = try await next() {
            if case .body(let buffer) = part { return Array(buffer.readableBytesView) }
        }
        return nil
    }

    /// The rest of the body.
    func body() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await nextPiece() { bytes += piece }
        return bytes
    }
}
