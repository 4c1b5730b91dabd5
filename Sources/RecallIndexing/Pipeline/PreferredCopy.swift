import Foundation
import RecallCore

// The same mail may be in several files, with other headers: a list's copy has a tag in its subject and no attachments.

extension Item {
    /// The item with what another version of it says; `nil` if that says nothing that is not known.
    ///
    /// Of two versions of an edited message the text of the later edit is shown, with the date of the earlier one, and the other
    /// text kept beside it. So it is the same in whatever order they are imported.
    func updated(by other: Item) -> Item? {
        guard case .message(let own) = details, case .message(let new) = other.details, own.edited != new.edited else {
            return withLabels(of: other)
        }
        let isNewer = (own.edited ?? .distantPast) < (new.edited ?? .distantPast)
        let item = isNewer ? edited(as: other) : other.edited(as: self)
        return item == self ? nil : item
    }

    /// The message with the text of its later version, and the date of the earlier one.
    func edited(as later: Item) -> Item {
        var item = later
        item.id = id
        item.date = [date, later.date].compactMap(\.self).min()
        let names = Set(later.attachments.map(\.name))
        item.attachments += attachments.filter { !names.contains($0.name) }
        item.defects.formUnion(defects)
        if case .message(var message) = later.details, case .message(let earlier) = details {
            message.answers = message.answers ?? earlier.answers
            item.details = .message(message)
        }
        item.keepEarlierTexts(of: self)
        return item
    }

    /// The message with another text that it had; `nil` if that is known.
    func withEarlierText(of other: Item) -> Item? {
        var item = self
        item.keepEarlierTexts(of: other)
        return item == self ? nil : item
    }

    /// Keeps the texts that the message has in another version, too.
    mutating func keepEarlierTexts(of other: Item) {
        guard case .message(var own) = details else { return }
        own.earlierTexts = earlierTexts(beside: other)
        details = .message(own)
    }

    private func earlierTexts(beside other: Item) -> [String] {
        guard case .message(let own) = details, case .message(let message) = other.details else { return [] }
        return Set(own.earlierTexts + message.earlierTexts + [other.text]).subtracting([text, ""]).sorted()
    }

    /// More than anybody makes of a message.
    private static let mostEarlierTexts = 20
    private static let mostEarlierBytes = 64 << 10

    /// True for a message that is no version of `other`, which has its id: it is from somebody else or of another day, or there are
    /// more versions than are kept. Whoever knows a message can write an export with its id.
    ///
    /// - Parameter isElsewhere: true if other files hold that one, which a better reader of this one does not change.
    func isAnotherMessage(than other: Item, isElsewhere: Bool) -> Bool {
        guard case .message(let own) = details, case .message(let known) = other.details else { return false }
        if let own = sender?.account, let theirs = other.sender?.account, own != theirs { return true }
        if let date, let otherDate = other.date, abs(date.timeIntervalSince(otherDate)) > Self.longestShift {
            return true
        }
        guard own.edited != known.edited || text != other.text else { return false }
        guard isBySenderOf(other) else { return isElsewhere }
        let texts = earlierTexts(beside: other)
        return texts.count > Self.mostEarlierTexts || texts.reduce(0) { $0 + $1.utf8.count } > Self.mostEarlierBytes
    }

    /// Exports say the time of a message in zones of their own.
    private static let longestShift: TimeInterval = 28 * 3_600

    /// The message under an id of its own, made of the one that another one has, too, and of who says it, what and when.
    var ofItself: Item {
        var item = self
        let moment = date.map { String(Int64($0.timeIntervalSince1970)) } ?? ""
        item.id = ItemID(identifying: ["message-of", id.description, sender.map(Self.words) ?? "", moment, text])
        return item
    }

    /// True if both have the same words, as formats write spaces and lines in ways of their own.
    func hasWords(of other: Item) -> Bool {
        text == other.text
            || text.split(whereSeparator: \.isWhitespace) == other.text.split(whereSeparator: \.isWhitespace)
    }

    /// True if both have one author, by name where the source gives no address.
    private func isBySenderOf(_ other: Item) -> Bool {
        guard let own = sender, let theirs = other.sender else { return sender == other.sender }
        if let account = own.account, let other = theirs.account { return account == other }
        guard !own.isAccount, !theirs.isAccount, own.isSelfNamed == theirs.isSelfNamed else {
            return own.nameWithoutMark == theirs.nameWithoutMark
        }
        return own.address == theirs.address && (!own.address.isEmpty || own.name == theirs.name)
    }

    /// True for a message whose text a later edit changed.
    func isEdit(of other: Item) -> Bool {
        guard case .message(let own) = details, case .message(let earlier) = other.details else { return false }
        return own.edited != earlier.edited && text != other.text
    }

    /// True for an edited message that is there with the text of another edit.
    func isAnotherEdit(of other: Item) -> Bool {
        guard case .message(let own) = details, case .message(let known) = other.details else { return false }
        return own.edited != nil && known.edited != nil && text != other.text && isBySenderOf(other)
    }

