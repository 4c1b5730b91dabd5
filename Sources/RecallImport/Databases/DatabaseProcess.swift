import RecallConfinement
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The confined process that reads some rows of a database: it has the file as its standard input, the log of the database as
/// its standard error if there is one, and answers with what it finds, in the order of rows.
struct DatabaseProcess {
    private let connection: DatabaseConnection
    private let database: any SourceDatabase
    /// The last row that is done.
    private var last: Int
    private var count = 0
    private var byteCount = 0

    /// Reads rows, and ends the process.
    ///
    /// - Parameter arguments: the format, the row after which to read, and `log` if there is one.
    static func main(_ arguments: [String]) -> Never {
        guard let format = arguments.first.flatMap({ ImportFormats.all[$0] as? any DatabaseFormat }),
            let row = arguments.dropFirst().first.flatMap({ Int($0) }), row >= 0
        else { exit(ParserProcess.usage) }
        Confinement.parser.apply()
        Confinement.write([DatabaseReply.kind])
        do {
            var process = try DatabaseProcess(
                format.database, log: arguments.dropFirst(2).first == "log" ? STDERR_FILENO : nil, after: row)
            process.run()
        } catch {
            answer(.refused(error))
        }
        exit(0)
    }

    private init(_ type: any SourceDatabase.Type, log: Int32?, after row: Int) throws(DatabaseRefusal) {
        connection = try DatabaseConnection(STDIN_FILENO, log: log, table: type.table)
        database = try type.init(connection.pointer)
        last = row
    }

    private static func answer(_ part: DatabaseReply) {
        let bytes = part.encoded
        Confinement.write(withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { Array($0) } + bytes)
    }

    private mutating func answer(_ row: FoundRow) {
        count += 1
        if case .row(_, let bytes) = row { byteCount += bytes.count }
        Self.answer(.found(row))
    }

    private var isFull: Bool {
        count >= ImportLimits.databaseRowsPerProcess || byteCount >= ImportLimits.databaseBytesPerProcess
    }

    private mutating func run() {
        Self.answer(.begin(lastRow: connection.lastRow()))
        while !isFull {
            do {
                if try !readOn() { return end() }
            } catch {
                guard skipDamage() else { return end() }
            }
        }
    }

    private func end() {
        // Reads all of it, in the time of a process.
        if UnpackingProcess.size(of: STDIN_FILENO) <= Self.mostChecked, connection.isDamaged { Self.answer(.damaged) }
        Self.answer(.end)
    }

    private static let mostChecked = 1 << 30

    /// Reads on until the answer is full, and returns false at the end of the table.
    private mutating func readOn() throws(DatabaseDamage) -> Bool {
        let rows = try database.rows()
        rows.begin(last)
        while !isFull {
            guard try rows.next() else { return false }
            // A damaged table has rows in any order.
            guard let number = rows.integer(0), number >= last else { throw DatabaseDamage() }
            guard number > last else { continue }
            Self.answer(.reading(number))
            if let bytes = try database.encoded(rows, number) { answer(.row(number, bytes)) }
            last = number
        }
        return true
    }

    /// Passes over the next row, which cannot be read, or over all up to the next one that can be found. Returns false if
    /// there is none.
    private mutating func skipDamage() -> Bool {
        guard last < Self.mostRows else { return false }
        let first = last + 1
        if let row = connection.row(after: last) {
            answer(unreadable: row, row)
            return true
        }
        let next = nextWholeRow()
        answer(unreadable: first, next.map { $0 - 1 } ?? connection.lastRow())
        return next != nil
    }

    private mutating func answer(unreadable first: Int, _ end: Int) {
        last = max(first, end)
        answer(.unreadable(first...last))
    }

    /// The first row after those that are damaged: the distance is doubled until there is one, then halved.
    private func nextWholeRow() -> Int? {
        var (damaged, whole) = (last, last + 1)
        while connection.row(after: whole) == nil {
            guard whole < Self.mostRows else { return nil }
            (damaged, whole) = (whole, whole + 2 * (whole - damaged))
        }
        while whole - damaged > 1 {
            let middle = damaged + (whole - damaged) / 2
            if connection.row(after: middle) == nil { damaged = middle } else { whole = middle }
        }
        return connection.row(after: whole)
    }

    /// No table has more: the rows of one count from 1.
    private static let mostRows = 1 << 48
}
