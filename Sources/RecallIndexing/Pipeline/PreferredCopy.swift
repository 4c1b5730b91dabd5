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

    static func words(_ person: Participant) -> String { person.name + " " + person.address }

    private var references: [String] {
        switch details {
        case .email(let mail): mail.inReplyTo + mail.references
        case .message(let message): message.answers.map { [$0.description] } ?? []
        case .document, .note: []
        }
    }
}

extension EmailDetails {
    /// True if both have the same labels, from the same exports.
    fileprivate func hasLabels(of other: EmailDetails) -> Bool {
        (labels, exportedLabels, isInJunkFolder) == (other.labels, other.exportedLabels, other.isInJunkFolder)
    }
}
