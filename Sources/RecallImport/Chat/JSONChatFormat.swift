import Foundation
import RecallCore
import RecallText

/// A format of chats as JSON: one object or several with the properties of a chat, and an array of its messages.
protocol JSONChatFormat: ImportFormat {
    /// Words in the first bytes, all of one row of which tell the format.
    var marks: [[String]] { get }
    /// The path of an object that is a chat.
    func isChat(_ path: JSONWalk.Path) -> Bool
    /// The path of an object or array above chats, or of a part of one whose members count as the chat's.
    func holdsChats(_ path: JSONWalk.Path) -> Bool
    /// The name of the array of messages.
    var messages: String { get }
    /// The chat with these properties.
    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat
    /// The account of whose export it is, by the properties of the file's first object; `nil` if they do not say.
    func owner(_ properties: [String: JSONValue]) -> String?
    /// True if `owner(_:parties:)` is to be asked for chats whose file does not say whose export it is. Their messages are read twice then.
    var looksForOwner: Bool { get }
    /// The account of whose export a chat is, by its properties and by who wrote in it; `nil` if they do not tell.
    func owner(_ properties: [String: JSONValue], parties: ChatParties) -> String?
    /// Adds the author of a message to the parties of its chat.
    func add(_ message: JSONValue, to parties: inout ChatParties)
    /// The message; `nil` if there is nothing in it.
    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage?
    /// The messages in an element of the array, each with its chat, for formats that have several there.
    func messages(in value: JSONValue, of chat: Chat) -> [(chat: Chat, message: ChatMessage)]
}

extension JSONChatFormat {
    var extensions: Set<String> { [] }
    var messages: String { "messages" }

    func owner(_ properties: [String: JSONValue]) -> String? { nil }
    var looksForOwner: Bool { false }
    func owner(_ properties: [String: JSONValue], parties: ChatParties) -> String? { nil }
    func add(_ message: JSONValue, to parties: inout ChatParties) {}

    func messages(in value: JSONValue, of chat: Chat) -> [(chat: Chat, message: ChatMessage)] {
        message(value, in: chat).map { [(chat, $0)] } ?? []
    }

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "json" || file.isNamed, !file.isBinary,
            let first = file.head.first(where: { $0 > 0x20 && $0 < 0x80 }), first == UInt8(ascii: "{")
        else { return nil }
        let head = String(decoding: file.head, as: UTF8.self)
        return marks.contains { $0.allSatisfy(head.contains) } ? .signature : nil
    }

    func isChat(_ path: JSONWalk.Path) -> Bool { path.isEmpty }
    func holdsChats(_ path: JSONWalk.Path) -> Bool { false }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { JSONChatReader(format: self) }
}

/// The accounts that wrote in a chat, as far as that tells whose chat of two it is.
struct ChatParties {
    /// The names of each account; complete only of few.
    private(set) var names: [String: Set<String>] = [:]
    /// True if there are more accounts than two, or one that is not known.
    private(set) var areMany = false

    private static let mostNames = 8

    /// Adds the author of a message; `nil` for an account that is not known.
    mutating func add(_ account: String?, named name: String?) {
        guard let account, names[account] != nil || names.count < 2 else {
            areMany = true
            return
        }
        if let name, names[account, default: []].count < Self.mostNames { names[account, default: []].insert(name) }
        names[account] = names[account] ?? []
    }
}

/// Reads chats of a format. A cursor is the byte offset after a message, or one within it: after some of those that it
/// holds.
///
/// The file is walked twice, since a chat's name may follow its messages.
struct JSONChatReader<Format: JSONChatFormat>: SourceReader {
    let format: Format

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        let chats = try chats(file, unit)
        var (current, items) = (-1, ChatItems())
        var walk = walk(file)
        while let event = try walk.next() {
            switch event {
            case .begin(let path): if format.isChat(path) { current += 1 }
            case .value(let path, let value):
                guard isMessage(path), chats.indices.contains(current) else { continue }
                // Those before the cursor are made too: which of two equal messages one is depends on them.
                let records = records(value, in: chats[current], &items, unit)
                for (index, record) in records.enumerated() {
                    // Each of several is longer than a byte.
                    let isLast = index == records.count - 1
                    let place = isLast ? value.range.upperBound : value.range.lowerBound + index + 1
                    guard place > cursor.number else { continue }
                    try await emit(record, SourceCursor(byteOffset: place))
                }
            case .end: break
            }
        }
    }

    private func records(
        _ value: JSONWalk.Value, in chat: Chat, _ items: inout ChatItems, _ unit: SourceUnit
    ) -> [ImportRecord] {
        func failure(_ code: ImportFailure.Code, _ reason: String) -> [ImportRecord] {
            [.failure(ImportFailure(code, path: unit.path, place: "byte \(value.range.lowerBound)", reason: reason))]
        }
        guard value.bytes != nil else { return failure(.overLimit, "The message is too long to be read.") }
        guard let parsed = value.parsed, parsed.members != nil else {
            return failure(.malformed, "The message cannot be read. Export the chat again.")
        }
        return format.messages(in: parsed, of: chat).map {
            .item(ImportedItem(items.item($0.message, in: $0.chat)))
        }
    }

    private static var mostChats: Int { 100_000 }
    /// The longest property of a chat, in bytes: a list of its members.
    private static var longestProperty: Int { 1 << 20 }

    private func chats(_ file: RegularFile, _ unit: SourceUnit) throws -> [Chat] {
        var properties: [[String: JSONValue]] = []
        var parties: [ChatParties] = []
        var walk = walk(file)
        // What is before damage is read; the second walk tells where it is.
        while let event = try? walk.next() {
            switch event {
            case .begin(let path):
                guard format.isChat(path) else { continue }
                properties.append([:])
                parties.append(ChatParties())
                guard properties.count <= Self.mostChats else {
                    throw ImportFailure(.overLimit, path: unit.path, reason: "The export has too many chats to be one.")
                }
            case .value(let path, let value) where isMessage(path):
                guard format.looksForOwner, let last = parties.indices.last, !parties[last].areMany,
                    properties.first.flatMap(format.owner) == nil
                else { continue }
                value.parsed.map { format.add($0, to: &parties[last]) }
            case .value(let path, let value):
                guard !properties.isEmpty, let name = path.last, name != "*",
                    format.isChat(Array(path.dropLast())), value.range.count < Self.longestProperty
                else { continue }
                properties[properties.count - 1][name] = value.parsed
            case .end: break
            }
        }
        let owner = properties.first.flatMap(format.owner)
        return zip(properties, parties).map { properties, parties in
            var chat = format.chat(properties, in: unit)
            chat.owner = chat.owner ?? owner ?? format.owner(properties, parties: parties)
            return chat
        }
    }

    private func isMessage(_ path: JSONWalk.Path) -> Bool {
        path.last == "*" && path.dropLast().last == format.messages && format.isChat(Array(path.dropLast(2)))
    }

    private func walk(_ file: RegularFile) -> JSONWalk {
        JSONWalk(file) { path in
            format.isChat(path) || format.holdsChats(path)
                || (path.last == format.messages && format.isChat(Array(path.dropLast())))
        }
    }
}
