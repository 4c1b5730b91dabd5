import NIOCore
import NIOPosix
import Synchronization

/// A server on a port of its own that answers each request by a script, byte by byte as written there: a model server, or
/// something worse.
final class ScriptedServer: Sendable {
    /// What to do next.
    enum Step: Sendable {
        /// Sends text as it stands.
        case send(String)
        /// Sends bytes as they stand.
        case bytes([UInt8])
        /// Sends the same again and again, as fast as it is read.
        case flood(String)
        /// Sends the same again and again, a piece every few milliseconds.
        case drip(String, milliseconds: Int64)
        /// Closes the connection.
        case close
    }

    /// A request as it came.
    struct Request: Sendable {
        let method: String
        let path: String
        let head: String
        let body: String
    }

    private struct State {
        var requests: [Request] = []
        var sentBytes = 0
    }

    private let channel: any Channel
    private let state = Mutex(State())
    private let asking: EventLoopPromise<Void>
    private let leaving: EventLoopPromise<Void>
    private let answer: @Sendable (Request, Int) -> [Step]

    /// The port that it listens on.
    let port: Int

    /// A server that answers the requests by `answer`, which is told how many came before.
    init(_ answer: @escaping @Sendable (Request, Int) -> [Step]) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let (asking, leaving) = (group.next().makePromise(of: Void.self), group.next().makePromise(of: Void.self))
        let box = Reference<ScriptedServer>()
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ScriptedConnection(box))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        (self.channel, self.asking, self.leaving, self.answer) = (channel, asking, leaving, answer)
        port = channel.localAddress?.port ?? 0
        box.value = self
    }

    /// Stops listening. Else it listens until the tests end: the optimiser may let go of a value before its last use.
    func close() async throws {
        try await channel.close()
    }

    /// A server with one script for all.
    convenience init(_ steps: Step...) async throws {
        try await self.init { _, _ in steps }
    }

    /// A server that says each of these in turn, the last one from then on.
    convenience init(inTurn texts: String...) async throws {
        try await self.init { _, number in [.send(texts[min(number, texts.count - 1)]), .close] }
    }

    /// The requests until now.
    var requests: [Request] { state.withLock(\.requests) }

    /// The bytes that floods have handed to the system until now.
    var sentBytes: Int { state.withLock(\.sentBytes) }

    /// Returns once a request has come.
    func requestHasCome() async throws {
        try await asking.futureResult.get()
    }

    /// Returns once a client has closed its connection.
    func clientHasLeft() async throws {
        try await leaving.futureResult.get()
    }

    fileprivate func steps(for request: Request) -> [Step] {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        asking.succeed()
        return answer(request, number)
    }

    fileprivate func left() { leaving.succeed() }

    fileprivate func sent(_ bytes: Int) { state.withLock { $0.sentBytes += bytes } }
}

/// The server, as its connections know it.
private final class Reference<Value: AnyObject & Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)

    var value: Value? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// A connection that reads one request and plays the script for it.
private final class ScriptedConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: Reference<ScriptedServer>
    private var received = ""
    private var flood: ByteBuffer?

    init(_ server: Reference<ScriptedServer>) {
        self.server = server
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        guard let request else { return }
        received = ""
        for step in server.value?.steps(for: request) ?? [] { play(step, context) }
    }

    private var request: ScriptedServer.Request? {
        guard let end = received.firstRange(of: "\r\n\r\n") else { return nil }
        let head = String(received[..<end.lowerBound])
        let body = String(received[end.upperBound...])
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        guard body.utf8.count >= length.flatMap({ Int($0.split(separator: " ").last ?? "") }) ?? 0 else { return nil }
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard words.count == 3 else { return nil }
        return ScriptedServer.Request(method: String(words[0]), path: String(words[1]), head: head, body: body)
    }

    private func play(_ step: ScriptedServer.Step, _ context: ChannelHandlerContext) {
        switch step {
        case .send(let text): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        case .bytes(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        case .close: context.close(promise: nil)
        case .flood(let text):
            flood = ByteBuffer(string: String(repeating: text, count: max(1, 16_384 / text.utf8.count)))
            pour(context)
        case .drip(let text, let milliseconds):
            let buffer = ByteBuffer(string: text)
            let channel = context.channel
            context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(milliseconds)) { task in
                guard channel.isActive else { return task.cancel() }
                channel.writeAndFlush(buffer, promise: nil)
            }
        }
    }

    private func pour(_ context: ChannelHandlerContext) {
        guard let flood else { return }
        let written = context.eventLoop.makePromise(of: Void.self)
        let bytes = flood.readableBytes
        context.writeAndFlush(wrapOutboundOut(flood), promise: written)
        written.futureResult.assumeIsolated().whenSuccess {
            self.server.value?.sent(bytes)
            self.pour(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        server.value?.left()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
