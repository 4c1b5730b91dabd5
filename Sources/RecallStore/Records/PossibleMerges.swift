import GRDB
public import RecallCore
import RecallText

// The facts by which two people may be one. CROSS JOIN keeps SQLite from beginning with all recipients of the library.

extension LibrarySnapshot {
    /// The contacts of files, without those that came with a mail, which anybody can send.
    ///
    /// - Complexity: O(*n*) in contacts.
    public func contactsOfFiles() throws -> [StoredContact] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT item.id, recipient.participant_id,
                    CASE WHEN instr(content.details, '"nicknames"') > 0 THEN content.details END
                FROM item CROSS JOIN item_content AS content ON content.item_id = item.id
                    CROSS JOIN recipient ON recipient.item_id = item.id
                WHERE item.parent_id IS NULL
                    AND item.id IN (SELECT item_id FROM item_label WHERE label_id IN (\(Self.contactLabels)))
                ORDER BY item.id, recipient.position
                """)
        return Dictionary(grouping: rows) { $0[0] as Int64 }.sorted { $0.key < $1.key }.map { _, rows in
            let details = (rows[0][2] as String?).flatMap { try? JSONColumns.details($0) }
            let nicknames = if case .document(let document) = details { document.nicknames } else { [String]() }
            return StoredContact(participants: rows.map { $0[1] }, nicknames: nicknames)
        }
    }

    /// The participants of the people to whom a contact of a file gives this (folded) word as a nickname.
    ///
    /// - Complexity: O(*n*) in contacts.
    public func participants(nicknamed word: String) throws -> Set<Int64> {
        let contacts = try contactsOfFiles().filter { contact in
            contact.nicknames.contains { NameWords.words(of: $0) == [word] }
        }
        return try allOfPeople(Set(contacts.flatMap(\.participants)))
    }

    /// True if an item is a contact.
    public func isContact(_ id: ItemID) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM item JOIN item_label ON item_label.item_id = item.id
                    WHERE item.uid = ? AND label_id IN (\(Self.contactLabels)))
                """)
        return try Bool.fetchOne(statement, arguments: [id.storedValue]) ?? false
    }

    /// The rows of those to whom the senders addressed an e-mail, without those that a server delivered: anybody can write one
    /// from any address.
    ///
    /// - Complexity: O(*n*) in what they sent.
    public func addressees(ofMailsFrom senders: Set<Int64>) throws -> Set<Int64> {
        try Int64.fetchSet(
            db,
            sql: """
                SELECT recipient.participant_id FROM item CROSS JOIN recipient ON recipient.item_id = item.id
                    CROSS JOIN item_content AS content ON content.item_id = item.id
                WHERE item.sender_id IN (SELECT value FROM json_each(?)) AND item.kind = ? AND recipient.role = ?
                    AND \(Self.wasNotReceived)
                """,
            arguments: ["\(senders.sorted())", ItemKind.email.storedValue, Recipient.Role.to.storedValue])
    }

    /// True if one of the senders wrote a mail that lies in a mailbox, which holds many, and that no server delivered: a file by
    /// itself may be from anybody.
    ///
    /// - Complexity: O(*n*) in what they sent.
    public func wroteMailsOfMailbox(_ senders: Set<Int64>) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM item CROSS JOIN item_content AS content ON content.item_id = item.id
                    CROSS JOIN item_source ON item_source.item_id = item.id
                    CROSS JOIN source_file ON source_file.id = source_file_id
                    WHERE item.sender_id IN (SELECT value FROM json_each(?)) AND item.kind = ? AND is_container
                        AND \(Self.wasNotReceived))
                """, arguments: ["\(senders.sorted())", ItemKind.email.storedValue]) ?? false
    }

    /// The number of messages that each of the senders wrote in chats.
    ///
    /// - Complexity: O(*n*) in what they sent.
    public func messagesSent(by senders: Set<Int64>) throws -> [Int64: Int] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT sender_id, COUNT(*) FROM item WHERE sender_id IN (SELECT value FROM json_each(?)) AND kind = ?
                GROUP BY sender_id
                """, arguments: ["\(senders.sorted())", ItemKind.message.storedValue]
        ).reduce(into: [:]) { $0[$1[0]] = $1[1] }
    }

    /// True if both wrote in one chat.
    ///
    /// - Complexity: O(*n*) in what they sent.
    public func wroteInOneChat(_ first: Set<Int64>, _ second: Set<Int64>) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM item WHERE sender_id IN (SELECT value FROM json_each(?)) AND kind = ?
                        AND conversation IN (SELECT conversation FROM item
                            WHERE sender_id IN (SELECT value FROM json_each(?)) AND conversation IS NOT NULL))
                """,
            arguments: ["\(first.sorted())", ItemKind.message.storedValue, "\(second.sorted())"]) ?? false
    }
}
