import Foundation
import RecallCore
import RecallText

/// Makes items of the messages of one chat, in their order.
struct WhatsAppMessages {
    private let chat: String
    private let authors: WhatsAppAuthors
    private var clock: LocalClock
    private var occurrences = Occurrences(minutes: 240)
    /// As earlier versions counted them: anew in each minute.
    private var formerOccurrences = Occurrences(minutes: 1)
    private var participants: [String: Participant?] = [:]
    /// True after the first message with a name.
    private var hasBegun = false

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
        let content = split.map { WhatsAppContent(decoded.text, by: origin(of: message, by: author, as: $0.name)) }
        let text = content?.text ?? decoded.text.withoutLeadingMarks.trimmed
        let isNotice = content?.isNotice ?? true
        // Ids have the author that the line names, as those of earlier versions.
        let named = isNotice && isChat(author) ? nil : author
        let sender = content?.isOfChat == true ? nil : author
        let seconds = message.time.seconds ?? 0
        let file = content?.attachments.first.map { Self.nameInID(of: $0, text) } ?? ""
        let date = date(message.time)
        var names = MessageNames(
            service: "whatsapp", chat: chat, minute: seconds / 60, author: named?.displayName ?? "",
            content: [file, text])
        names.occurrence = occurrences.next(of: names.parts, minute: seconds / 60)
        let edited = content?.isEdited == true ? date?.addingTimeInterval(Self.longestEdit) : nil
        var item = Item(
            id: names.id,
            details: .message(MessageDetails(platform: "whatsapp", isSystemNotice: isNotice, edited: edited)),
            sender: sender, date: date, text: text,
            authoredRanges: isNotice ? [] : nil, conversation: "whatsapp:" + chat, conversationTitle: chat,
            attachments: content?.attachments ?? [], defects: decoded.defects.union(raw.defects))
        if message.isCut { item.defects.insert(.truncatedText) }
        if message.time.isDoubtful { item.defects.insert(.badDate) }
        var imported = ImportedItem(item)
        imported.names = names
        let former = ["whatsapp", chat, split?.name ?? "", String(seconds), decoded.text]
        let occurrence = formerOccurrences.next(of: former, minute: seconds / 60)
        imported.formerIDs = [ItemID(identifying: former + [String(occurrence)])]
        // Earlier versions took any marked text for a notice.
        if named != nil, isChat(author), content?.isMarked == true || WhatsAppPhrases.saysEncrypted(text) {
            names.author = ""
            imported.formerIDs.append(names.id)
        }
        return imported
    }

    private mutating func origin(
        of message: WhatsAppScan.Message, by author: Participant?, as name: String
    ) -> WhatsAppAuthor {
        defer { hasBegun = true }
        let layout = message.header.layout
        return WhatsAppAuthor(
            name: author?.displayName ?? name, mayBeChat: layout.contains(.bracketed) || layout.contains(.colonEnd),
            isFirst: !hasBegun, isChat: isChat(author) && authors.isOnlyMarked(name))
    }

    /// Exports do not say when a message was edited. It can be for so long after it was sent.
    private static let longestEdit: TimeInterval = 15 * 60

    /// The part of an id that tells a file from another one of its minute: its name, if nothing else does. The telephones name
    /// files each in its own way.
    private static func nameInID(of file: Attachment, _ caption: String) -> String {
        caption.isEmpty && file.name.contains(".") ? file.name : "file"
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
