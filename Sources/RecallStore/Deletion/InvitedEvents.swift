import GRDB
public import RecallCore

extension LibrarySnapshot {
    /// Those of the items that are documents, and that no calendar or line of an export holds, but mails alone.
    ///
    /// - Complexity: O(*m*) in the items.
    public func documentsHeldByMailsAlone(_ ids: [ItemID]) throws -> Set<ItemID> {
        let select = try db.cachedStatement(
            sql: """
                SELECT kind = \(ItemKind.document.storedValue) AND NOT EXISTS (
                    SELECT 1 FROM item_source JOIN source_file ON source_file.id = source_file_id
                    WHERE item_id = item.id AND parent_id IS NULL AND format IN ('ics', 'jsonl'))
                FROM item WHERE uid = ?
                """)
        return try ids.reduce(into: []) { found, id in
            if try Bool.fetchOne(select, arguments: [id.storedValue]) == true { found.insert(id) }
        }
    }

    /// The events that mails among the items invite to, with their changed instances, unless another mail has them, or a file
    /// that has none of these mails. They are items of their own, and each is of one sender.
    ///
    /// - Complexity: O(*m*) in the mails of these senders.
    public func events(inMailsAmong rows: [ItemRow]) throws -> [ItemRow] {
        let going = Set(rows)
        var bySender: [String: [[InvitedEvent]]] = [:]
        var seen: Set<ItemRow> = []
        for row in rows {
            for id in try linkedItems(of: row) {
                guard let event = try event(id), seen.insert(event.row).inserted else { continue }
                let events = try instances(of: event)
                seen.formUnion(events.map(\.row))
                bySender[event.address, default: []].append(events)
            }
        }
        var found: [ItemRow] = []
        for (address, series) in bySender {
            let mails = try mails(from: address, linkingTo: Set(series.joined().map(\.id)))
            for events in series {
                // Of a calendar with changed instances the mail leads to the first.
                let all = events.reduce(into: Set()) { $0.formUnion(mails[$1.id, default: []]) }
                for event in events where !going.contains(event.row) {
                    let inviting = mails[event.id] ?? all
                    guard inviting.isSubset(of: going), try !isInFile(event.row, without: inviting) else { continue }
                    found.append(event.row)
                }
            }
        }
        return found
    }

    private struct InvitedEvent {
        let row: ItemRow
        let id: ItemID
        let identifier: String?
        let address: String
    }

    /// The items to which the attachments of a mail lead.
    private func linkedItems(of row: ItemRow) throws -> [ItemID] {
        let select = try db.cachedStatement(
            sql: """
                SELECT attachments FROM item JOIN item_content ON item_id = id
                WHERE id = ? AND kind = 1 AND instr(attachments, '"item"') > 0
                """)
        return try JSONColumns.attachments(String.fetchOne(select, arguments: [row])).compactMap(\.item)
    }

    private func event(_ id: ItemID) throws -> InvitedEvent? {
        let select = try db.cachedStatement(
            sql: """
                SELECT item.id, external_id, address FROM item JOIN item_content ON item_id = item.id
                JOIN participant ON participant.id = sender_id
                WHERE uid = ? AND kind = 3 AND parent_id IS NULL AND json_extract(details, '$.document._0.format') = 'ics'
                """)
        return try Row.fetchOne(select, arguments: [id.storedValue]).map {
            InvitedEvent(row: $0[0], id: id, identifier: $0[1], address: $0[2])
        }
    }

    /// The mails of a sender, under any name, that lead to some of the events, by these.
    private func mails(from address: String, linkingTo events: Set<ItemID>) throws -> [ItemID: Set<ItemRow>] {
        var mails: [ItemID: Set<ItemRow>] = [:]
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT item.id, attachments FROM participant JOIN item ON sender_id = participant.id
                    JOIN item_content ON item_id = item.id
                    WHERE address = ? COLLATE NOCASE AND kind = 1 AND instr(attachments, '"item"') > 0
                    """), arguments: [address])
        while let row = try rows.next() {
            for case let id? in try JSONColumns.attachments(row[1]).map(\.item) where events.contains(id) {
                mails[id, default: []].insert(row[0])
            }
        }
        return mails
    }

    /// True if an export or a calendar has the event, and none of the mails. Any other file has it from its mails.
    private func isInFile(_ event: ItemRow, without mails: Set<ItemRow>) throws -> Bool {
        let files = try db.cachedStatement(
            sql: """
                SELECT source_file_id FROM item_source JOIN source_file ON source_file.id = source_file_id
                WHERE item_id = ? AND format IN ('jsonl', 'ics')
                """)
        return try SourceRow.fetchAll(files, arguments: [event]).contains { file in
            try !mails.contains { try isHeld(item: $0, by: file) }
        }
    }

    /// An event and the instances of it that were changed, which are items too.
    private func instances(of event: InvitedEvent) throws -> [InvitedEvent] {
        guard let identifier = event.identifier else { return [event] }
        let select = try db.cachedStatement(
            sql: """
                SELECT item.id, uid FROM participant JOIN item ON sender_id = participant.id
                JOIN item_content ON item_id = item.id
                WHERE address = ? COLLATE NOCASE AND kind = 3 AND external_id = ? AND parent_id IS NULL
                    AND json_extract(details, '$.document._0.format') = 'ics'
                """)
        return try Row.fetchAll(select, arguments: [event.address, identifier]).compactMap { row in
            ItemID(storedValue: row[1]).map {
                InvitedEvent(row: row[0], id: $0, identifier: identifier, address: event.address)
            }
        }
    }
}
