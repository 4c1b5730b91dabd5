import Foundation
import RecallCore

/// The values of one line of Recall JSONL, key by key.
struct JSONLineRecord {
    var id: String?
    var kind: ItemKind?
    var thread: String?
    var title: String?
    var from: Participant?
    var to: [Participant] = []
    var cc: [Participant] = []
    var date: Date?
    /// The date as written: part of the identity of an item without an id.
    var dateText: String?
    var text: String?
    var url: String?
    var messageID: String?
    var inReplyTo: [String] = []
    var references: [String] = []
    var replacedSurrogates = 0
}

extension JSONLineRecord {
    /// The item of a record with `kind` and `text`; `nil` without them. `path` is the file that contains the record.
    func item(path: String) -> Item? {
        guard let kind, let text else { return nil }
        let clean = CleanText(text)
        var defects = clean.defects
        if replacedSurrogates > 0 { defects.insert(.badCharset) }
        if to.count + cc.count > ImportLimits.addresses || references.count > ImportLimits.references {
            defects.insert(.overLimit)
        }
        return Item(
            id: identity(kind: kind, text: text, path: path), details: details(kind: kind, path: path),
            title: CleanText.line(title ?? ""), sender: from, recipients: recipients, date: date, text: clean.text,
            authoredRanges: kind == .email ? authored(clean.text) : nil, conversation: thread, externalID: id, url: url,
            defects: defects)
    }

    /// The ranges of a mail written by its author. A mail without a subject is treated as a reply, as most are.
    private func authored(_ text: String) -> [Range<Int>] {
        let relation = title.map(SubjectMark.relation) ?? .reply
        return MailQuotes.authoredRanges(in: text, relation: relation, sender: from?.name ?? "")
    }

    /// The identity of its item: by its id, or else by all properties that distinguish items.
    ///
    /// Exports of different programs may both count from 1, so items are not identified by the id alone: thread,
    /// sender and date count too, or the file if the line has none of them.
    func identity(kind: ItemKind, text: String, path: String) -> ItemID {
        let origin = [thread ?? "", from?.name ?? "", from?.address ?? "", dateText ?? ""]
        if let id {
            return ItemID(identifying: ["jsonl", kind.rawValue, id] + (origin.allSatisfy(\.isEmpty) ? [path] : origin))
        }
        return ItemID(identifying: ["jsonl-content", kind.rawValue] + origin + [text])
    }

    private var recipients: [Recipient] {
        let all = to.map { Recipient($0, role: .to) } + cc.map { Recipient($0, role: .cc) }
        return Array(all.prefix(ImportLimits.addresses))
    }

    private func details(kind: ItemKind, path: String) -> ItemDetails {
        switch kind {
        case .email:
            .email(
                EmailDetails(
                    messageID: messageID, inReplyTo: inReplyTo,
                    references: Array(references.suffix(ImportLimits.references))))
        case .message: .message(MessageDetails(platform: "jsonl"))
        case .document: .document(DocumentDetails(format: "jsonl", path: path))
        case .note: .note(NoteDetails(path: path))
        }
    }
}
