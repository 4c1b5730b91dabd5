import Foundation
import RecallCore
import RecallText

/// Makes items of the messages of one chat, in their order.
struct WhatsAppMessages {
    private let chat: String
    private let authors: WhatsAppAuthors
    private var clock: LocalClock
    private var occurrences = Occurrences()
    private var participants: [String: Participant?] = [:]

    /// Messages of the chat named `chat`, whose times are those of `zone`.
    init(chat: String, authors: WhatsAppAuthors, zone: TimeZone) {
        self.chat = chat
        self.authors = authors
        clock = LocalClock(zone: zone)
    }

    /// The item of `message`, also under the id that earlier versions made of its second and all that WhatsApp wrote.
    mutating func item(_ message: WhatsAppScan.Message) -> ImportedItem {
        let split = message.content.withUnsafeBufferPointer { authors.split($0) }
        let raw = message.content[(split?.textStart ?? 0)...].withUnsafeBufferPointer { TextCharset.decodeUTF8($0) }
        let decoded = CleanText(raw.text)
        let author = split == nil ? nil : person(split?.name ?? "")
        let content = split.map { _ in WhatsAppContent(decoded.text) }
        let text = content?.text ?? decoded.text.withoutLeadingMarks.trimmed
        let isNotice = content?.isNotice ?? true
        let sender = isNotice && isChat(author) ? nil : author
        let own = [sender?.displayName ?? "", content?.attachments.isEmpty == false ? "file" : "", text]
        let seconds = message.time.seconds ?? 0
        occurrences.begin(minute: seconds / 60)
        var item = Item(
            id: occurrences.id(of: ["whatsapp", chat, "minute", String(seconds / 60)] + own),
            details: .message(MessageDetails(platform: "whatsapp", isSystemNotice: isNotice)),
            sender: sender, date: date(message.time), text: text,
            authoredRanges: isNotice ? [] : nil, conversation: "whatsapp:" + chat, conversationTitle: chat,
            attachments: content?.attachments ?? [], defects: decoded.defects.union(raw.defects))
        if message.isCut { item.defects.insert(.truncatedText) }
        if message.time.isDoubtful { item.defects.insert(.badDate) }
        var imported = ImportedItem(item)
        imported.formerID = occurrences.id(of: ["whatsapp", chat, split?.name ?? "", String(seconds), decoded.text])
        return imported
    }

    private mutating func date(_ time: WhatsAppDates.Reading) -> Date? {
        time.seconds.map { Date(timeIntervalSince1970: Double(clock.instant(showing: $0))) }
    }

    private mutating func person(_ name: String) -> Participant? {
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

/// The ids of messages, which WhatsApp gives none. They are made of the file's text: of the displayed time, not of the instant,
/// which depends on this machine's time zone; to the minute, since Android writes no seconds; and without what the telephones
/// write each in its own way, such as the names of files.
private struct Occurrences {
    private var counts: [ItemID: Int] = [:]
    private var minute = Int.min

    /// Begins the messages of a minute, in which two equal ones are two items.
    mutating func begin(minute: Int) {
        guard minute != self.minute else { return }
        self.minute = minute
        counts.removeAll(keepingCapacity: true)
    }

    mutating func id(of parts: [String]) -> ItemID {
        let id = ItemID(identifying: parts + ["0"])
        let ordinal = counts[id, default: 0]
        counts[id] = ordinal + 1
        return ordinal == 0 ? id : ItemID(identifying: parts + [String(ordinal)])
    }
}
