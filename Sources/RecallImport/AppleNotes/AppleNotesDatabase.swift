import Foundation
import RecallCore

/// The database of Notes in the confined process, and all SQL that reads it.
///
/// Core Data keeps notes, folders, attachments and accounts as rows of one table. A property that several of them have is in a
/// column of its own for each, with a number that differs between versions of Notes, and the others are empty in a row.
final class AppleNotesDatabase: SourceDatabase {
    static let table = "ZICNOTEDATA"
    private static let objects = "ZICCLOUDSYNCINGOBJECT"
    /// Folders within each other.
    private static let mostFolders = 20
    private static let mostKnownFolders = 10_000

    private let database: OpaquePointer
    private let columns: TableColumns
    private let folders: DatabaseQuery
    private let attachments: DatabaseQuery
    private let files: DatabaseQuery
    private var knownFolders: [Int: Folder] = [:]

    /// A folder of notes.
    struct Folder {
        var path: String
        var isTrash: Bool
    }

    convenience init(_ connection: OpaquePointer) throws(DatabaseRefusal) {
        let tables: [String: Set<String>] = [
            Self.table: ["ZNOTE", "ZDATA"], Self.objects: ["ZIDENTIFIER", "ZFOLDER"],
        ]
        guard let columns = TableColumns(tables, in: connection) else { throw .damaged }
        guard tables.keys.allSatisfy(columns.has) else { throw .otherTables }
        do {
            try self.init(connection, columns)
        } catch {
            throw .damaged
        }
    }

    private init(_ database: OpaquePointer, _ columns: TableColumns) throws(DatabaseDamage) {
        (self.database, self.columns) = (database, columns)
        let objects = Self.objects
        folders = try DatabaseQuery(
            """
            SELECT \(columns[["ZTITLE2", "ZTITLE1", "ZTITLE"], of: objects]), \(columns["ZIDENTIFIER", of: objects]),
            \(columns["ZFOLDERTYPE", of: objects]), \(columns["ZPARENT", of: objects])
            FROM \(objects) WHERE ROWID = ?1
            """, database)
        files = try DatabaseQuery(
            "SELECT \(columns["ZFILENAME", of: objects]) FROM \(objects) WHERE ROWID = ?1", database)
        attachments = try DatabaseQuery(
            """
            SELECT \(AppleNotesAttachment.columns(columns, of: objects)) FROM \(objects)
            WHERE \(columns["ZNOTE", of: objects]) = ?1 OR \(columns["ZNOTE1", of: objects]) = ?1
            LIMIT \(AppleNotesAttachment.most)
            """, database)
    }

    func rows() throws(DatabaseDamage) -> DatabaseQuery {
        let (notes, objects) = (Self.table, Self.objects)
        return try DatabaseQuery(
            """
            SELECT \(notes).ROWID, \(notes).ZDATA, \(objects).ROWID, \(columns["ZIDENTIFIER", of: objects]),
            \(columns[["ZTITLE1", "ZTITLE2", "ZTITLE"], of: objects]), \(columns["ZFOLDER", of: objects]),
            \(columns[["ZCREATIONDATE3", "ZCREATIONDATE2", "ZCREATIONDATE1", "ZCREATIONDATE"], of: objects]),
            \(columns[["ZMODIFICATIONDATE1", "ZMODIFICATIONDATE"], of: objects]),
            \(columns["ZMARKEDFORDELETION", of: objects]), \(columns["ZISPASSWORDPROTECTED", of: objects])
            FROM \(notes) NOT INDEXED LEFT JOIN \(objects) ON \(objects).ROWID = \(notes).ZNOTE
            WHERE \(notes).ROWID > ?1 ORDER BY \(notes).ROWID
            """, database)
    }

    /// A note without an object was deleted, and so is what is marked so or lies in a folder of deleted notes.
    func encoded(_ row: DatabaseQuery, _ number: Int) throws(DatabaseDamage) -> [UInt8]? {
        guard let object = row.integer(2), row.integer(8) ?? 0 == 0 else { return nil }
        var note = StoredNote(row: number)
        if let folder = row.integer(5) {
            if let found = try? self.folder(folder) {
                guard !found.isTrash else { return nil }
                note.folder = found.path
            } else {
                note.flags.insert(.damaged)
            }
        }
        (note.identifier, note.title) = (row.text(3), row.text(4, atMost: 4_096))
        (note.created, note.modified) = (Self.milliseconds(row.number(6)), Self.milliseconds(row.number(7)))
        if row.integer(9) ?? 0 != 0 {
            note.flags.insert(.locked)
        } else {
            try addText(row.bytes(1), of: object, to: &note)
        }
        return note.text.isEmpty && note.title.isEmpty && note.attachments.isEmpty ? nil : note.encoded
    }

    private func addText(_ data: [UInt8], of object: Int, to note: inout StoredNote) throws(DatabaseDamage) {
        guard !data.isEmpty else {
            note.flags.insert(.withoutText)
            return
        }
        guard let document = try? GzippedData.unpacked(data) else { throw DatabaseDamage() }
        let found: [String: AppleNotesAttachment]
        do {
            found = try attachments(ofNote: object)
        } catch {
            found = [:]
            note.flags.insert(.damaged)
        }
        guard let text = AppleNoteText(document, attachments: found) else { throw DatabaseDamage() }
        (note.text, note.tags, note.links) = (text.text, text.tags, text.links)
        if text.isDamaged { note.flags.insert(.damaged) }
        note.attachments = text.files
    }

    /// The attachments of a note, by their ids.
    private func attachments(ofNote object: Int) throws(DatabaseDamage) -> [String: AppleNotesAttachment] {
        attachments.begin(object)
        var found: [String: AppleNotesAttachment] = [:]
        while try attachments.next() {
            var attachment = AppleNotesAttachment(attachments)
            if let media = attachment.media {
                files.begin(media)
                if try files.next(), !files.text(0).isEmpty { attachment.name = files.text(0) }
            }
            found[attachment.identifier] = attachment
        }
        return found
    }

    private func folder(_ row: Int) throws(DatabaseDamage) -> Folder {
        if let folder = knownFolders[row] { return folder }
        var (names, next, isTrash) = ([String](), Optional(row), false)
        while let row = next, names.count < Self.mostFolders {
            folders.begin(row)
            guard try folders.next() else { throw DatabaseDamage() }
            // The type of the folder of deleted notes is 1; in early versions its id tells.
            if folders.integer(2) == 1 || folders.text(1).hasPrefix("TrashFolder") { isTrash = true }
            names.append(CleanText.line(folders.text(0, atMost: 1_024)))
            next = folders.integer(3)
        }
        let folder = Folder(path: names.reversed().joined(separator: "/"), isTrash: isTrash)
        if knownFolders.count < Self.mostKnownFolders { knownFolders[row] = folder }
        return folder
    }

    private static func milliseconds(_ seconds: Double?) -> Int {
        seconds.flatMap { Int(exactly: ($0 * 1_000).rounded()) } ?? 0
    }
}
