import Foundation
import GRDB
import RecallCore
import RecallText

// Columns that follow from others by rules of this code: folded names, sizes, labels, languages. A migration that adds one, or
// comes with a change of its rules, runs frozen SQL only and leaves a mark. The next opening for writing derives
// them all anew, by the rules that new items and queries go by too: a frozen copy of old rules would not match those. That and
// the mark's removal are one transaction, so a kill in between loses nothing; readers are refused until it is done.

extension LibrarySnapshot {
    /// True if a migration left derived columns or terms to be made again.
    func isStale() throws -> Bool {
        try StaleMark.allCases.contains(where: has)
    }

    /// True if a migration left this mark.
    func has(_ mark: StaleMark) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM setting WHERE name = ?)", arguments: [mark.rawValue]) ?? false
    }
}

/// The settings by which migrations mark what is to be made again.
enum StaleMark: String, CaseIterable {
    case columns = "derived.stale"
    case terms = "terms.stale"
    /// Words of other names than titles, and of people's names in other scripts.
    case names = "names.stale"
    case tags = "tags.stale"
    case initials = "initials.stale"
}

extension LibraryTransaction {
    /// Makes again what a migration left stale.
    ///
    /// - Complexity: O(*n*) in the text of all items; O(1) if there is nothing to do.
    func refreshStale() throws {
        if try refreshStaleTerms() || snapshot.has(.columns) {
            try refreshColumns()
        } else if try snapshot.has(.tags) {
            try refreshTags()
        }
        try refreshStaleNames()
        if try snapshot.has(.initials) {
            try db.execute(sql: "INSERT INTO item_words (item_words) VALUES ('rebuild')")
        }
        for mark in StaleMark.allCases {
            try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [mark.rawValue])
        }
    }

    /// Labels the notes that have tags or aliases: other items had none when these became labels.
    private func refreshTags() throws {
        try noteItemRewrite()
        let notes = try Row.fetchCursor(
            db,
            sql: """
                SELECT item_id, details FROM item_content JOIN item ON id = item_id
                WHERE kind = ? AND (json_array_length(details, '$.note._0.tags') > 0
                    OR json_array_length(details, '$.note._0.aliases') > 0)
                """, arguments: [ItemKind.note.storedValue])
        while let row = try notes.next() {
            guard case .note(let note) = try JSONColumns.details(row[1]) else { continue }
            try insertLabels(Label.ofNote(note), item: row[0])
        }
    }

    private func refreshColumns() throws {
        try noteItemRewrite()
        try deriveParticipants()
        try db.execute(sql: "DELETE FROM item_label; DELETE FROM label")
        caches.removeAll()
        try deriveItems()
        for row in try Row.fetchAll(db, sql: "SELECT item_id, source_file_id FROM item_source") {
            try insertSourceLabel(item: row[0], file: row[1])
        }
    }

    private func deriveParticipants() throws {
        let update = try db.makeStatement(sql: "UPDATE participant SET folded = ? WHERE id = ?")
        for row in try Row.fetchAll(db, sql: "SELECT id, name, address FROM participant") {
            let participant = Participant(name: row[1], address: row[2])
            try update.execute(arguments: [participant.folded, row[0] as Int64])
        }
    }

    private func deriveItems() throws {
        let update = try db.makeStatement(sql: "UPDATE item SET byte_count = ?, language = ? WHERE id = ?")
        let contents = try Row.fetchCursor(
            db,
            sql: """
                SELECT item_id, text, authored, details, attachments, conversation_title,
                    (SELECT conversation FROM item WHERE id = item_id)
                FROM item_content
                """)
        while let row = try contents.next() {
            let (item, text): (ItemRow, String) = (row[0], row[1])
            let attachments = try JSONColumns.attachments(row[4])
            let language = LanguageDetector.written(text, in: StoredRanges.decode(row[2]))
            try update.execute(arguments: [text.utf8.count + attachments.byteCount, language.storedValue, item])
            let labels = try Label.labels(
                details: JSONColumns.details(row[3]), attachments: attachments, conversation: row[6],
                conversationTitle: row[5])
            try insertLabels(labels, item: item)
        }
    }
}