    /// The preferred one of two copies, of mails with the labels of both: a mail may be in several mailboxes. `nil` if that is this
    /// one as it is.
    private func withLabels(of other: Item) -> Item? {
        let isOther = other.isPreferred(to: self)
        var item = isOther ? other : self
        // A file may say something else without saying that it was edited.
        if kind == .message, !hasWords(of: other) { item.keepEarlierTexts(of: isOther ? self : other) }
        // An attachment more makes nobody its author.
        if isOther, kind == .message, !isBySenderOf(other), !senderRank.lexicographicallyPrecedes(other.senderRank) {
            item.sender = sender
        }
        guard case .email(let own) = details, case .email(let new) = other.details,
            case .email(var email) = item.details
        else { return item == self ? nil : item }
        email.mergeLabels(with: isOther ? own : new)
        guard isOther || !email.hasLabels(of: own) else { return nil }
        item.details = .email(email)
        return item
    }

    /// True if another item has the same author, words of that one, details and date.
    func isRecord(of other: Item) -> Bool {
        sender == other.sender && authoredRanges == other.authoredRanges && readDetails == other.readDetails
            && date == other.date
    }

    /// The details without what other files said.
    private var readDetails: ItemDetails {
        guard case .message(var message) = details else { return details }
        message.earlierTexts = []
        return .message(message)
    }

    /// True for a message that says what `other` does, or is edited: what it was first only an edit changes.
    func mayReplace(_ other: Item) -> Bool {
        guard case .message(let own) = details, case .message(let known) = other.details else { return true }
        return text == other.text || own.edited != known.edited
    }

    /// True for a mail that says to be from somebody else than `other` does, which has its id. Whoever knows a mail can write one
    /// with its id and text.
    func isForged(copyOf other: Item) -> Bool {
        // Outlook may know a name alone, or an address of Exchange.
        guard kind == .email, other.kind == .email, let own = sender?.mailAddress,
            let theirs = other.sender?.mailAddress
        else { return false }
        return own != theirs
    }

    /// The mail or event under an id of its own, made of the one that others have, too, and of its sender or organizer.
    var ofItsSender: Item {
        var item = self
        item.id = ItemID(identifying: ["mail-from", id.description, sender?.mailAddress ?? ""])
        return item
    }

    /// True if this copy of an item is to be kept instead of `other`: the one whose sender has an address, as whoever knows a mail
    /// can write one without; that no server delivered, as whoever knows it can send one with more recipients; that has more
    /// attachments, says more about what it answers, and names more recipients, and more by their addresses. Of equal ones the order of their contents decides, so
    /// that the same copy is kept in whatever order they are imported.
    func isPreferred(to other: Item) -> Bool {
        if completeness != other.completeness {
            return other.completeness.lexicographicallyPrecedes(completeness)
        }
        return contents.lexicographicallyPrecedes(other.contents)
    }

    private var completeness: [Int] {
        [
            sender?.mailAddress == nil ? 0 : 1, wasDelivered ? 0 : 1, attachments.count, references.count,
            date == nil ? 0 : 1, kind == .message && isTimedToTheSecond ? 1 : 0,
            attachments.count { $0.name.contains(".") }, recipients.count,
            recipients.count { $0.participant.mailAddress != nil },
            ownership,
        ] + (kind == .message ? namedness : [])
    }

    private var ownership: Int { sender.map { $0.isMe || $0.isOwnAccount ? 3 : $0.isSelfNamed ? 2 : 1 } ?? 0 }

    private var senderRank: [Int] { [ownership] + namedness }

    /// Chats are exported under numbers and under names, and messages have numbers with their country and without.
    private var namedness: [Int] {
        [
            sender.map { $0.name.isEmpty || $0.address.isEmpty ? 0 : 1 } ?? 0,
            conversationTitle.isEmpty || TelephoneNumber(conversationTitle) != nil ? 0 : 1,
            conversation?.hasPrefix("sms:+") == true ? 1 : 0,
        ]
    }

    /// False for what may be to the minute, as WhatsApp's exports of Android are.
    private var isTimedToTheSecond: Bool {
        date.map { Int($0.timeIntervalSince1970.rounded(.down)).isMultiple(of: 60) == false } ?? false
    }

    private var wasDelivered: Bool {
        guard case .email(let mail) = details else { return false }
        return mail.wasReceived
    }

    /// All that copies may differ in.
    private var contents: [String] {
        let milliseconds = date.map { String(Int64(($0.timeIntervalSince1970 * 1_000).rounded())) }
        var contents = [title, text, milliseconds ?? "", sender.map(Self.words) ?? "", conversationTitle]
        contents += authoredRanges.map { "\($0.lowerBound) \($0.upperBound)" }
        contents += recipients.map { $0.role.rawValue + " " + Self.words($0.participant) }
        return contents + attachments.map(\.name) + references
    }

    private static func words(_ person: Participant) -> String { person.name + " " + person.address }

    private var references: [String] {
        switch details {
        case .email(let mail): mail.inReplyTo + mail.references
        case .message(let message): message.answers.map { [$0.description] } ?? []
        case .document, .note: []
        }
    }
}

extension Participant {
    /// The name without the mark of one that the person chose, which earlier versions left out, as they did accounts.
    fileprivate var nameWithoutMark: Substring { name.hasPrefix("~ ") ? name.dropFirst(2) : name[...] }
}

extension EmailDetails {
    /// True if both have the same labels, from the same exports.
    fileprivate func hasLabels(of other: EmailDetails) -> Bool {
        (labels, exportedLabels, isInJunkFolder) == (other.labels, other.exportedLabels, other.isInJunkFolder)
    }
}
