import RecallConfinement

/// A part of what the process answers that reads a database of messages.
enum MessagesReply: Hashable {
    /// The first part: the last row of the table of messages.
    case begin(lastRow: Int)
    case found(FoundMessage)
    /// The database cannot be read; nothing follows.
    case refused(Refusal)
    /// There are no more messages. Without it, there are.
    case end

    /// The reasons for which a database is not read.
    enum Refusal: Int {
        case damaged, otherTables
    }

    /// The kind of the reply as a whole, its first byte. Parts are its fields.
    static let kind = UInt8(ascii: "S")

    /// The part as a field of the reply.
    var encoded: [UInt8] {
        var writer: ReplyWriter
        switch self {
        case .begin(let lastRow):
            writer = ReplyWriter(UInt8(ascii: "B"))
            writer.put(integers: [lastRow])
        case .found(.message(let message)):
            writer = ReplyWriter(
                UInt8(ascii: "M"), [message.guid, message.text, message.sender, message.chatKey, message.chatTitle])
            let flags = [message.isFromOwner, message.isNotice, message.isDamaged].map { $0 ? 1 : 0 }
            writer.put(integers: [message.row, message.date] + flags)
            for file in message.attachments {
                writer.put(file.name.utf8)
                writer.put(file.mediaType.utf8)
                writer.put(integers: [file.byteCount])
            }
        case .found(.unreadable(let rows)):
            writer = ReplyWriter(UInt8(ascii: "X"))
            writer.put(integers: [rows.lowerBound, rows.upperBound])
        case .refused(let refusal):
            writer = ReplyWriter(UInt8(ascii: "R"))
            writer.put(integers: [refusal.rawValue])
        case .end: writer = ReplyWriter(UInt8(ascii: "Z"))
        }
        return writer.bytes
    }

    /// The part that `bytes` encode; `nil` if they are none.
    init?(_ bytes: [UInt8]) {
        var fields = ReplyReader(bytes)
        switch fields.kind {
        case UInt8(ascii: "B"):
            guard let row = fields.integers()?.first else { return nil }
            self = .begin(lastRow: row)
        case UInt8(ascii: "M"):
            guard let message = StoredMessage(&fields) else { return nil }
            self = .found(.message(message))
        case UInt8(ascii: "X"):
            guard let rows = fields.integers(), rows.count == 2, rows[0] <= rows[1] else { return nil }
            self = .found(.unreadable(rows[0]...rows[1]))
        case UInt8(ascii: "R"):
            guard let code = fields.integers()?.first, let refusal = Refusal(rawValue: code) else { return nil }
            self = .refused(refusal)
        case UInt8(ascii: "Z"): self = .end
        default: return nil
        }
    }

    /// The parts in the output of a process, up to where it ended or makes no sense.
    static func parts(of output: [UInt8]) -> [MessagesReply] {
        var fields = ReplyReader(output)
        guard fields.kind == kind else { return [] }
        var parts: [MessagesReply] = []
        while let field = fields.next(), let part = MessagesReply(Array(field)) { parts.append(part) }
        return parts
    }
}

/// A message of the table, or some that cannot be read.
enum FoundMessage: Hashable {
    case message(StoredMessage)
    case unreadable(ClosedRange<Int>)

    /// The rows in the table.
    var rows: ClosedRange<Int> {
        switch self {
        case .message(let message): message.row...message.row
        case .unreadable(let rows): rows
        }
    }
}

extension StoredMessage {
    fileprivate init?(_ fields: inout ReplyReader) {
        guard let guid = fields.string(), let text = fields.string(), let sender = fields.string(),
            let key = fields.string(), let title = fields.string(), let numbers = fields.integers(), numbers.count == 5
        else { return nil }
        self.init(
            row: numbers[0], guid: guid, text: text, sender: sender, chatKey: key, chatTitle: title,
            date: numbers[1], isFromOwner: numbers[2] != 0, isNotice: numbers[3] != 0, isDamaged: numbers[4] != 0)
        while !fields.isAtEnd {
            guard let name = fields.string(), let type = fields.string(), let size = fields.integers()?.first else {
                return nil
            }
            attachments.append(File(name: name, mediaType: type, byteCount: max(0, size)))
        }
    }
}
