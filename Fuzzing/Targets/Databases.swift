import Foundation
import GRDBSQLite
import RecallConfinement
import RecallCore

@testable import RecallImport

/// Databases of other programs, and what the processes say that read them.
enum Databases {
    /// A whole file, whose rows are read as the confined process does.
    static func file(_ bytes: [UInt8]) {
        let file = InputFile(bytes, name: "NoteStore.sqlite")
        let types: [any SourceDatabase.Type] = [
            AppleNotesDatabase.self, MessagesDatabase.self, SlackArchiveDatabase.self,
        ]
        for type in types {
            let descriptor = open(file.path, O_RDONLY)
            defer { close(descriptor) }
            guard let connection = try? DatabaseConnection(descriptor, log: nil, table: type.table) else { continue }
            defer { sqlite3_close_v2(connection.pointer) }
            guard let database = try? type.init(connection.pointer) else { continue }
            _ = connection.lastRow()
            read(database, from: connection)
        }
    }

    private static func read(_ database: any SourceDatabase, from connection: DatabaseConnection) {
        guard let rows = try? database.rows() else { return }
        rows.begin(0)
        var last = 0
        for _ in 0..<1_000 {
            guard let isRow = try? rows.next() else {
                _ = connection.row(after: last)
                return
            }
            guard isRow, let number = rows.integer(0) else { return }
            guard let bytes = try? database.encoded(rows, number) else { continue }
            check(bytes)
            last = number
        }
    }

    private static func check(_ bytes: [UInt8]) {
        if bytes.first == UInt8(ascii: "N") {
            guard let note = StoredNote(bytes) else { preconditionFailure("a note is not read back") }
            precondition(note.encoded == bytes)
            _ = note.item(of: unit)
        } else if bytes.first == UInt8(ascii: "K") {
            guard let message = StoredSlackMessage(bytes) else { preconditionFailure("a message is not read back") }
            precondition(message.encoded == bytes)
            _ = message.message
        } else {
            guard let message = StoredMessage(bytes) else { preconditionFailure("a message is not read back") }
            precondition(message.encoded == bytes)
        }
    }

    private static let unit = SourceUnit(
        path: "/NoteStore.sqlite", root: "/NoteStore.sqlite", format: .appleNotes, byteCount: 1_000, modified: 0)

    /// The document of a note and a table in it: a length of two bytes, then the one, then the other.
    static func appleNote(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return }
        let rest = bytes.dropFirst(2)
        let length = min(Int(bytes[0]) << 8 | Int(bytes[1]), rest.count)
        NotesInMemory.shared.read(document: Array(rest.prefix(length)), table: Array(rest.dropFirst(length)))
        _ = AppleNoteText(Array(rest), attachments: [:])
        _ = AppleNoteTable.lines(in: StoredGzip.bytes(Array(rest)))
    }

    /// The output of a process that a database has taken over.
    static func reply(_ bytes: [UInt8]) {
        for part in DatabaseReply.parts(of: [DatabaseReply.kind] + bytes) {
            precondition(DatabaseReply(part.encoded) == part)
        }
        StoredNote(bytes).map { _ = $0.item(of: unit) }
        _ = StoredMessage(bytes)
        _ = StoredSlackMessage(bytes)
        _ = DatabaseReply(bytes)
    }
}

/// A database of Notes in memory with one note, which has attachments of each role.
private final class NotesInMemory {
    nonisolated(unsafe) static let shared = NotesInMemory()
    private let notes: AppleNotesDatabase
    private let update, updateTable: OpaquePointer

    private static let schema = """
        CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZNOTE INTEGER, ZDATA BLOB);
        CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, ZIDENTIFIER VARCHAR, ZTITLE1 VARCHAR, ZTITLE2 VARCHAR,
            ZFOLDER INTEGER, ZPARENT INTEGER, ZNOTE INTEGER, ZTYPEUTI VARCHAR, ZALTTEXT VARCHAR, ZURLSTRING VARCHAR,
            ZMERGEABLEDATA1 BLOB, ZFILENAME VARCHAR, ZMEDIA INTEGER, ZFILESIZE INTEGER, ZCREATIONDATE1 TIMESTAMP);
        INSERT INTO ZICNOTEDATA VALUES (1, 101, NULL);
        INSERT INTO ZICCLOUDSYNCINGOBJECT (Z_PK, ZIDENTIFIER, ZTITLE1, ZFOLDER, ZCREATIONDATE1) VALUES
            (101, 'n', 'Note', 2, 1e9);
        INSERT INTO ZICCLOUDSYNCINGOBJECT (Z_PK, ZIDENTIFIER, ZTITLE2, ZPARENT) VALUES (2, 'F', 'Folder', 2);
        INSERT INTO ZICCLOUDSYNCINGOBJECT (Z_PK, ZIDENTIFIER, ZNOTE, ZTYPEUTI, ZALTTEXT, ZURLSTRING) VALUES
            (11, 't', 101, 'com.apple.notes.table', '', ''), (12, 'h', 101, 'com.apple.notes.inlinetextattachment.hashtag', '#a', ''),
            (13, 'l', 101, 'com.apple.notes.inlinetextattachment.link', 'Other', 'applenotes:note/1'),
            (14, 'u', 101, 'public.url', '', 'https://e.org/'), (15, 'f', 101, 'public.jpeg', '', '');
        """

    private init() {
        var database: OpaquePointer?
        sqlite3_open(":memory:", &database)
        sqlite3_exec(database, Self.schema, nil, nil, nil)
        var (update, updateTable): (OpaquePointer?, OpaquePointer?)
        sqlite3_prepare_v2(database, "UPDATE ZICNOTEDATA SET ZDATA = ?1", -1, &update, nil)
        sqlite3_prepare_v2(
            database, "UPDATE ZICCLOUDSYNCINGOBJECT SET ZMERGEABLEDATA1 = ?1 WHERE Z_PK = 11", -1, &updateTable, nil)
        guard let database, let update, let updateTable, let notes = try? AppleNotesDatabase(database) else {
            preconditionFailure("no database of notes")
        }
        (self.notes, self.update, self.updateTable) = (notes, update, updateTable)
    }

    func read(document: [UInt8], table: [UInt8]) {
        set(update, StoredGzip.bytes(document))
        set(updateTable, StoredGzip.bytes(table))
        guard let rows = try? notes.rows() else { preconditionFailure("the rows cannot be read") }
        rows.begin(0)
        guard (try? rows.next()) == true, let bytes = try? notes.encoded(rows, 1) else { return }
        precondition(StoredNote(bytes)?.encoded == bytes, "a note is not read back")
    }

    private func set(_ statement: OpaquePointer, _ bytes: [UInt8]) {
        sqlite3_reset(statement)
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        bytes.withUnsafeBytes { _ = sqlite3_bind_blob(statement, 1, $0.baseAddress, CInt($0.count), transient) }
        sqlite3_step(statement)
        sqlite3_reset(statement)
    }
}
