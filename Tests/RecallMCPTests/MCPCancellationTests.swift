import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Calls that nobody waits for any more, in the middle of their work.
@Suite(.scratch) struct MCPCancellationTests {
    private static let notes = (0..<5).map { Item.note("\($0)", text: "the kettle number\($0) is on the stove") }

    private func library(_ encoder: PausingEncoder) async throws -> RecallLibrary {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        try await {
            let store = try LibraryStore(at: location, for: .write)
            _ = try await store.importAndEmbedRecords(RecordList(Self.notes), encoder)
        }()
        return try RecallLibrary(at: location, for: .concurrentReads, model: .encoder(encoder))
    }

    /// A connection without a handshake, after which the library is read beside the calls.
    private func connection(_ library: RecallLibrary) -> MCPConnection { MCPConnection(library, isGreeted: false) }

    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    private func call(_ client: MCPConnection, _ tool: String, id: Int) {
        let parameters = #"{"name":"\#(tool)","arguments":{"query":"kettle"},\#(Self.meta)}"#
        client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":\#(parameters)}"#)
    }

    private func cancel(_ client: MCPConnection, id: Int) {
        client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
    }

    /// The number of items that each logged search was given, the last one first.
    private func given(_ library: RecallLibrary) throws -> [Int?] {
        try ToolCallLog(of: library.location).entries().map(\.items)
    }

    @Test func `a search that is cancelled in its middle finds nothing, and is not answered`() async throws {
        let encoder = PausingEncoder()
        let library = try await library(encoder)
        let client = connection(library)
        call(client, "search", id: 1)
        client.finish()
        #expect(!ToolReply(try #require(client.answer(to: 1))).sources.isEmpty)
        encoder.pauses()
        call(client, "search", id: 7)
        await encoder.untilAsked()
        cancel(client, id: 7)
        encoder.goesOn()
        client.finish()
        #expect(client.answer(to: 7) == nil)
        #expect(try given(library).map { $0 == nil } == [true, false])
    }

    @Test func `its id can be used at once, and the answer is that of the second call`() async throws {
        let encoder = PausingEncoder()
        let library = try await library(encoder)
        let client = connection(library)
        encoder.pauses()
        call(client, "search", id: 7)
        await encoder.untilAsked()
        cancel(client, id: 7)
        call(client, "count", id: 7)
        encoder.goesOn()
        client.finish()
        let answers = client.messages.filter { $0["id"] as? Int == 7 }
        #expect(answers.count == 1)
        #expect(ToolReply(try #require(answers.first)).values["items"] as? Int == 5)
    }

    @Test func `when nobody reads answers any more, what runs is interrupted and what waits is not begun`() async throws
    {
        let encoder = PausingEncoder()
        let library = try await library(encoder)
        let client = connection(library)
        encoder.pauses()
        for id in 1...200 { call(client, "search", id: id) }
        await encoder.untilAsked()
        client.end()
        encoder.goesOn()
        client.finish()
        #expect((1...200).allSatisfy { client.answer(to: $0) == nil })
        let given = try given(library)
        #expect((1...4).contains(given.count) && given.allSatisfy { $0 == nil })
    }

    @Test func `whatever a tool reads, it reads nothing once its call is cancelled`() async throws {
        let library = try await MCPFixture.library()
        let cancelled = WorkCancellation()
        cancelled.cancel()
        let query = SearchQuery("deposit")
        let id = try #require(MCPFixture.items.first).id
        let readings: [@Sendable () throws -> Void] = [
            { _ = try library.search(query) }, { _ = try library.count(query) },
            { _ = try library.page(query, offset: 0, limit: 5) }, { _ = try library.facets(query) },
            { _ = try library.similar(to: id) }, { _ = try library.item(id) },
            { _ = try library.threadWindow(of: id, before: 1, after: 1) },
            { _ = try library.findMemories("deposit", for: .outside, limit: 5) },
        ]
        for (number, read) in readings.enumerated() {
            try read()
            #expect(throws: CancellationError.self, "reading \(number)") { try cancelled.whileBound(read) }
        }
    }
}
