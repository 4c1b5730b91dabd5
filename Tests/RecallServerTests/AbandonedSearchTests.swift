import Foundation
import Logging
import RecallCore
import RecallEmbedding
import RecallKit
import RecallServer
import RecallStore
import RecallTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Searches whose client does not wait for the answer, on a real connection to a server whose encoder can be stopped.
@Suite(.scratch) struct AbandonedSearchTests {
    /// A server of this process, until its task is cancelled.
    private static func serve(
        _ location: LibraryLocation, _ encoder: any SentenceEncoder
    ) async throws -> (port: Int, task: Task<Void, any Error>) {
        let (links, started) = AsyncStream<String>.makeStream()
        let server = try RecallServer(
            .init(
                location: location, port: 0, version: "test",
                model: .encoder(encoder),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, didStart: { started.yield($0) }))
        let task = Task { try await server.run() }
        let link = try #require(await links.first { _ in true })
        return (try #require(URL(string: link)?.port), task)
    }

    /// Receives on a thread of its own: the server needs those of this process's tasks. Gives up after a minute.
    private static func answer(_ connection: RawConnection) async -> Answer {
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(connection.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor = dup(connection.descriptor)] in
                continuation.resume(returning: Answer(RawConnection(descriptor: descriptor).receiveAll()))
            }
        }
    }

    private static func library(_ encoder: PausingEncoder) async throws -> LibraryLocation {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let store = try LibraryStore(at: location, for: .write)
        let notes = (0..<5).map { Item.note("\($0)", text: "the kettle number\($0) is on the stove") }
        _ = try await store.importAndEmbedRecords(RecordList(notes), encoder)
        return location
    }

    /// The bytes of a request at `port`.
    private static func post(_ path: String, _ body: String, _ token: some StringProtocol, port: Int) -> String {
        "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// Sends a request twice: once to its answer, and once without waiting for it, while the encoder pauses.
    private static func expectAbandoned(_ request: String, port: Int, _ encoder: PausingEncoder) async throws {
        let patient = try RawConnection(port: port)
        patient.send(request)
        #expect(await answer(patient).status == 200)

        encoder.pauses()
        defer { encoder.goesOn() }
        let gone = try RawConnection(port: port)
        gone.send(request)
        await encoder.untilAsked()
        // Nothing more comes from the client; what the server still says can be read.
        shutdown(gone.descriptor, Int32(SHUT_WR))
        #expect(await answer(gone).errorCode == "cancelled")
    }

    @Test func aSearchEndsWhenItsClientGoesAway() async throws {
        let encoder = PausingEncoder()
        let location = try await Self.library(encoder)
        let (port, server) = try await Self.serve(location, encoder)
        defer { server.cancel() }
        let token = try String(contentsOfFile: location.folder + "/server.token", encoding: .utf8).prefix(64)
        let request = Self.post("/api/v1/search", #"{"query":"kettle"}"#, token, port: port)
        try await Self.expectAbandoned(request, port: port, encoder)
    }

    @Test func aCallOfAnAssistantEndsWhenItGoesAway() async throws {
        let encoder = PausingEncoder()
        let location = try await Self.library(encoder)
        let (port, server) = try await Self.serve(location, encoder)
        defer { server.cancel() }
        let token = try AssistantClients(of: location).add("Notebook", scope: "").token
        let body =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"kettle"}}}"#
        let request = Self.post("/mcp", body, token, port: port)
        try await Self.expectAbandoned(request, port: port, encoder)
    }
}
