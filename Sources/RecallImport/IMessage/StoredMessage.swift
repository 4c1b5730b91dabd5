import Foundation
import RecallCore

/// A message as it is in the database.
struct StoredMessage: Hashable {
    /// Its row in the table of messages.
    var row: Int
    /// The id that it has on all devices of a person.
    var guid = ""
    var text = ""
    /// The number or address of who sent it; empty if it is the owner of the device.
    var sender = ""
    var chatKey = ""
    var chatTitle = ""
    /// Seconds since 2001; nanoseconds since macOS 10.13 and iOS 11.
    var date = 0
    var isFromOwner = false
    var isNotice = false
    /// True if its chat or its attachments cannot be read.
    var isDamaged = false
    var attachments: [File] = []

    /// A file that was sent with it.
    struct File: Hashable {
        var name: String
        var mediaType: String
        var byteCount: Int
    }

    /// The person whose device it is.
    static let owner = Participant(name: "Me")
    /// Stands in texts for attachments.
    private static let placeholder: Unicode.Scalar = "\u{FFFC}"
    /// So many seconds are 30,000 years, and so many nanoseconds a quarter of an hour.
    private static let leastNanoseconds = 1_000_000_000_000

    var chat: Chat { Chat(platform: "imessage", key: chatKey, title: chatTitle) }

    /// The message for people to read; `nil` if there is nothing in it.
    var message: ChatMessage? {
        let parts = text.unicodeScalars.split(separator: Self.placeholder).map {
            String($0).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let text = parts.filter { !$0.isEmpty }.joined(separator: "\n")
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        let person = Participant(address: CleanText.line(sender))
        let from = isFromOwner ? Self.owner : person.address.isEmpty ? nil : person
        return ChatMessage(
            id: guid.isEmpty ? nil : guid, sender: isNotice ? nil : from, date: instant, text: text,
            isNotice: isNotice,
            attachments: attachments.map {
                Attachment(chatFile: $0.name, mediaType: $0.mediaType, byteCount: $0.byteCount)
            },
            defects: isDamaged ? [.badStructure] : [])
    }

    private var instant: Date? {
        guard date > 0 else { return nil }
        let seconds = date < Self.leastNanoseconds ? Double(date) : Double(date) / 1_000_000_000
        return ChatDate.since1970(seconds + Date.timeIntervalBetween1970AndReferenceDate)
    }
}
