import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// The conversations with ChatGPT or Claude (`conversations.json` of the download of one's data).
    public static let assistantChats = SourceFormat(
        "assistant-chats", singular: "ChatGPT or Claude export", plural: "ChatGPT and Claude exports",
        isContainer: true)
}

struct AssistantChatFormat: ImportFormat {
    let format = SourceFormat.assistantChats
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "json" || file.isNamed, !file.isBinary,
            let first = file.head.first(where: { $0 > 0x20 && $0 < 0x80 }), first == UInt8(ascii: "[")
        else { return nil }
        let marks: [[StaticString]] = [["\"mapping\"", "\"create_time\""], ["\"chat_messages\"", "\"uuid\""]]
        return marks.contains { $0.allSatisfy { file.head.firstOccurrence(of: $0) != nil } } ? .signature : nil
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { AssistantChatReader() }
}

/// Reads conversation by conversation. A cursor is the byte offset after one, and the messages that are done of the next.
struct AssistantChatReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        var walk = JSONWalk(try RegularFile(of: unit), enters: \.isEmpty)
        let place = cursor.text.split(separator: "+").compactMap { Int($0) }
        let (offset, done) = (place.first ?? 0, place.count > 1 ? place[1] : 0)
        var start = 0
        while let event = try walk.next() {
            guard case .value(_, let value) = event else { continue }
            defer { start = value.range.upperBound }
            guard value.range.upperBound > offset else { continue }
            guard let conversation = value.parsed.flatMap(AssistantConversation.init) else {
                let reason = "The conversation cannot be read, or is too long."
                let place = "byte \(value.range.lowerBound)"
                try await emit(
                    .failure(ImportFailure(.malformed, path: unit.path, place: place, reason: reason)),
                    SourceCursor("\(value.range.upperBound)", bytesRead: value.range.upperBound))
                continue
            }
            var items = ChatItems()
            for (number, message) in conversation.messages.enumerated() {
                let item = items.item(message, in: conversation.chat)
                guard start != offset || number >= done else { continue }
                let isLast = number + 1 == conversation.messages.count
                let text = isLast ? "\(value.range.upperBound)" : "\(start)+\(number + 1)"
                try await emit(
                    .item(ImportedItem(item)),
                    SourceCursor(text, bytesRead: isLast ? value.range.upperBound : value.range.lowerBound))
            }
        }
    }
}

/// One conversation of either service: what was asked and answered, without what the program did in between.
private struct AssistantConversation {
    let chat: Chat
    let messages: [ChatMessage]

    /// The person whose data it is.
    private static let owner = Participant.me

    init?(_ value: JSONValue) {
        if let mapping = value["mapping"] {
            self.init(chatGPT: value, mapping)
        } else if let messages = value["chat_messages"]?.elements {
            self.init(claude: value, messages)
        } else {
            return nil
        }
    }

    /// The messages from the one that was shown last up to the first: questions that were asked anew have other branches.
    private init(chatGPT value: JSONValue, _ mapping: JSONValue) {
        let nodes = Dictionary((mapping.members ?? []).map { ($0.name, $0.value) }) { $1 }
        var branch: [ChatMessage] = []
        var next = value["current_node"]?.string ?? nodes.first { $0.value["children"]?.elements?.isEmpty == true }?.key
        // As many steps as there are nodes: parents may form a ring in a damaged file.
        for _ in nodes {
            guard let node = next.flatMap({ nodes[$0] }) else { break }
            if let message = node["message"].flatMap(Self.chatGPTMessage) { branch.append(message) }
            next = node["parent"]?.string
        }
        let key = value["conversation_id"]?.string ?? value["id"]?.string ?? value["title"]?.string ?? ""
        chat = Chat(platform: "chatgpt", key: key, title: value["title"]?.string ?? "ChatGPT")
        messages = branch.reversed()
    }

    private static func chatGPTMessage(_ value: JSONValue) -> ChatMessage? {
        let (role, content) = (value["author"]?["role"]?.string, value["content"])
        guard role == "user" || role == "assistant",
            ["text", "multimodal_text"].contains(content?["content_type"]?.string ?? ""),
            value["metadata"]?["is_visually_hidden_from_conversation"]?.bool != true,
            // What it writes to a tool is no answer.
            (value["recipient"]?.string ?? "all") == "all"
        else { return nil }
        let said = (content?["parts"]?.elements ?? []).compactMap(Self.said).joined(separator: "\n")
        let text = Self.plain(said, value["metadata"]?["content_references"])
        let files = (value["metadata"]?["attachments"]?.elements ?? []).compactMap { $0["name"]?.string }
        guard text.contains(where: { !$0.isWhitespace }) || !files.isEmpty else { return nil }
        return ChatMessage(
            id: value["id"]?.string, sender: role == "user" ? owner : Participant(name: "ChatGPT"),
            date: ChatDate.since1970(value["create_time"]?.double), text: text,
            attachments: files.map { Attachment(chatFile: $0) })
    }

    /// A text, or what was said aloud.
    private static func said(_ part: JSONValue) -> String? {
        part.string ?? (part["content_type"]?.string == "audio_transcription" ? part["text"]?.string : nil)
    }

    private static let (longestSource, mostOfSources) = (4_096, 1 << 20)

    /// The text without the marks of sources, `cite…turn0search1` between characters for private use; where the export says
    /// what is shown in place of one, with that.
    private static func plain(_ text: String, _ references: JSONValue?) -> String {
        let (start, end): (Unicode.Scalar, Unicode.Scalar) = ("\u{E200}", "\u{E201}")
        guard text.unicodeScalars.contains(start) else { return text }
        let shown = (references?.elements ?? []).reduce(into: [String: String]()) { shown, reference in
            guard let mark = reference["matched_text"]?.string, let alt = reference["alt"]?.string,
                alt.utf8.count <= longestSource
            else { return }
            shown[mark] = alt
        }
        var room = mostOfSources
        var plain = String.UnicodeScalarView()
        var mark = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard scalar == start || !mark.isEmpty else {
                plain.append(scalar)
                continue
            }
            mark.append(scalar)
            if scalar == end {
                let alt = shown[String(mark)] ?? ""
                room -= alt.utf8.count
                if room >= 0 { plain.append(contentsOf: alt.unicodeScalars) }
                mark.removeAll()
            }
        }
        // What is never closed is no mark.
        return String(plain) + String(mark)
    }

    private init(claude value: JSONValue, _ list: [JSONValue]) {
        let title = value["name"]?.string ?? ""
        chat = Chat(platform: "claude", key: value["uuid"]?.string ?? title, title: title.isEmpty ? "Claude" : title)
        messages = list.compactMap { message in
            let pieces = (message["content"]?.elements ?? []).filter { $0["type"]?.string == "text" }
            let text = pieces.compactMap { $0["text"]?.string }.joined(separator: "\n")
            let files = (message["attachments"]?.elements ?? []) + (message["files"]?.elements ?? [])
            let attachments = files.compactMap { $0["file_name"]?.string }.map { Attachment(chatFile: $0) }
            let whole = text.isEmpty ? message["text"]?.string ?? "" : text
            guard !whole.isEmpty || !attachments.isEmpty else { return nil }
            return ChatMessage(
                id: message["uuid"]?.string,
                sender: message["sender"]?.string == "human" ? Self.owner : Participant(name: "Claude"),
                date: message["created_at"]?.string.flatMap(RFC3339.date), text: whole, attachments: attachments)
        }
    }
}
