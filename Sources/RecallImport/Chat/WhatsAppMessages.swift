import Foundation
import RecallCore
import RecallText

/// Makes items of the messages of one chat, in their order.
struct WhatsAppMessages {
    private let chat: String
    private let authors: WhatsAppAuthors
    private var clock: LocalClock
    /// The number of occurrences of each message within the current minute.
    private var ordinals: [ItemID: Int] = [:]
    private var minute = Int.min
    private var participants: [String: Participant?] = [:]

    /// Messages of the chat named `chat`, whose times are those of `zone`.
    init(chat: String, authors: WhatsAppAuthors, zone: TimeZone) {
        self.chat = chat
        self.authors = authors
        clock = LocalClock(zone: zone)
    }

    /// The item of `message`.
    mutating func item(_ message: WhatsAppScan.Message) -> Item {
        let split = message.content.withUnsafeBufferPointer { authors.split($0) }
        let raw = message.content[(split?.textStart ?? 0)...].withUnsafeBufferPointer { TextCharset.decodeUTF8($0) }
        let decoded = CleanText(raw.text)
        let sender = split == nil ? nil : sender(split?.name ?? "")
        let content = split.map { _ in WhatsAppContent(decoded.text) }
        let text = content?.text ?? decoded.text.withoutLeadingMarks.trimmed
        let isNotice = content?.isNotice ?? true
        var item = Item(
            id: identity(message, sender: split?.name ?? "", text: decoded.text),
            details: .message(MessageDetails(platform: "whatsapp", isSystemNotice: isNotice)),
            sender: isNotice && isChat(sender) ? nil : sender, date: date(message.time), text: text,
            authoredRanges: isNotice ? [] : nil, conversation: "whatsapp:" + chat, conversationTitle: chat,
            attachments: content?.attachments ?? [], defects: decoded.defects.union(raw.defects))
        if message.isCut { item.defects.insert(.truncatedText) }
        if message.time.isDoubtful { item.defects.insert(.badDate) }
        return item
    }

    private mutating func date(_ time: WhatsAppDates.Reading) -> Date? {
        time.seconds.map { Date(timeIntervalSince1970: Double(clock.instant(showing: $0))) }
    }

    /// Made from the file's text: the displayed time, not the instant, which depends on this machine's time zone.
    private mutating func identity(_ message: WhatsAppScan.Message, sender: String, text: String) -> ItemID {
        let seconds = message.time.seconds ?? 0
        if seconds / 60 != minute {
            minute = seconds / 60
            ordinals.removeAll(keepingCapacity: true)
        }
        let parts = ["whatsapp", chat, sender, String(seconds), text]
        let id = ItemID(identifying: parts + ["0"])
        let ordinal = ordinals[id, default: 0]
        ordinals[id] = ordinal + 1
        return ordinal == 0 ? id : ItemID(identifying: parts + [String(ordinal)])
    }

    private mutating func sender(_ name: String) -> Participant? {
        if let known = participants[name] { return known }
        let participant = Self.participant(name)
        if participants.count < 10_000 { participants[name] = .some(participant) }
        return participant
    }

    /// True if a notice is by the chat itself.
    private func isChat(_ sender: Participant?) -> Bool { sender?.name == chat || sender == .selfChosen(chat) }

    /// The author. The name of someone who is not a contact begins with `~`, since that person chose it; a number is an address.
    private static func participant(_ name: String) -> Participant? {
        var plain = CleanText.line(String(String.UnicodeScalarView(name.unicodeScalars.compactMap(visible))))
        let isSelfChosen = plain.hasPrefix("~")
        if isSelfChosen { plain = String(plain.dropFirst()).trimmed }
        guard !plain.isEmpty else { return nil }
        if isTelephoneNumber(plain) { return Participant(address: plain) }
        return isSelfChosen ? .selfChosen(plain) : Participant(name: plain)
    }

    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.value == 0x200D || scalar.value == 0x200C { return scalar }
        if ScalarCursor.isMark(scalar.value) { return nil }
        if ScalarCursor.isSpace(scalar.value) { return " " }
        return scalar.value == 0x2011 ? "-" : scalar
    }

    private static func isTelephoneNumber(_ name: String) -> Bool {
        let digits = name.utf8.count(where: \.isASCIIDigit)
        return digits >= 6
            && name.utf8.allSatisfy { $0.isASCIIDigit || [0x2B, 0x20, 0x2D, 0x28, 0x29, 0x2E].contains($0) }
    }
}
