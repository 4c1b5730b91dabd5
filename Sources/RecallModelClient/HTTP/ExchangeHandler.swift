import NIOCore
import NIOHTTP1

/// The end of a connection's pipeline: sends the request, and keeps the parts of the reply until they are asked for. Reads
/// from the network only while a part is wanted. Bound to the connection's event loop.
final class ExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let request: ExchangeRequest
    private let failures: ExchangeFailure
    private let limits: ExchangeLimits
    private var context: ChannelHandlerContext?
    private var parts = CircularBuffer<HTTPClientResponsePart>()
    private var waiting: EventLoopPromise<HTTPClientResponsePart?>?
    private var ending: Result<HTTPClientResponsePart?, any Error>?
    private var deadline: Scheduled<Void>?
    private var silence: Scheduled<Void>?
    /// True once the reply's head is read: what follows is the body.
    private(set) var hasHead = false
    private var hasBody = false

    /// A handler that sends `request` as soon as the connection is there.
    init(_ request: ExchangeRequest, _ address: ModelAddress, _ limits: ExchangeLimits) {
        (self.request, self.limits) = (request, limits)
        failures = ExchangeFailure(address)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(.failure(failures.endedEarly))
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        deadline = expiry(context, after: limits.total)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !request.body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: request.body)))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    private var head: HTTPRequestHead {
        // Several servers refuse a Host that is not this machine's name; none needs to learn how it was addressed.
        var headers: HTTPHeaders = [
            "Host": failures.address.text, "Accept": "application/json, text/event-stream",
            "Accept-Encoding": "identity",
            "Connection": "close",
        ]
        if !request.body.isEmpty {
            headers.add(name: "Content-Type", value: "application/json")
            headers.add(name: "Content-Length", value: String(request.body.utf8.count))
        }
        if let key = request.key { headers.add(name: "Authorization", value: "Bearer \(key)") }
        return HTTPRequestHead(
            version: .http1_1, method: request.body.isEmpty ? .GET : .POST, uri: request.path, headers: headers)
    }

    // MARK: The reader

    /// The next part, as soon as it is there. Asked for again only after the one before.
    func next(on loop: any EventLoop) -> EventLoopFuture<HTTPClientResponsePart?> {
        if let part = parts.popFirst() { return loop.makeSucceededFuture(part) }
        guard ending == nil, let context else {
            return loop.makeCompletedFuture(ending ?? .failure(failures.endedEarly))
        }
        let promise = loop.makePromise(of: HTTPClientResponsePart?.self)
        waiting = promise
        // Silence counts only while somebody listens, and ends with a part: a byte of a header is none.
        silence = expiry(context, after: hasBody ? limits.idle : limits.firstByte)
        context.read()
        return promise.futureResult
    }

    private func expiry(_ context: ChannelHandlerContext, after time: Duration) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { self.fail(self.failures.timedOut) }
    }

    // MARK: The network

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard ending == nil else { return }
        let part = unwrapInboundIn(data)
        switch part {
        case .head(let head):
            hasHead = true
            if let failure = failures.failure(of: head) { return fail(failure) }
        case .body: hasBody = true
        case .end: break
        }
        deliver(part)
        if case .end = part { end(.success(nil)) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if waiting != nil { context.read() }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.failure(failures.endedEarly))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(failures.failure(of: error))
    }

    /// Ends the exchange with a failure, which the reader meets behind the parts that were read before it.
    private func fail(_ failure: ChatModelError) {
        end(.failure(failure))
    }

    /// Ends the exchange because the server sends more than any reply has.
    func failTooLong() {
        fail(failures.tooLong)
    }

    private func deliver(_ part: HTTPClientResponsePart) {
        guard let promise = waiting else { return parts.append(part) }
        waiting = nil
        silence?.cancel()
        promise.succeed(part)
    }

    private func end(_ result: Result<HTTPClientResponsePart?, any Error>) {
        guard ending == nil else { return }
        ending = result
        deadline?.cancel()
        silence?.cancel()
        waiting?.completeWith(result)
        waiting = nil
        context?.close(promise: nil)
    }
}
