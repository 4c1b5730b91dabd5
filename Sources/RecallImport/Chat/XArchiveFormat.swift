import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// The direct messages of an archive of X, which was Twitter (`data/direct-messages.js`).
    public static let xArchive = SourceFormat(
        "x-archive", singular: "Twitter (X) archive", plural: "Twitter (X) archives", isContainer: true)
}

/// `direct-messages.js` and `direct-messages-group.js`: JSON after `window.YTD.direct_messages.part0 =`.
///
/// The archive names nobody but its owner, in `account.js`; others are numbers.
struct XArchiveFormat: JSONChatFormat {
    let format = SourceFormat.xArchive
    let marks: [[String]] = []
    /// The owner of the archive.
    var account: (id: String, name: String)?

    func evidence(in file: SniffedFile) -> Evidence? {
        guard Self.isName(ofChats: file.name), !file.isBinary else { return nil }
        return file.head.prefix(100).firstOccurrence(of: "window.YTD.direct_message") != nil ? .signature : nil
    }

    /// True for `direct-messages.js`, `direct-messages-group-part1.js`, and as they were called before 2020 (`direct-message.js`).
    static func isName(ofChats name: String) -> Bool {
        guard name.hasPrefix("direct-message"), name.hasSuffix(".js") else { return false }
        let parts = name.dropFirst("direct-message".count).dropLast(".js".count).split(separator: "-")
        return parts.allSatisfy { part in
            part == "s" || part == "group" || (part.hasPrefix("part") && part.dropFirst(4).allSatisfy(\.isNumber))
        }
    }

    func companions(of path: String) -> [String] { [Self.account(beside: path)] }

    /// The path of the file that says whose archive it is.
    static func account(beside path: String) -> String {
        "\(path.dropLast(AbsolutePath.name(path).count))account.js"
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { XArchiveReader() }

    func isChat(_ path: JSONWalk.Path) -> Bool { path == ["*", "dmConversation"] }
    func holdsChats(_ path: JSONWalk.Path) -> Bool { path.isEmpty || path == ["*"] }

    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat {
        let id = properties["conversationId"]?.string ?? unit.path
        // A chat of two is called after both, a group has a number of its own.
        let people = id.split(separator: "-").map(String.init)
        let others = people.filter { $0 != account?.id }
        let title = people.count == 2 ? others.joined(separator: ", ") : "Group \(id)"
        return Chat(
            platform: "x", key: id, title: title.isEmpty ? account?.name ?? id : title,
            names: account.map { [$0.id: $0.name] } ?? [:])
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        func person(_ id: JSONValue?) -> Participant? {
            id?.string.flatMap { id in
                // The number of an account is nobody's telephone.
                chat.names[id].map { Participant(chatName: $0) } ?? Participant(name: "x:" + CleanText.line(id))
            }
        }
        if let name = value["conversationNameUpdate"] {
            guard let text = name["name"]?.string, !text.isEmpty else { return nil }
            return ChatMessage(
                sender: person(name["initiatingUserId"]), date: Self.date(name), text: text, isNotice: true)
        }
        guard let message = value["messageCreate"] else { return nil }
        let files = (message["mediaUrls"]?.elements ?? []).compactMap { $0.string.map { Attachment(chatFile: $0) } }
        let text = Self.text(message)
        guard !text.isEmpty || !files.isEmpty else { return nil }
        return ChatMessage(
            id: message["id"]?.string, sender: person(message["senderId"]), date: Self.date(message), text: text,
            attachments: files)
    }

    private static func date(_ value: JSONValue) -> Date? { value["createdAt"]?.string.flatMap(RFC3339.date) }

    // MARK: Links

    private static let shortener = "https://t.co/"
    private static let longestLink = 8_192
    private static let mostOfLinks = 1 << 20

    /// The text with the addresses that its short links lead to. That of a file of the message itself is left out.
    private static func text(_ message: JSONValue) -> String {
        let text = message["text"]?.string ?? ""
        var links: [String: String] = [:]
        for link in message["urls"]?.elements ?? [] {
            guard let short = link["url"]?.string, let expanded = link["expanded"]?.string, !expanded.isEmpty,
                expanded.utf8.count <= longestLink
            else { continue }
            links[short] = expanded.contains("/messages/media/") ? "" : expanded
        }
        guard !links.isEmpty else { return text }
        let parts = text.split(separator: shortener, omittingEmptySubsequences: false)
        var (result, room) = (String(parts.first ?? ""), mostOfLinks)
        for part in parts.dropFirst() where result.utf8.count <= ImportLimits.textBytes {
            let code = part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            let short = shortener + code
            let long = links[short]
            room -= long?.utf8.count ?? 0
            result += (room >= 0 ? long ?? short : short) + part[code.endIndex...]
        }
        return result.trimmed
    }
}

/// Reads a file of chats. Cursors are those of `JSONChatReader`.
struct XArchiveReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let format = XArchiveFormat(account: Self.account(beside: unit))
        try await JSONChatReader(format: format).read(unit, from: cursor, emit: emit)
    }

    private static let accountBytes = 1 << 16

    /// The number and the name in `account.js`; `nil` if it is not there.
    private static func account(beside unit: SourceUnit) -> (id: String, name: String)? {
        let path = XArchiveFormat.account(beside: unit.location)
        guard FileStatus(path: path)?.type == .file,
            let bytes = try? RegularFile(path: path).bytes(limit: accountBytes),
            let start = bytes.firstIndex(of: UInt8(ascii: "[")),
            let account = try? JSONValue(parsing: bytes[start...], replacingLoneSurrogates: true).elements?.first?[
                "account"], let id = account["accountId"]?.string
        else { return nil }
        let names = [account["accountDisplayName"]?.string, account["username"]?.string]
        return names.lazy.compactMap(\.self).map(CleanText.line).first { !$0.isEmpty }.map { (id, $0) }
    }
}
