import Foundation
import Logging
import RecallCore
import RecallEmbedding
import RecallKit
import RecallModelClient
import RecallServer
import RecallStore
import RecallTestSupport
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Answers of a made-up model, streamed over a real connection.
@Suite(.scratch) struct AnswerStreamTests {
    /// A server of this process with a model, until its task is cancelled.
    private struct Server {
        let port: Int
        let token: String
        let library: RecallLibrary
        let task: Task<Void, any Error>

        init(_ model: some ChatModel) async throws {
            let location = LibraryLocation(path: try ScratchFolder().path + "/library")
            library = try await Self.filled(location)
            let (links, started) = AsyncStream<String>.makeStream()
            var configuration = RecallServer.Configuration(
                location: location, port: 0, version: "test", model: .none,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, didStart: { started.yield($0) })
            configuration.chatModel = { ServedChatModel(model, server: "Made up") }
            let server = try RecallServer(configuration)
            task = Task { try await server.run() }
            let link = try #require(await links.first { _ in true })
            port = try #require(URL(string: link)?.port)
            token = String(try String(contentsOfFile: location.folder + "/server.token", encoding: .utf8).prefix(64))
        }

        private static func filled(_ location: LibraryLocation) async throws -> RecallLibrary {
            try await {
                let store = try LibraryStore(at: location, for: .write)
                try await store.importItems([.note("kettle", text: "The kettle is on the stove.")], path: "/all")
            }()
            return try RecallLibrary(at: location, for: .concurrentReads, model: .none)
        }

        /// Asks in a conversation, without waiting for the answer.
        func ask(_ question: String, in id: ConversationID) throws -> RawConnection {
            let body = #"{"question":"\#(question)"}"#
            let connection = try RawConnection(port: port)
            connection.send(
                "POST /api/v1/conversations/\(id)/questions HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                    + "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return connection
        }

        /// Receives on a thread of its own until `text` has come.
        static func receive(_ connection: RawConnection, until text: String) async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [descriptor = dup(connection.descriptor)] in
                    let connection = RawConnection(descriptor: descriptor)
                    var all = Data()
                    while all.range(of: Data(text.utf8)) == nil, case let next = connection.receive(), !next.isEmpty {
                        all += next
                    }
                    continuation.resume()
                }
            }
        }

        /// Receives on a thread of its own: the server needs those of this process's tasks. Gives up after five minutes.
        static func answer(_ connection: RawConnection) async -> Answer {
            var limit = timeval(tv_sec: 300, tv_usec: 0)
            setsockopt(connection.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            return await withCheckedContinuation { continuation in
                Thread.detachNewThread { [descriptor = dup(connection.descriptor)] in
                    continuation.resume(returning: Answer(RawConnection(descriptor: descriptor).receiveAll()))
                }
            }
        }
    }

    @Test func `events come in order, and the answer is kept with what it cites`() async throws {
        let model = ScriptedModel([.text("The kettle is on "), .text("the stove [1]."), .end(.complete)])
        let server = try await Server(model)
        defer { server.task.cancel() }
        let id = try server.library.beginConversation()
        let events = ServerEvents(await Server.answer(try server.ask("Where is the kettle?", in: id)))
        try #require(events.names == ["toolStarted", "toolEnded", "text", "text", "answer"])
        let found = try #require(events.data[1]["found"] as? [[String: Any]])
        #expect(found.first?["text"] as? String == "The kettle is on the stove.")
        #expect(events.data[2]["text"] as? String == "The kettle is on ")
        #expect(events.last?["model"] as? String == "made-up:1b" && events.last?["turn"] as? Int == 0)
        let turn = try #require(try server.library.conversation(id)?.turns.first)
        #expect(turn.answer.model?.name == "made-up:1b" && turn.states == [1: .there])
    }

    @Test func `the next question comes with the answers before it`() async throws {
        let model = ScriptedModel([.text("The kettle is on the stove [1]."), .end(.complete)])
        let server = try await Server(model)
        defer { server.task.cancel() }
        let id = try server.library.beginConversation()
        for question in ["Where is the kettle?", "And why?"] {
            _ = await Server.answer(try server.ask(question, in: id))
        }
        let last = try #require(model.requests.last)
        #expect(
            last.messages.contains {
                if case .user(let text) = $0 { text.contains("Where is the kettle?") } else { false }
            })
        #expect(
            try server.library.conversation(id)?.turns.map(\.answer.question) == ["Where is the kettle?", "And why?"])
    }

    @Test func `when the client goes away the answer is stopped, and what there is of it is kept`() async throws {
        let model = ScriptedModel([.text("The kettle is on the stove [1].")], waits: true)
        let server = try await Server(model)
        defer { server.task.cancel() }
        let id = try server.library.beginConversation()
        let gone = try server.ask("Where is the kettle?", in: id)
        await Server.receive(gone, until: "event: text\n")
        shutdown(gone.descriptor, Int32(SHUT_WR))
        // The connection ends when the answer is kept.
        #expect(!ServerEvents(await Server.answer(gone)).names.contains("answer"))
        let turn = try #require(try server.library.conversation(id)?.turns.first)
        #expect(turn.answer.notes.contains("Stopped."))
        #expect(turn.answer.sentences.map(\.text) == ["The kettle is on the stove."])
    }

    @Test func `two questions are answered at a time, and the third waits for its turn`() async throws {
        let model = ScriptedModel([.text("On the stove [1]."), .end(.complete)], waits: true)
        let server = try await Server(model)
        defer { server.task.cancel() }
        let id = try server.library.beginConversation()
        let connections = try (0..<3).map { try server.ask("Where is the kettle number \($0)?", in: id) }
        await model.untilWaiting(2)
        model.goOn()
        for connection in connections {
            #expect(ServerEvents(await Server.answer(connection)).names.last == "answer")
        }
        #expect(model.mostAtATime == 2 && model.requests.count == 3)
        #expect(try server.library.conversation(id)?.turns.count == 3)
    }

    @Test func `a model that asks for other items gets none outside the scope`() async throws {
        let call = ToolCall(id: "1", name: "search", arguments: #"{"query":"kettle OR kind:note"}"#)
        let model = ScriptedModel([.toolCall(call), .end(.complete)])
        let server = try await Server(model)
        defer { server.task.cancel() }
        let id = try server.library.beginConversation(scope: "kind:email")
        let events = ServerEvents(await Server.answer(try server.ask("Where is the kettle?", in: id)))
        let found = events.data.compactMap { $0["found"] as? [Any] }
        #expect(found.count > 1 && found.allSatisfy(\.isEmpty))
        #expect((events.last?["citations"] as? [Any])?.isEmpty == true && events.last?["found"] as? Bool == false)
    }

    @Test func `the model in use is told`() async throws {
        let server = try await Server(ScriptedModel([]))
        defer { server.task.cancel() }
        let connection = try RawConnection(port: server.port)
        connection.send(
            "GET /api/v1/models/chat HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n"
                + "Authorization: Bearer \(server.token)\r\n\r\n")
        let model = await Server.answer(connection).json["model"] as? [String: Any]
        #expect(model?["name"] as? String == "made-up:1b" && model?["server"] as? String == "Made up")
        #expect(model?["machine"] is NSNull)
    }
}

