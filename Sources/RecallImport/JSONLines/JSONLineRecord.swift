import Foundation
import RecallCore

/// The values of one line of Recall JSONL, key by key.
struct JSONLineRecord {
    var id: String?
    /// The id under which a library exported it.
    var item: ItemID?
    /// The item that it is attached to, by its id there.
    var attachedTo: ItemID?
    /// True if its own file had it no longer there.
    var isFormer = false
    var kind: ItemKind?
    var thread: String?
    var threadTitle: String?
    var title: String?
    var from: Participant?
    var to: [Participant] = []
    var cc: [Participant] = []
    var bcc: [Participant] = []
    var date: Date?
    /// The date as written: part of the identity of an item without an id.
    var dateText: String?
    var text: String?
    var url: String?
    var messageID: String?
    var inReplyTo: [String] = []
    var references: [String] = []
    var attachments: [JSONLineParts.AttachedFile] = []
    /// The first and the last offset of each range that the author wrote.
    var authored: [[Int]]?
    var details: JSONLineParts.Details?
    var replacedSurrogates = 0
}

extension JSONLineRecord {
    /// The item of a record with `kind` and `text`; `nil` without them. `path` is the file that contains the record.
    func item(path: String) -> Item? {
        guard let kind, let text else { return nil }
        let clean = CleanText(text)
        var defects = clean.defects
        if replacedSurrogates > 0 { defects.insert(.badCharset) }
        if to.count + cc.count + bcc.count > ImportLimits.addresses || references.count > ImportLimits.references {
            defects.insert(.overLimit)
        }
        return Item(
            id: identity(kind: kind, text: text, path: path),
            details: details(kind: kind, path: path, textBytes: clean.text.utf8.count),
            title: CleanText.line(title ?? ""), sender: from, recipients: recipients, date: date, text: clean.text,
            authoredRanges: givenRanges(clean.text) ?? (kind == .email ? authored(clean.text) : nil),
            conversation: thread, conversationTitle: CleanText.line(threadTitle ?? ""),
            attachments: attachments.map(\.attachment), parent: attachedTo, externalID: id, url: url, defects: defects)
    }

    /// The ranges that the line gives; `nil` if it gives none, or none that fit the text.
    private func givenRanges(_ text: String) -> [Range<Int>]? {
        guard let authored, !defectsOf(authored, in: text) else { return nil }
        return authored.map { $0[0]..<$0[1] }
    }

    /// True unless the ranges ascend and begin and end between characters of the text.
    private func defectsOf(_ ranges: [[Int]], in text: String) -> Bool {
        var end = 0
        for range in ranges {
            guard range.count == 2, end <= range[0], range[0] < range[1], range[1] <= text.utf8.count else {
                return true
            }
            let bounds = range.map { text.utf8.index(text.startIndex, offsetBy: $0) }
            guard bounds.allSatisfy({ $0.samePosition(in: text.unicodeScalars) != nil }) else { return true }
            end = range[1]
        }
        return false
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
        let all =
            to.map { Recipient($0, role: .to) } + cc.map { Recipient($0, role: .cc) }
            + bcc.map { Recipient($0, role: .bcc) }
        return Array(all.prefix(ImportLimits.addresses))
    }

    private func details(kind: ItemKind, path: String, textBytes: Int) -> ItemDetails {
        var result: ItemDetails =
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
        details?.add(to: &result, textBytes: textBytes)
        return result
    }
}
