import Foundation
import GRDBSQLite
import RecallCore
import RecallTestSupport

/// A database as Notes makes it, with made-up content, written by SQLite itself.
final class NotesFixture {
    let path: String
    private var database: OpaquePointer?

    /// The columns of iOS 17, as far as they matter.
    static let tables = """
        CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZIDENTIFIER VARCHAR, ZTITLE VARCHAR,
            ZTITLE1 VARCHAR, ZTITLE2 VARCHAR, ZFOLDER INTEGER, ZPARENT INTEGER, ZFOLDERTYPE INTEGER, ZNOTE INTEGER,
            ZNOTE1 INTEGER, ZACCOUNT7 INTEGER, ZCREATIONDATE1 TIMESTAMP, ZCREATIONDATE3 TIMESTAMP,
            ZMODIFICATIONDATE1 TIMESTAMP, ZMARKEDFORDELETION INTEGER, ZISPASSWORDPROTECTED INTEGER, ZTYPEUTI VARCHAR,
            ZTYPEUTI1 VARCHAR, ZALTTEXT VARCHAR, ZURLSTRING VARCHAR, ZFILENAME VARCHAR, ZUSERTITLE VARCHAR,
            ZFILESIZE INTEGER, ZMEDIA INTEGER, ZMERGEABLEDATA1 BLOB);
        CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZNOTE INTEGER, ZDATA BLOB);
        CREATE INDEX ZNOTE_INDEX ON ZICCLOUDSYNCINGOBJECT (ZNOTE);
        INSERT INTO ZICCLOUDSYNCINGOBJECT (Z_PK, ZIDENTIFIER, ZTITLE2, ZFOLDERTYPE, ZPARENT) VALUES
            (1, 'DefaultFolder-CloudKit', 'Notes', 0, NULL), (2, 'F-2', 'Boats', 0, 1),
            (3, 'TrashFolder-CloudKit', 'Recently Deleted', 1, NULL), (4, 'F-4', 'Loop', 0, 5), (5, 'F-5', 'Loop', 0, 4);
        """

    /// The columns of iOS 9.
    static let earlyTables = """
        CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, ZIDENTIFIER VARCHAR, ZTITLE1 VARCHAR, ZTITLE2 VARCHAR,
            ZFOLDER INTEGER, ZCREATIONDATE1 TIMESTAMP, ZMODIFICATIONDATE1 TIMESTAMP, ZMARKEDFORDELETION INTEGER);
        CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, ZNOTE INTEGER, ZDATA BLOB);
        INSERT INTO ZICCLOUDSYNCINGOBJECT (Z_PK, ZIDENTIFIER, ZTITLE2) VALUES (1, 'DefaultFolder-LocalAccount', 'Notes'),
            (3, 'TrashFolder-LocalAccount', 'Recently Deleted');
        """

    init(_ path: String, _ sql: String = tables) throws {
        self.path = path
        guard sqlite3_open(path, &database) == SQLITE_OK else { throw CocoaError(.fileWriteUnknown) }
        try execute(sql)
    }

    deinit {
        sqlite3_close(database)
    }

    func execute(_ sql: String) throws {
        var message: UnsafeMutablePointer<CChar>?
        guard sqlite3_exec(database, sql, nil, nil, &message) == SQLITE_OK else {
            throw ImportFailure(.malformed, path: path, reason: message.map { String(cString: $0) } ?? "")
        }
    }

    /// Adds a note with a document, which is compressed, and its object, whose number is 100 more; `values` are further columns
    /// as SQL.
    func add(_ row: Int, _ document: [UInt8], folder: Int = 1, _ values: [String: String] = [:]) throws {
        try add(row, data: Self.blob(Self.compressed(document)), folder: folder, values)
    }