/// A model that replies the same to every request, and can be made to wait before the end of a reply.
private final class ScriptedModel: ChatModel {
    let name = "made-up:1b"
    let machine: String? = nil
    let contextWindow = 4_096
    let callsTools = true

    private struct State {
        var requests: [ChatRequest] = []
        var running = 0
        var most = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isWaiting: Bool
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let events: [ChatEvent]
    private let state: Mutex<State>

    init(_ events: [ChatEvent], waits: Bool = false) {
        self.events = events
        state = Mutex(State(isWaiting: waits))
    }

    var requests: [ChatRequest] { state.withLock { $0.requests } }
    /// The most replies at the same time.
    var mostAtATime: Int { state.withLock { $0.most } }

    func reply(to request: ChatRequest) -> AsyncThrowingStream<ChatEvent, any Error> {
        AsyncThrowingStream { stream in
            let task = Task {
                begin(request)
                for event in events {
                    if case .end = event { await wait() }
                    stream.yield(event)
                }
                if events.isEmpty || !events.contains(where: { if case .end = $0 { true } else { false } }) {
                    await wait()
                }
                state.withLock { $0.running -= 1 }
                stream.finish()
            }
            stream.onTermination = { [self] _ in
                task.cancel()
                release()
            }
        }
    }

    private func begin(_ request: ChatRequest) {
        state.withLock { state in
            state.requests.append(request)
            state.running += 1
            state.most = max(state.most, state.running)
        }
    }

    private func wait() async {
        guard state.withLock({ $0.isWaiting }), !Task.isCancelled else { return }
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.waiting.append(continuation)
                let ready = state.waiters.filter { $0.count <= state.waiting.count }
                state.waiters.removeAll { $0.count <= state.waiting.count }
                return ready
            }
            ready.forEach { $0.continuation.resume() }
        }
    }

    /// Waits until that many replies wait.
    func untilWaiting(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                guard state.waiting.count < count else { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Lets the replies that wait go on, and those to come.
    func goOn() {
        state.withLock { $0.isWaiting = false }
        release()
    }

    private func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }
}
