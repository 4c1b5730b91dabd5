import RecallText

/// A block of a message: programs write these instead of a text, and people's texts are in them once more.
struct SlackBlock {
    private let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    private var type: String { value["type"]?.string ?? "" }
    /// True for what a person wrote.
    var isRichText: Bool { type == "rich_text" }

    /// Its texts, with Slack's markup.
    var texts: [String] {
        switch type {
        case "section", "header", "markdown":
            let text = value["text"]?.string ?? value["text"]?["text"]?.string
            return [text].compactMap(\.self) + (value["fields"]?.elements ?? []).compactMap { $0["text"]?.string }
        case "context": return (value["elements"]?.elements ?? []).compactMap { $0["text"]?.string }
        case "rich_text": return (value["elements"]?.elements ?? []).map(Self.text)
        case "table":
            return (value["rows"]?.elements ?? []).map { row in
                (row.elements ?? []).map { $0["text"]?.string ?? SlackBlock($0).texts.joined(separator: " ") }
                    .joined(separator: " | ")
            }
        default: return []
        }
    }

    private static func text(_ element: JSONValue) -> String {
        let type = element["type"]?.string
        if let inner = element["elements"]?.elements {
            return inner.map(text).joined(separator: type == "rich_text_list" ? "\n" : "")
        }
        func named(_ key: String) -> String { element[key]?.string ?? "" }
        switch type {
        case "user": return "<@\(named("user_id"))>"
        case "channel": return "<#\(named("channel_id"))>"
        case "broadcast": return "<!\(named("range"))>"
        case "emoji": return ":\(named("name")):"
        case "link": return "<\(named("url"))|\(named("text").isEmpty ? named("url") : named("text"))>"
        default:
            return named("text").replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                .replacing(">", with: "&gt;")
        }
    }
}
