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
struct AbandonedSearchTests {
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

    @Test func aSearchEndsWhenItsClientGoesAway() async throws {
        let encoder = PausingEncoder()
        let scratch = try ScratchFolder()
        let location = LibraryLocation(path: scratch.path + "/library")
        try await {
            let store = try LibraryStore(at: location, for: .write)
            let notes = (0..<5).map { Item.note("\($0)", text: "the kettle number\($0) is on the stove") }
            _ = try await store.importAndEmbedRecords(RecordList(notes), encoder)
        }()
        let (port, server) = try await Self.serve(location, encoder)
        defer { server.cancel() }
        let token = try String(contentsOfFile: location.folder + "/server.token", encoding: .utf8)
        let body = #"{"query":"kettle"}"#
        let request =
            "POST /api/v1/search HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token.prefix(64))\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"

        let patient = try RawConnection(port: port)
        patient.send(request)
        #expect(await Self.answer(patient).status == 200)

        encoder.pauses()
        defer { encoder.goesOn() }
        let gone = try RawConnection(port: port)
        gone.send(request)
        await encoder.untilAsked()
        // Nothing more comes from the client; what the server still says can be read.
        shutdown(gone.descriptor, Int32(SHUT_WR))
        #expect(await Self.answer(gone).errorCode == "cancelled")
    }
}
