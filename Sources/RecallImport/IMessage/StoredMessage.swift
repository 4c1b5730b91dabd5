import Foundation
import RecallConfinement
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
    /// The id of the message that it answers; empty if it answers none.
    var answers = ""
    /// Seconds since 2001; nanoseconds since macOS 10.13 and iOS 11.
    var date = 0
    /// The date of the last edit, in the same unit; zero if there is none.
    var edited = 0
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
    static let owner = Participant.me
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
            id: guid.isEmpty ? nil : guid, sender: isNotice ? nil : from, date: Self.instant(date), text: text,
            isNotice: isNotice, answers: answers.isEmpty ? nil : answers, edited: Self.instant(edited),
            attachments: attachments.map {
                Attachment(chatFile: $0.name, mediaType: $0.mediaType, byteCount: $0.byteCount)
            },
            defects: isDamaged ? [.badStructure] : [])
    }

    private static func instant(_ date: Int) -> Date? {
        guard date > 0 else { return nil }
        let seconds = date < leastNanoseconds ? Double(date) : Double(date) / 1_000_000_000
        return ChatDate.since1970(seconds + Date.timeIntervalBetween1970AndReferenceDate)
    }
}

extension StoredMessage {
    /// The message as the process that reads it hands it over.
    var encoded: [UInt8] {
        var writer = ReplyWriter(UInt8(ascii: "M"), [guid, text, sender, chatKey, chatTitle, answers])
        writer.put(integers: [row, date, edited] + [isFromOwner, isNotice, isDamaged].map { $0 ? 1 : 0 })
        for file in attachments {
            writer.put(file.name.utf8)
            writer.put(file.mediaType.utf8)
            writer.put(integers: [file.byteCount])
        }
        return writer.bytes
    }

    /// The message that `bytes` encode; `nil` if they are none.
    init?(_ bytes: [UInt8]) {
        var fields = ReplyReader(bytes)
        guard let guid = fields.string(), let text = fields.string(), let sender = fields.string(),
            let key = fields.string(), let title = fields.string(), let answers = fields.string(),
            let numbers = fields.integers(), numbers.count == 6
        else { return nil }
        self.init(
            row: numbers[0], guid: guid, text: text, sender: sender, chatKey: key, chatTitle: title,
            answers: answers, date: numbers[1], edited: numbers[2], isFromOwner: numbers[3] != 0,
            isNotice: numbers[4] != 0, isDamaged: numbers[5] != 0)
        while !fields.isAtEnd {
            guard let name = fields.string(), let type = fields.string(), let size = fields.integers()?.first else {
                return nil
            }
            attachments.append(File(name: name, mediaType: type, byteCount: max(0, size)))
        }
    }
}
