import Foundation
import RecallCore
import RecallText

/// The parsed header of a message.
struct MailFields {
    /// The subject, decoded, in one line.
    let subject: String
    /// The first author, or else the sender.
    let sender: Participant?
    /// To, Cc and Bcc.
    let recipients: [Recipient]
    /// Ids of the message and of those before it.
    let details: EmailDetails
    /// True if a server delivered it, and Gmail does not call it sent, or a draft.
    let isDelivered: Bool
    /// True if its header says that it is a draft, whoever wrote that.
    let isMarkedAsDraft: Bool
    /// The Date field as it is written.
    let dateText: String
    /// The defects of the header.
    private(set) var defects: Set<Defect>

    private let stated: Date?
    private let received: Date?

    /// Reads the fields of `header`.
    ///
    /// - Parameter charset: the charset of raw text that is not UTF-8.
    init(_ header: HeaderBlock, _ bytes: Bytes, charset: String?) {
        var defects = header.defects
        subject =
            header.first(.subject, bytes).map {
                HeaderText.withText(bytes.slice($0), charset: charset) { HeaderText.unstructured($0, &defects) }
            } ?? ""
        sender =
            Self.participants(.from, header, bytes, charset, &defects).first
            ?? Self.participants(.sender, header, bytes, charset, &defects).first
        recipients = Self.recipients(header, bytes, charset, &defects)
        isDelivered = SentMail.isDelivered(header, bytes)
        details = Self.details(header, bytes, isDelivered: isDelivered, &defects)
        isMarkedAsDraft = DraftMail.isMarked(header, bytes)
        let date = header.first(.date, bytes).map { bytes.slice($0.prefixRange(256)) }
        dateText = date.map { String(decoding: $0, as: UTF8.self) } ?? ""
        stated = date.flatMap(MailDate.parse)
        received = header.all(.received, bytes).lazy.compactMap { Self.receivedDate(bytes.slice($0)) }.first
        self.defects = defects
    }

    /// The date of the message. A date that is missing, malformed or more than two days after `now` is replaced by
    /// that of the topmost Received field (the last server), or else by `fallback`.
    mutating func date(fallback: Date?, now: Date) -> Date? {
        let limit = now.addingTimeInterval(2 * 86400)
        if let stated, stated <= limit { return stated }
        defects.insert(.badDate)
        return [received, fallback].lazy.compactMap(\.self).first { $0 <= limit }
    }

    private static func participants(
        _ name: HeaderName, _ header: HeaderBlock, _ bytes: Bytes, _ charset: String?, _ defects: inout Set<Defect>
    ) -> [Participant] {
        var addresses = MailAddresses()
        for value in header.all(name, bytes) {
            HeaderText.withText(bytes.slice(value), charset: charset) { addresses.read($0) }
        }
        defects.formUnion(addresses.defects)
        return addresses.participants
    }

    private static func recipients(
        _ header: HeaderBlock, _ bytes: Bytes, _ charset: String?, _ defects: inout Set<Defect>
    ) -> [Recipient] {
        let roles: [(HeaderName, Recipient.Role)] = [(.to, .to), (.cc, .cc), (.bcc, .bcc)]
        var all: [Recipient] = []
        for (name, role) in roles {
            all += participants(name, header, bytes, charset, &defects).map { Recipient($0, role: role) }
        }
        if all.count > ImportLimits.addresses { defects.insert(.overLimit) }
        return Array(all.prefix(ImportLimits.addresses))
    }

    private static func details(
        _ header: HeaderBlock, _ bytes: Bytes, isDelivered: Bool, _ defects: inout Set<Defect>
    ) -> EmailDetails {
        var details = EmailDetails()
        if let value = header.first(.messageID, bytes) {
            details.messageID = MessageIDs.first(bytes.slice(value))
            if details.messageID == nil { defects.insert(.badHeader) }
        }
        if let value = header.first(.inReplyTo, bytes) {
            details.inReplyTo = MessageIDs.all(bytes.slice(value), limit: ImportLimits.references, &defects)
        }
        if let value = header.first(.references, bytes) {
            details.references = MessageIDs.all(bytes.slice(value), limit: ImportLimits.references, &defects)
        }
        details.listID = header.first(.listID, bytes).flatMap { listID(bytes.slice($0.prefixRange(1 << 10))) }
        if let value = header.first(.gmailLabels, bytes) {
            details.labels = GmailLabels.labels(HeaderText.unstructured(bytes.slice(value), &defects))
            // What was delivered is no draft, whatever its sender calls it.
            if isDelivered { details.labels.removeAll(where: DraftMail.isLabel) }
            details.exportedLabels = ExportedLabels(
                details.labels, areJunk: details.labels.contains(where: JunkMail.isLabel))
        }
        return details
    }

    /// RFC 2919: what is in angle brackets, else the value itself if it is one word.
    private static func listID(_ value: Bytes) -> String? {
        if let open = value.lastIndex(of: UInt8(ascii: "<")), let close = value.lastIndex(of: UInt8(ascii: ">")),
            open < close
        {
            let id = value.slice(value.trimmed(open + 1..<close))
            return id.isEmpty ? nil : HeaderText.singleLine(String(decoding: id, as: UTF8.self))
        }
        return value.contains(where: \.isASCIISpace)
            ? nil : HeaderText.singleLine(String(decoding: value, as: UTF8.self))
    }

    private static func receivedDate(_ value: Bytes) -> Date? {
        guard let semicolon = value.lastIndex(of: UInt8(ascii: ";")) else { return nil }
        return MailDate.parse(value.slice(semicolon + 1..<value.count))
    }
}

/// The marks that mail programs put before subjects, in the languages of common ones.
enum SubjectMark {
    /// The relation that `Fwd:` or `Re:` implies, also after a list's name in brackets; the first prefix counts.
    static func relation(_ subject: String) -> MailQuotes.Relation {
        var rest = subject[...]
        if rest.first == "[", let end = rest.firstIndex(of: "]") { rest = rest[rest.index(after: end)...] }
        let start = rest.drop { $0 == " " }.prefix(16).lowercased()
        if forwards.contains(where: { start.hasPrefix($0) }) { return .forward }
        return replies.contains { start.hasPrefix($0) } ? .reply : .original
    }

    private static let forwards =
        SubjectPrefixes.forwards.map { $0 + ":" } + ["vs :", "fwd :", "tr :", "转发：", "fw：", "[fwd:"]
    private static let replies =
        SubjectPrefixes.replies.map { $0 + ":" } + ["re :", "re[", "re(", "re：", "回复：", "答复：", "回覆："]
}
