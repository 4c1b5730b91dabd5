import Foundation
import RecallCore
import RecallKit
import RecallMCP
import RecallStore
import RecallTestSupport
import Synchronization

/// A client's connection to a server in this process, and all that was sent to the client.
final class MCPConnection: Sendable {
    private let session: MCPSession
    private let sent: Sent

    private final class Sent: Sendable {
        let messages = Mutex<[Data]>([])
    }

    /// A connection to a library.
    ///
    /// - Parameter willTake: called before a message is taken, which may hold the server up.
    init(
        _ library: RecallLibrary, scope: SearchFilter = .everything, isGreeted: Bool = true,
        willTake: @escaping @Sendable (Data) -> Void = { _ in }
    ) {
        let sent = Sent()
        self.sent = sent
        session = MCPSession(MCPServer(library, scope: scope, version: "1")) { message in
            willTake(message)
            sent.messages.withLock { $0.append(message) }
        }
        if isGreeted { _ = ask("initialize", #"{"protocolVersion":"2025-11-25","capabilities":{}}"#) }
    }

    /// Sends a line as it is.
    func send(_ line: String) { session.receive(Data(line.utf8)) }

    /// Stops to read answers.
    func end() { session.cancel() }

    /// Waits until everything is answered.
    func finish() { session.finish() }

    /// All messages so far.
    var messages: [[String: Any]] {
        sent.messages.withLock { $0 }.compactMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    }

    /// All messages so far as one text.
    var text: String {
        sent.messages.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    /// The message that answers the request `id`.
    func answer(to id: Int) -> [String: Any]? {
        // The last ones first: reading thousands again for each answer takes minutes.
        sent.messages.withLock { $0 }.reversed().lazy
            .compactMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }.first {
                $0["id"] as? Int == id
            }
    }

    /// Sends a request, and returns its answer.
    func ask(_ method: String, _ parameters: String = "{}", id: Int = .random(in: 1...1_000_000_000)) -> [String: Any] {
        send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#)
        finish()
        return answer(to: id) ?? [:]
    }

    /// Calls a tool, and returns its answer.
    func call(_ tool: String, _ arguments: String = "{}") -> ToolReply {
        ToolReply(ask("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#))
    }
}

/// The answer of a tool.
struct ToolReply {
    let message: [String: Any]

    init(_ message: [String: Any]) { self.message = message }

    var result: [String: Any] { message["result"] as? [String: Any] ?? [:] }
    var isError: Bool { result["isError"] as? Bool ?? true }
    var text: String { (result["content"] as? [[String: Any]])?.first?["text"] as? String ?? "" }
    var values: [String: Any] { result["structuredContent"] as? [String: Any] ?? [:] }
    var sources: [[String: Any]] { values["sources"] as? [[String: Any]] ?? [] }
    var links: [String] { sources.compactMap { $0["uri"] as? String } }
    var cursor: String? { values["nextCursor"] as? String }
}

extension [String: Any] {
    /// The code of an error.
    var code: Int? { (self["error"] as? [String: Any])?["code"] as? Int }
}

/// Libraries for clients to search.
enum MCPFixture {
    static func library(of items: [Item]) async throws -> RecallLibrary {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        try await library.store.importItems(items, path: "/made-up/all.jsonl")
        return library
    }

    /// Mails about a deposit and a note about a bicycle.
    static func library() async throws -> RecallLibrary { try await library(of: items) }

    static let items: [Item] = [
        .mail("deposit-1", "Deposit", text: "Please send back the deposit of 1,450 euros.", from: "Ada", day: 10),
        .mail(
            "deposit-2", "Re: Deposit", text: "I keep 300 euros of the deposit for the painted wall.", from: "Orlov",
            day: 73, inReplyTo: ["deposit-1"]),
        .mail(
            "deposit-3", "Re: Deposit", text: "I do not agree with the deduction for the wall.", from: "Ada", day: 74,
            inReplyTo: ["deposit-2"]),
        .note("bicycle", text: "The bicycle has a new chain since Tuesday. Its lock code is 4711."),
    ]

    /// The link to an item by the name that it was made with.
    static func link(_ name: String, in items: [Item] = items) -> String {
        items.first { $0.externalID == name }.map { "recall://item/\($0.id)" } ?? ""
    }
}
