import Foundation
import GRDB
import RecallCore
import RecallText

/// The items' languages.
enum Migration005 {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE item ADD COLUMN language INTEGER NOT NULL DEFAULT 0")
        let update = try db.makeStatement(sql: "UPDATE item SET language = ? WHERE id = ?")
        let contents = try Row.fetchCursor(db, sql: "SELECT item_id, text, authored FROM item_content")
        while let row = try contents.next() {
            let language = LanguageDetector.written(row[1], in: StoredRanges.decode(row[2]))
            if language != nil { try update.execute(arguments: [language.storedValue, row[0] as Int64]) }
        }
    }
}
