public import Foundation
public import RecallCore

// Short ways to make items. Names and addresses are made up.

extension Date {
    /// That many hours after the first moment of 2024, UTC.
    public static func hours(_ hours: Double) -> Date {
        Date(timeIntervalSince1970: 1_704_067_200 + hours * 3_600)
    }

    /// That many days after the first moment of 2024, UTC.
    public static func days(_ days: Double) -> Date { hours(days * 24) }
}

extension Item {
    /// A mail with that Message-ID, which is its external id too.
    public static func mail(
        _ id: String, _ title: String = "", text: String = "made up", from: String = "Ada", day: Double? = 0,
        inReplyTo: [String] = [], references: [String] = []
    ) -> Item {
        Item(
            id: ItemID(identifying: ["mail", id]),
            details: .email(EmailDetails(messageID: id, inReplyTo: inReplyTo, references: references)), title: title,
            sender: Participant(name: from, address: "\(from.lowercased())@people.example"), date: day.map(Date.days),
            text: text, externalID: id)
    }

    /// A message of a chat.
    public static func message(
        _ id: String, hour: Double?, chat: String = "walks", text: String = "made up", from: String = "Ada",
        answers: String? = nil
    ) -> Item {
        let answered = answers.map { ItemID(identifying: ["message", chat, $0]) }
        return Item(
            id: ItemID(identifying: ["message", chat, id]),
            details: .message(MessageDetails(platform: "test", answers: answered)),
            sender: Participant(name: from), date: hour.map(Date.hours), text: text, conversation: chat,
            conversationTitle: chat, externalID: id)
    }

    /// A document at a path, which is its external id too.
    public static func document(_ path: String, title: String = "", text: String = "made up") -> Item {
        Item(
            id: ItemID(identifying: ["document", path]),
            details: .document(DocumentDetails(format: "txt", path: path)), title: title, text: text, externalID: path)
    }

    /// A note.
    public static func note(_ name: String, text: String, authored: [Range<Int>]? = nil) -> Item {
        Item(
            id: ItemID(identifying: ["note", name]), details: .note(NoteDetails(path: "/notes/\(name).md")),
            title: name, text: text, authoredRanges: authored, externalID: name)
    }
}
