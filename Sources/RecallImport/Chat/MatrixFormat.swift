import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A room of Matrix as JSON, as Element exports it.
    public static let matrix = SourceFormat(
        "matrix", singular: "Matrix export", plural: "Matrix exports", isContainer: true)
}

struct MatrixFormat: JSONChatFormat {
    let format = SourceFormat.matrix
    let marks = [["\"room_name\"", "\"messages\""], ["\"messages\"", "\"origin_server_ts\"", "\"m.room."]]

    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat {
        let title = properties["room_name"]?.string ?? PlainFile.title(path: unit.path)
        return Chat(platform: "matrix", key: title, title: title)
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        let content = value["content"]
        guard ["m.room.message", "m.sticker"].contains(value["type"]?.string), let body = content?["body"]?.string,
            !body.isEmpty
        else {
            return nil
        }
        // An edit repeats the message with a star for programs that know none.
        let relation = content?["m.relates_to"]
        let replaced = relation?["rel_type"]?.string == "m.replace" ? relation?["event_id"]?.string : nil
        let text = replaced != nil ? content?["m.new_content"]?["body"]?.string ?? body : Self.withoutFallback(body)
        let isFile = ["m.image", "m.file", "m.audio", "m.video"].contains(content?["msgtype"]?.string ?? "")
        let type = content?["info"]?["mimetype"]?.string ?? ""
        // Where the file has a name, the text beside another name is its caption.
        let file = content?["filename"]?.string ?? body
        return ChatMessage(
            id: value["event_id"]?.string, sender: sender(value["sender"]?.string ?? ""),
            date: ChatDate.since1970(value["origin_server_ts"]?.double.map { $0 / 1_000 }),
            text: isFile && file == body ? "" : text, answers: Self.answered(relation), replaces: replaced,
            attachments: isFile
                ? [Attachment(chatFile: file, mediaType: type, byteCount: content?["info"]?["size"]?.int)] : [])
    }

    /// The message that it answers, or else the first one of its thread.
    private static func answered(_ relation: JSONValue?) -> String? {
        let root = relation?["rel_type"]?.string == "m.thread" ? relation?["event_id"]?.string : nil
        return relation?["m.in_reply_to"]?["event_id"]?.string ?? root
    }

    /// `@ada:example.org`: a name, and the whole as the address.
    private func sender(_ id: String) -> Participant? {
        let address = CleanText.line(id)
        guard address.hasPrefix("@") else { return Participant(chatName: address) }
        return Participant(name: String(address.dropFirst().prefix { $0 != ":" }), address: address)
    }

    /// The text of a reply without the lines that it quotes (Matrix 1.11, 11.3.1).
    private static func withoutFallback(_ body: String) -> String {
        guard body.hasPrefix("> <") else { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("> ") }
        let rest = lines.drop(while: \.isEmpty).joined(separator: "\n")
        return rest.isEmpty ? body : rest
    }
}
