import RecallConfinement
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The confined process that reads some messages of a database: it has the file as its standard input, the log of the database as
/// its standard error if there is one, and answers with what it finds, in the order of rows.
struct MessagesProcess {
    private let database: MessagesDatabase
    /// The row of the last message that is done.
    private var last: Int
    private var count = 0
    private var byteCount = 0

    /// Reads messages, and ends the process.
    ///
    /// - Parameter arguments: the row after which to read, and `log` if there is one.
    static func main(_ arguments: [String]) -> Never {
        guard let row = arguments.first.flatMap({ Int($0) }), row >= 0 else { exit(ParserProcess.usage) }
        Confinement.parser.apply()
        Confinement.write([MessagesReply.kind])
        do {
            let log = arguments.dropFirst().first == "log" ? STDERR_FILENO : nil
            var process = MessagesProcess(try MessagesDatabase(STDIN_FILENO, log: log), after: row)
            process.run()
        } catch {
            answer(.refused(error.reason))
        }
        exit(0)
    }

    private init(_ database: MessagesDatabase, after row: Int) {
        (self.database, last) = (database, row)
    }

    private static func answer(_ part: MessagesReply) {
        let bytes = part.encoded
        Confinement.write(withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { Array($0) } + bytes)
    }

    private mutating func answer(_ part: MessagesReply) {
        count += 1
        byteCount += part.encoded.count
        Self.answer(part)
    }

    private var isFull: Bool {
        count >= ImportLimits.messagesPerProcess || byteCount >= ImportLimits.messageBytesPerProcess
    }

    private mutating func run() {
        Self.answer(.begin(lastRow: database.lastRow()))
        while !isFull {
            do {
                if try !readOn() { return Self.answer(.end) }
            } catch {
                guard skipDamage() else { return Self.answer(.end) }
            }
        }
    }

    /// Reads on until the answer is full, and returns false at the end of the table.
    private mutating func readOn() throws(DatabaseDamage) -> Bool {
        let messages = try database.messages()
        messages.begin(last)
        while !isFull {
            guard try messages.next() else { return false }
            let row = MessageRow(messages)
            // A damaged table has rows in any order.
            guard let number = row.number, number >= last else { throw DatabaseDamage() }
            guard number > last else { continue }
            if let message = try row.message(number, in: database) { answer(.found(.message(message))) }
            last = number
        }
        return true
    }

    /// Passes over the next message, which cannot be read, or over all up to the next one that can be found. Returns false if
    /// there is none.
    private mutating func skipDamage() -> Bool {
        guard last < Self.mostRows else { return false }
        let first = last + 1
        if let row = row(after: last) {
            answer(unreadable: row, row)
            return true
        }
        let next = nextWholeRow()
        answer(unreadable: first, next.map { $0 - 1 } ?? database.lastRow())
        return next != nil
    }

    private mutating func answer(unreadable first: Int, _ end: Int) {
        last = max(first, end)
        answer(.found(.unreadable(first...last)))
    }

    /// The first message after those that are damaged: the distance is doubled until there is one, then halved.
    private func nextWholeRow() -> Int? {
        var (damaged, whole) = (last, last + 1)
        while row(after: whole) == nil {
            guard whole < Self.mostRows else { return nil }
            (damaged, whole) = (whole, whole + 2 * (whole - damaged))
        }
        while whole - damaged > 1 {
            let middle = damaged + (whole - damaged) / 2
            if row(after: middle) == nil { damaged = middle } else { whole = middle }
        }
        return row(after: whole)
    }

    /// No table has more: the rows of one count from 1.
    private static let mostRows = 1 << 48

    /// The next message that can be found after a row.
    private func row(after row: Int) -> Int? {
        guard let next = try? database.row(after: row), next > row else { return nil }
        return next
    }
}
