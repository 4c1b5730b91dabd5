import Foundation
import GRDB
public import RecallCore

// Of a deleted item nothing stays but a hash of its id, so that an import leaves it out. Whoever knows a mail can write one
// with its id: of a mail whose sender has an address the hash is of that, too, so that it leaves out no mail of another one.
// Whoever is invited knows an event's id, so its hash is always of its organizer's address, or of there being none. Notes in an
// export that gives them no ids leave a hash of what they say besides, files one that is of their names, too, and one of their
// text alone: a file that was deleted stays out when it is renamed or copied.

extension ItemID {
    /// A file by its name and by what it says, or without one a record of an export.
    fileprivate init(ofCopy contentHash: Data, date: Int64?, _ details: ItemDetails, named name: String?) {
        let digits = contentHash.map { String($0, radix: 16) }.joined(separator: " ")
        var parts = [name == nil ? "record" : "copy", digits, date.map(String.init) ?? "", name ?? ""]
        if case .note(let note) = details {
            parts += note.tags + ["aliases"] + note.aliases
            parts += ["properties"] + note.properties.flatMap { [$0.name, $0.value] }
        }
        self.init(identifying: parts)
    }

    /// The copies of a file or a record: by its name and, whatever it is called, by a text that nobody says again by chance.
    fileprivate static func copies(
        of contentHash: Data, date: Int64?, _ details: ItemDetails, named name: String?, saying text: String
    ) -> [ItemID] {
        let named = ItemID(ofCopy: contentHash, date: date, details, named: name)
        return name == nil || text.utf8.count < 16 ? [named] : [named, ItemID(identifying: ["text", text])]
    }

    fileprivate var tombstone: Data { Self.hash(storedValue) }

    /// The tombstone of an item from `address`; with an empty one, of any with this id from who has no address.
    fileprivate func tombstone(from address: String) -> Data {
        Self.hash(storedValue + Array("from ".utf8) + Array(address.utf8))
    }

    /// The tombstones that an event of a calendar leaves whose organizer has that address, if any.
    fileprivate func tombstones(ofEventFrom address: String?) -> [Data] { [tombstone(from: address ?? "")] }

    /// The tombstones that an item from `address` leaves: in chats, and where Outlook knows a name alone, nobody has one.
    fileprivate func tombstones(from address: String?) -> [Data] {
        address.map { [tombstone(from: $0), tombstone(from: "")] } ?? [tombstone]
    }

    private static func hash(_ bytes: some Sequence<UInt8>) -> Data { Data(SHA256.digest(Array(bytes)).prefix(16)) }
}

extension Item {
    fileprivate func copies(named name: String?) -> [ItemID] {
        ItemID.copies(of: contentHash, date: date?.storedValue, details, named: name, saying: text)
    }
}

extension LibrarySnapshot {
    /// True if the item with that id was deleted and not restored since, whoever it was from.
    public func isDeleted(_ id: ItemID) throws -> Bool { try hasTombstone(id.tombstone) }

    /// True if the item was deleted and not restored since.
    public func isDeleted(_ item: Item) throws -> Bool {
        try isDeleted(item.id) || hasTombstone(item.id.tombstone(from: item.sender?.mailAddress ?? ""))
    }

    /// True if what says the same was deleted and not restored since: a file, wherever it was, or without a name a record of an
    /// export that gives no ids.
    public func isDeleted(copyOf item: Item, named name: String?) throws -> Bool {
        try item.copies(named: name).contains { try isDeleted($0) }
    }

    private func hasTombstone(_ hash: Data) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM deleted_item WHERE id_hash = ?)"),
            arguments: [hash]) ?? false
    }
}

extension LibrarySnapshot {
    /// True if an item was deleted and not restored since.
    public func hasDeletedItems() throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM deleted_item)") ?? false
    }
}

extension LibraryTransaction {
    /// Records items as deleted, so that imports skip them, also in the other files that were copies of theirs.
    public func leaveTombstones(items rows: [ItemRow]) throws {
        let select = try db.cachedStatement(
            sql: """
                SELECT uid, address, parent_id IS NULL
                    AND COALESCE(json_extract(details, '$.document._0.format') = 'ics', FALSE)
                FROM item LEFT JOIN participant ON participant.id = sender_id
                LEFT JOIN item_content ON item_content.item_id = item.id WHERE item.id = ?
                """)
        let insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO deleted_item (id_hash) VALUES (?)")
        let files = try db.cachedStatement(
            sql: """
                SELECT path, is_container, content_hash, date, details, text FROM item
                JOIN item_content ON item_content.item_id = item.id
                JOIN item_source ON item_source.item_id = item.id
                JOIN source_file ON source_file.id = source_file_id
                WHERE item.id = ? AND kind IN (3, 4) AND parent_id IS NULL
                """)
        for row in rows {
            guard let item = try Row.fetchOne(select, arguments: [row]), let id = ItemID(storedValue: item[0] as Data)
            else {
                continue
            }
            let (address, isEvent) = (Participant(address: item[1] ?? "").mailAddress, item[2] as Bool)
            for hash in isEvent ? id.tombstones(ofEventFrom: address) : id.tombstones(from: address) {
                try insert.execute(arguments: [hash])
            }
            for file in try Row.fetchAll(files, arguments: [row]) {
                let (path, isContainer) = (file[0] as String, file[1] as Bool)
                let name = isContainer ? nil : String(path.lastPathComponent)
                let text = file[5] as String
                let copies = try ItemID.copies(
                    of: file[2], date: file[3], JSONColumns.details(file[4]), named: name, saying: text)
                for copy in copies where !text.isEmpty { try insert.execute(arguments: [copy.tombstone]) }
                if !isContainer { try insert.execute(arguments: [ItemID(file: path).tombstone]) }
            }
        }
    }

    /// Removes an item's tombstones, so that imports restore it.
    public func removeTombstone(of item: Item) throws {
        let delete = try db.cachedStatement(sql: "DELETE FROM deleted_item WHERE id_hash = ?")
        let address = item.sender?.mailAddress
        let hashes = Set([item.id.tombstone, item.id.tombstone(from: "")] + item.id.tombstones(from: address))
        for hash in hashes { try delete.execute(arguments: [hash]) }
    }

    /// Removes the tombstones of what says the same, as `isDeleted(copyOf:named:)` finds them.
    public func removeTombstone(ofCopiesOf item: Item, named name: String?) throws {
        let delete = try db.cachedStatement(sql: "DELETE FROM deleted_item WHERE id_hash = ?")
        for copy in item.copies(named: name) { try delete.execute(arguments: [copy.tombstone]) }
    }
}
