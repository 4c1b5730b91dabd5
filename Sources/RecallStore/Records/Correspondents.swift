public import Foundation
import GRDB
public import RecallCore

/// A person in some e-mails.
public struct Correspondent: Hashable, Sendable {
    /// The person, by the name that most of the e-mails from the address give: anybody can write another one into a "To:".
    public var person: Participant
    /// The number of the e-mails that the person wrote or received.
    public var emails: Int
    /// The number of those that the person wrote.
    public var sent: Int
}

extension LibrarySnapshot {
    /// The people in the e-mails among the newest items, those in most e-mails first, and the number of these e-mails.
    ///
    /// - Complexity: O(`limit`) items, by the index of dates.
    public func correspondents(
        inNewest limit: Int, until last: Date
    ) throws -> (people: [Correspondent], emails: Int) {
        let rows = try Row.fetchAll(
            db,
            sql: Self.parts + """
                , most AS MATERIALIZED (
                    SELECT lower(participant.address) AS address, COUNT(DISTINCT part.item_id) AS emails,
                        SUM(part.sent) AS sent
                    FROM part JOIN participant ON participant.id = part.participant_id
                    WHERE participant.address <> '' GROUP BY lower(participant.address) ORDER BY 2 DESC, 1 LIMIT 8)
                SELECT address, emails, sent, (SELECT COUNT(*) FROM email),
                    COALESCE((SELECT other.name FROM email JOIN participant AS other ON other.id = email.sender_id
                        WHERE lower(other.address) = most.address
                        GROUP BY other.name ORDER BY COUNT(*) DESC, other.name LIMIT 1), '')
                FROM most ORDER BY emails DESC, address
                """, arguments: [last.storedValue, limit, ItemKind.email.storedValue])
        let people = rows.map { row in
            Correspondent(person: Participant(name: row[4], address: row[0]), emails: row[1], sent: row[2])
        }
        return (people, rows.first?[3] ?? 0)
    }

    /// The e-mails among the newest items, and who has which part in them.
    private static let parts = """
        WITH newest AS MATERIALIZED (
            SELECT id, sender_id, kind, parent_id FROM item WHERE date <= ? ORDER BY date DESC LIMIT ?),
        email AS MATERIALIZED (SELECT id, sender_id FROM newest WHERE kind = ? AND parent_id IS NULL),
        part AS (
            SELECT id AS item_id, sender_id AS participant_id, 1 AS sent FROM email WHERE sender_id IS NOT NULL
            UNION ALL
            SELECT recipient.item_id, recipient.participant_id, 0 FROM email
            JOIN recipient ON recipient.item_id = email.id)

        """

    /// The number of e-mails among the newest items in which the person with an address is, under any of the person's addresses.
    private func emails(inNewest limit: Int, until last: Date, withPersonAt address: String) throws -> Int {
        try Int.fetchOne(
            db,
            sql: Self.parts + """
                SELECT COUNT(DISTINCT part.item_id) FROM part JOIN participant ON participant.id = part.participant_id
                WHERE COALESCE(participant.person, participant.id) IN (
                    SELECT COALESCE(person, id) FROM participant WHERE lower(address) = ?)
                """, arguments: [last.storedValue, limit, ItemKind.email.storedValue, address]) ?? 0
    }

    /// True if there is a mail from one of some addresses to another one, all in lower case, that no server delivered: anybody can
    /// write one from any address.
    public func hasMail(from senders: Set<String>, to address: String) throws -> Bool {
        guard !address.isEmpty else { return false }
        let marks = databaseQuestionMarks(count: senders.count)
        let kind = ItemKind.email.storedValue
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM participant CROSS JOIN recipient ON recipient.participant_id = participant.id
                        CROSS JOIN item ON item.id = recipient.item_id
                        CROSS JOIN item_content AS content ON content.item_id = item.id
                    WHERE lower(participant.address) = ? AND item.kind = ? AND item.sender_id IN (
                        SELECT id FROM participant WHERE lower(address) IN (\(marks)))
                        AND \(Self.wasNotReceived))
                """, arguments: [address, kind] + StatementArguments(senders.sorted())) ?? false
    }

    /// The item that an item came with, the outermost one, or the item itself: its kind, who sent it, and whether it is a mail that
    /// a server delivered. `nil` if there is no such item.
    ///
    /// - Complexity: O(*n*) in the items that are one within another.
    public func outermostItem(
        with id: ItemID
    ) throws -> (kind: ItemKind, sender: Participant?, wasReceived: Bool)? {
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE outer_item(id, parent_id) AS (
                    SELECT id, parent_id FROM item WHERE uid = ?
                    UNION ALL SELECT item.id, item.parent_id FROM outer_item JOIN item ON item.id = outer_item.parent_id)
                SELECT item.kind, participant.name, participant.address, NOT \(Self.wasNotReceived)
                FROM outer_item JOIN item USING (id) JOIN item_content AS content ON content.item_id = item.id
                    LEFT JOIN participant ON participant.id = item.sender_id
                WHERE outer_item.parent_id IS NULL
                """)
        return try Row.fetchOne(statement, arguments: [id.storedValue]).flatMap { row in
            let sender = (row[1] as String?).map { Participant(name: $0, address: row[2]) }
            return ItemKind(storedValue: row[0]).map { (kind: $0, sender: sender, wasReceived: row[3]) }
        }
    }

    /// A condition on the column `details` of `content`.
    static let wasNotReceived = "json_extract(content.details, '$.email._0.wasReceived') IS NULL"

    /// The person whose mail it is: in most of the newest e-mails, and the sender of some that no server delivered. `nil` where
    /// that is nobody, as in the archive of a mailing list.
    ///
    /// - Complexity: reads the people of the newest 1,000 items, and what the likeliest of them sent.
    public func likelyOwner() throws -> Participant? {
        let now = Date()
        let found = try correspondents(inNewest: OwnerLimits.items, until: now)
        guard found.emails >= OwnerLimits.fewestEmails else { return nil }
        let least = OwnerLimits.share * Double(found.emails)
        // A shop and a private life may share one person's mail.
        return try found.people.first { correspondent in
            guard correspondent.sent > 0, Self.isPlain(correspondent.person.address),
                Double(correspondent.emails) >= least / 2, try hasSentMail(from: correspondent.person.address)
            else { return false }
            return try Double(correspondent.emails) >= least
                || Double(
                    emails(inNewest: OwnerLimits.items, until: now, withPersonAt: correspondent.person.address))
                    >= least
        }?.person
    }

    /// True if a mail from an address, in lower case, lies here as sent ones do.
    private func hasSentMail(from address: String) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM participant CROSS JOIN item ON item.sender_id = participant.id
                        CROSS JOIN item_content AS content ON content.item_id = item.id
                    WHERE lower(participant.address) = ? AND item.kind = ? AND \(Self.wasNotReceived))
                """, arguments: [address, ItemKind.email.storedValue]) ?? false
    }

    /// True for an address as people have them: what is offered to be typed into a shell has nothing else.
    private static func isPlain(_ address: String) -> Bool {
        !address.hasPrefix("-") && address.allSatisfy { $0.isLetter || $0.isNumber || "@._+-'".contains($0) }
    }
}

private enum OwnerLimits {
    /// The newest items whose e-mails tell.
    static let items = 1_000
    /// With fewer e-mails, a frequent correspondent looks like the owner.
    static let fewestEmails = 20
    /// The share of the e-mails that the owner is in, at least.
    static let share = 0.6
}