    /// Adds a note whose data is SQL.
    func add(_ row: Int, data: String, folder: Int = 1, _ values: [String: String] = [:]) throws {
        var columns = ["Z_PK": "\(row + 100)", "ZIDENTIFIER": "'note-\(row)'", "ZFOLDER": "\(folder)"]
        columns.merge(values) { $1 }
        try insert(columns)
        try execute("INSERT INTO ZICNOTEDATA (Z_PK, ZNOTE, ZDATA) VALUES (\(row), \(row + 100), \(data))")
    }

    /// Adds an object, such as an attachment.
    func insert(_ columns: [String: String]) throws {
        let names = columns.keys.sorted()
        try execute(
            "INSERT INTO ZICCLOUDSYNCINGOBJECT (\(names.joined(separator: ", "))) "
                + "VALUES (\(names.compactMap { columns[$0] }.joined(separator: ", ")))")
    }

    /// The bytes of the database, which is closed.
    static func bytes(_ sql: String = tables, _ body: (NotesFixture) throws -> Void = { _ in }) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "recall-\(UUID().uuidString).db").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(NotesFixture(path, sql))
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Two notes.
    static func small() -> [UInt8] {
        let bytes = try? Self.bytes {
            try $0.add(1, NoteDocument("x").bytes)
            try $0.add(2, NoteDocument("y").bytes)
        }
        return bytes ?? []
    }

    static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        try ArchiveFile.bytes(.gzip, [.init("data", bytes: bytes)])
    }

    static func blob(_ bytes: [UInt8]) -> String {
        "X'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
}

/// Messages in the wire format of Protocol Buffers.
enum Protobuf {
    static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    static func field(_ number: Int, _ value: Int) -> [UInt8] { varint(UInt64(number) << 3) + varint(UInt64(value)) }

    static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
        varint(UInt64(number) << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    static func field(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }
}

/// The document of a note: pieces of text with their attributes.
struct NoteDocument {
    private var text = ""
    private var runs: [UInt8] = []

    init(_ text: String = "") {
        if !text.isEmpty { add(text) }
    }

    mutating func add(
        _ piece: String, style: Int? = nil, indentation: Int = 0, isDone: Bool? = nil, link: String = "",
        attachment: String = ""
    ) {
        text += piece
        var run = Protobuf.field(1, piece.utf16.count)
        if let style {
            let done = isDone.map { Protobuf.field(5, Protobuf.field(1, "id") + Protobuf.field(2, $0 ? 1 : 0)) } ?? []
            run += Protobuf.field(2, Protobuf.field(1, style) + Protobuf.field(4, indentation) + done)
        }
        // A font with a size, which is a number of fixed length.
        run += Protobuf.field(3, Protobuf.field(1, "Font") + [2 << 3 | 5, 0, 0, 0x40, 0x41])
        if !link.isEmpty { run += Protobuf.field(9, link) }
        if !attachment.isEmpty { run += Protobuf.field(12, Protobuf.field(1, attachment) + Protobuf.field(2, "t")) }
        runs += Protobuf.field(5, run)
    }

    mutating func add(attachment: String) { add("\u{FFFC}", attachment: attachment) }

    var note: [UInt8] { Protobuf.field(2, text) + runs }
    var bytes: [UInt8] { Protobuf.field(1, 0) + Protobuf.field(2, Protobuf.field(2, 1) + Protobuf.field(3, note)) }
}

/// A table in a note as its objects.
struct NoteTable {
    private var objects: [[UInt8]] = []
    private var ids: [[UInt8]] = []
    private static let properties = ["crRows", "crColumns", "cellColumns", "UUIDIndex"]

    /// The table with these cells; rows are kept in another order than they are shown in.
    static func bytes(_ cells: [[String]]) -> [UInt8] {
        var table = NoteTable()
        let rows = cells.indices.map { table.identity("row \($0)") }
        let columns = (cells.first ?? []).indices.map { table.identity("column \($0)") }
        let dictionaries = columns.indices.map { column in
            let elements = rows.indices.reversed().flatMap { row -> [UInt8] in
                let text = table.add(Protobuf.field(10, Protobuf.field(2, cells[row][column])))
                return table.element(rows[row].later, text)
            }
            return table.element(columns[column].later, table.add(Protobuf.field(6, elements)))
        }
        let parts = [
            table.order(rows), table.order(columns), table.add(Protobuf.field(6, dictionaries.flatMap(\.self))),
        ]
        let entries = parts.enumerated().flatMap { key, object in
            Protobuf.field(3, Protobuf.field(1, key) + Protobuf.field(2, Protobuf.field(6, object)))
        }
        _ = table.add(Protobuf.field(13, Protobuf.field(1, 1) + entries))
        return table.document
    }

