import RecallCore

/// A format whose files are databases of another program (SQLite), each with its write-ahead log beside it.
protocol DatabaseFormat: ImportFormat {
    /// The names of its files.
    var fileNames: Set<String> { get }
    /// The beginnings of rows that its schema has: `table`, the table's name, and its name again.
    var schemaRows: [StaticString] { get }
    /// The type that reads it in the confined process.
    var database: any SourceDatabase.Type { get }
    /// The program that it is of, and what a row is called.
    var program: String { get }
    var rowName: String { get }
    /// The reason for which a database with other tables is not read.
    var otherTables: String { get }

    /// Makes records of the rows of a unit, in their order.
    func records(of unit: SourceUnit) -> DatabaseRecords
}

/// The record of a row as it was encoded; `nil` if there is nothing in it. Throws if it is no row.
typealias DatabaseRecords = (_ row: [UInt8]) throws -> ImportRecord?

extension DatabaseFormat {
    var extensions: Set<String> { [] }

    func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence? {
        guard fileNames.contains(file.name), let tables = try SQLiteTables(file),
            schemaRows.allSatisfy({ tables.contain(row: $0) })
        else { return nil }
        return .signature
    }

    // What was written last is often in the log alone.
    func companions(of path: String) -> [String] { [path + DatabaseFile.log] }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        DatabaseReader(format: self, parserExecutable: extractor.parserExecutable)
    }
}

/// The files of databases that may be opened, by their names.
enum DatabaseFile {
    static let log = "-wal"
    private static let formats = ImportFormats.all.table.compactMap { $0 as? any DatabaseFormat }
    private static let names = formats.reduce(into: Set<String>()) { $0.formUnion($1.fileNames) }

    /// True if a file of this name may be a database that is imported.
    static func isMain(_ path: String) -> Bool { names.contains(AbsolutePath.name(path)) }

    /// True if a file of this name may be such a database, or its log.
    static func isPart(_ path: String) -> Bool {
        isMain(path) || (path.hasSuffix(log) && isMain(String(path.dropLast(log.count))))
    }

    /// True if a file has the tables of a format of its name.
    static func isImported(_ file: SniffedFile) throws(ImportFailure) -> Bool {
        for format in formats {
            if try format.evidence(in: file) != nil { return true }
        }
        return false
    }
}
