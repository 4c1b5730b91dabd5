import Foundation
public import RecallCore

/// An item as a line of Recall JSONL, to be written.
public struct JSONLine: Encodable, Sendable {
    private struct Person: Encodable {
        let name, address: String?

        init(_ participant: Participant) {
            name = participant.name.isEmpty ? nil : participant.name
            address = participant.address.isEmpty ? nil : participant.address
        }
    }

    private enum Key: String, CodingKey {
        case kind, id, thread, threadTitle, title, from, to, cc, bcc, date, text, authored, url, messageId, inReplyTo
        case references, attachments, details, attachedTo, sources, item, former
    }

    private let item: Item
    private let id: String
    private let sources: [String]
    private let isFormer: Bool

    /// A line for an item.
    ///
    /// - Parameters:
    ///   - id: its `id`, unlike that of any other line of its kind.
    ///   - sources: the paths of the files that it was found in.
    ///   - isFormer: true if these have it no longer.
    public init(_ item: Item, id: String, sources: [String], isFormer: Bool) {
        (self.item, self.id, self.sources, self.isFormer) = (item, id, sources, isFormer)
    }

    /// The line, with its line feed.
    public func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [10]
    }

    /// Encodes the keys that have a value.
    public func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(item.kind.rawValue, forKey: .kind)
        try line.encode(id, forKey: .id)
        try line.encode(item.id.description, forKey: .item)
        try line.encode(item.text, forKey: .text)
        try line.encodeIfPresent(item.conversation, forKey: .thread)
        try line.encodeUnlessEmpty(item.conversationTitle, forKey: .threadTitle)
        try line.encodeUnlessEmpty(item.title, forKey: .title)
        try line.encodeIfPresent(item.sender.map(Person.init), forKey: .from)
        for (role, key) in [(Recipient.Role.to, Key.to), (.cc, .cc), (.bcc, .bcc)] {
            try line.encodeUnlessEmpty(
                item.recipients.filter { $0.role == role }.map { Person($0.participant) }, forKey: key)
        }
        try line.encodeIfPresent(item.date.flatMap(RFC3339.text), forKey: .date)
        try line.encodeIfPresent(item.url, forKey: .url)
        if !item.isAllAuthored {
            try line.encode(item.authoredRanges.map { [$0.lowerBound, $0.upperBound] }, forKey: .authored)
        }
        if case .email(let email) = item.details {
            try line.encodeIfPresent(email.messageID, forKey: .messageId)
            try line.encodeUnlessEmpty(email.inReplyTo, forKey: .inReplyTo)
            try line.encodeUnlessEmpty(email.references, forKey: .references)
        }
        try line.encodeUnlessEmpty(
            item.attachments.map(JSONLineParts.AttachedFile.init), forKey: .attachments)
        try line.encode(JSONLineParts.Details(item.details), forKey: .details)
        try line.encodeIfPresent(item.parent?.description, forKey: .attachedTo)
        try line.encodeUnlessEmpty(sources, forKey: .sources)
        if isFormer { try line.encode(true, forKey: .former) }
    }
}

extension Item {
    fileprivate var isAllAuthored: Bool {
        authoredRanges == (text.isEmpty ? [] : [0..<text.utf8.count])
    }
}

extension KeyedEncodingContainer {
    fileprivate mutating func encodeUnlessEmpty(_ value: some Collection & Encodable, forKey key: Key) throws {
        if !value.isEmpty { try encode(value, forKey: key) }
    }
}
