import Foundation
import RecallCore

// Exports have a message with the text of before and after an edit. Whoever knows a message can write an export with its id, so that
// no version takes the text of another one away.

extension Item {
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

    /// True for a message that is no version of `other`, which has its id: it is from somebody else or of another day, or there are
    /// more versions than are kept. Whoever knows a message can write an export with its id.
    ///
    /// - Parameter isElsewhere: true if other files hold that one, which a better reader of this one does not change.
    func isAnotherMessage(than other: Item, isElsewhere: Bool) -> Bool {
        guard case .message(let own) = details, case .message(let known) = other.details else { return false }
        if let own = sender?.account, let theirs = other.sender?.account, own != theirs { return true }
        if isDated(unlike: other) { return true }
        guard own.edited != known.edited || text != other.text else { return false }
        // Nobody edits what another one wrote.
        guard isBySenderOf(other) else { return isElsewhere || own.edited != known.edited }
        let texts = earlierTexts(beside: other)
        return texts.count > MessageDetails.mostEarlierTexts
            || texts.reduce(0) { $0 + $1.utf8.count } > MessageDetails.mostEarlierBytes
    }

    /// True if two versions cannot be of one message: both as it was sent, on two days, or one as it was edited, on a day before. The
    /// date of an edit may be that of the message or its own.
    private func isDated(unlike other: Item) -> Bool {
        guard case .message(let own) = details, case .message(let known) = other.details, let date,
            let otherDate = other.date
        else { return false }
        let later = date.timeIntervalSince(otherDate)
        return switch (own.edited == nil, known.edited == nil) {
        case (true, true): abs(later) > Self.longestShift
        case (false, true): later < -Self.longestShift
        case (true, false): later > Self.longestShift
        case (false, false): false
        }
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
    func isBySenderOf(_ other: Item) -> Bool {
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
}

extension Participant {
    /// The name without the mark of one that the person chose, which earlier versions left out, as they did accounts.
    fileprivate var nameWithoutMark: Substring { name.hasPrefix("~ ") ? name.dropFirst(2) : name[...] }
}