    /// A table of so many rows and columns without a text.
    static func empty(_ height: Int, _ width: Int) -> [UInt8] {
        var table = NoteTable()
        let rows = (0..<height).map { table.identity("row \($0)") }
        let columns = (0..<width).map { table.identity("column \($0)") }
        let parts = [table.order(rows), table.order(columns), table.add(Protobuf.field(6, [UInt8]()))]
        let entries = parts.enumerated().flatMap { key, object in
            Protobuf.field(3, Protobuf.field(1, key) + Protobuf.field(2, Protobuf.field(6, object)))
        }
        _ = table.add(Protobuf.field(13, Protobuf.field(1, 1) + entries))
        return table.document
    }

    /// The table of one cell whose column stands in it many times, with as many texts each time.
    static func repeating(_ count: Int) -> [UInt8] {
        var table = NoteTable()
        let (row, column) = (table.identity("row"), table.identity("column"))
        let text = table.add(Protobuf.field(10, Protobuf.field(2, "x")))
        let texts = table.add(Protobuf.field(6, (0..<count).flatMap { _ in table.element(row.object, text) }))
        let columns = (0..<count).flatMap { _ in table.element(column.object, texts) }
        let parts = [table.order([row]), table.order([column]), table.add(Protobuf.field(6, columns))]
        let entries = parts.enumerated().flatMap { key, object in
            Protobuf.field(3, Protobuf.field(1, key) + Protobuf.field(2, Protobuf.field(6, object)))
        }
        _ = table.add(Protobuf.field(13, Protobuf.field(1, 1) + entries))
        return table.document
    }

    private var document: [UInt8] {
        let data =
            objects.flatMap { Protobuf.field(3, $0) } + Self.properties.flatMap { Protobuf.field(4, $0) }
            + ["com.apple.CRDT.NSUUID", "com.apple.notes.ICTable"].flatMap { Protobuf.field(5, $0) }
            + ids.flatMap { Protobuf.field(6, $0) }
        return Protobuf.field(2, Protobuf.field(2, 1) + Protobuf.field(3, data))
    }

    private mutating func add(_ object: [UInt8]) -> Int {
        objects.append(object)
        return objects.count - 1
    }

    /// The number of an id, an object that leads to it, and one that leads to another id that stands for it.
    private mutating func identity(_ name: String) -> (id: Int, object: Int, later: Int) {
        ids += [Array(name.utf8), Array((name + " later").utf8)]
        let objects = [ids.count - 2, ids.count - 1].map { number in
            add(
                Protobuf.field(
                    13, Protobuf.field(3, Protobuf.field(1, 3) + Protobuf.field(2, Protobuf.field(2, number)))))
        }
        return (ids.count - 2, objects[0], objects[1])
    }

    private func element(_ key: Int, _ value: Int) -> [UInt8] {
        Protobuf.field(
            1, Protobuf.field(1, Protobuf.field(6, key)) + Protobuf.field(2, Protobuf.field(6, value)))
    }

    private mutating func order(_ identities: [(id: Int, object: Int, later: Int)]) -> Int {
        let array = identities.enumerated().flatMap {
            Protobuf.field(2, Protobuf.field(1, $0) + Protobuf.field(2, ids[$1.id]))
        }
        let contents = identities.flatMap { element($0.object, $0.later) }
        return add(
            Protobuf.field(16, Protobuf.field(1, Protobuf.field(1, array) + Protobuf.field(2, contents))))
    }
}
