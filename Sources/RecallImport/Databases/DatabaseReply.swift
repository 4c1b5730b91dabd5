import RecallConfinement

/// A part of what the process answers that reads a database.
enum DatabaseReply: Hashable {
    /// The first part: the last row of the table.
    case begin(lastRow: Int)
    /// The row that is read next: if nothing follows, it ended the process.
    case reading(Int)
    case found(FoundRow)
    /// The database cannot be read; nothing follows.
    case refused(DatabaseRefusal)
    /// The database is damaged: rows may be missing that cannot be found.
    case damaged
    /// There are no more rows. Without it, there are.
    case end

    /// The kind of the reply as a whole, its first byte. Parts are its fields.
    static let kind = UInt8(ascii: "S")

    /// The part as a field of the reply.
    var encoded: [UInt8] {
        var writer: ReplyWriter
        switch self {
        case .begin(let lastRow):
            writer = ReplyWriter(UInt8(ascii: "B"))
            writer.put(integers: [lastRow])
        case .reading(let row):
            writer = ReplyWriter(UInt8(ascii: "A"))
            writer.put(integers: [row])
        case .found(.row(let number, let bytes)):
            writer = ReplyWriter(UInt8(ascii: "M"))
            writer.put(integers: [number])
            writer.put(bytes)
        case .found(.unreadable(let rows)):
            writer = ReplyWriter(UInt8(ascii: "X"))
            writer.put(integers: [rows.lowerBound, rows.upperBound])
        case .refused(let refusal):
            writer = ReplyWriter(UInt8(ascii: "R"))
            writer.put(integers: [refusal.rawValue])
        case .damaged: writer = ReplyWriter(UInt8(ascii: "D"))
        case .end: writer = ReplyWriter(UInt8(ascii: "Z"))
        }
        return writer.bytes
    }

    /// The part that `bytes` encode; `nil` if they are none.
    init?(_ bytes: [UInt8]) {
        var fields = ReplyReader(bytes)
        switch fields.kind {
        case UInt8(ascii: "B"):
            guard let row = fields.integers()?.first else { return nil }
            self = .begin(lastRow: row)
        case UInt8(ascii: "A"):
            guard let row = fields.integers()?.first else { return nil }
            self = .reading(row)
        case UInt8(ascii: "M"):
            guard let number = fields.integers()?.first, let row = fields.next() else { return nil }
            self = .found(.row(number, Array(row)))
        case UInt8(ascii: "X"):
            guard let rows = fields.integers(), rows.count == 2, rows[0] <= rows[1] else { return nil }
            self = .found(.unreadable(rows[0]...rows[1]))
        case UInt8(ascii: "R"):
            guard let code = fields.integers()?.first, let refusal = DatabaseRefusal(rawValue: code) else { return nil }
            self = .refused(refusal)
        case UInt8(ascii: "D"): self = .damaged
        case UInt8(ascii: "Z"): self = .end
        default: return nil
        }
    }

    /// The parts in the output of a process, up to where it ended or makes no sense.
    static func parts(of output: [UInt8]) -> [DatabaseReply] {
        var fields = ReplyReader(output)
        guard fields.kind == kind else { return [] }
        var parts: [DatabaseReply] = []
        while let field = fields.next(), let part = DatabaseReply(Array(field)) { parts.append(part) }
        return parts
    }
}

/// A row of the table as its database encodes it, or some that cannot be read.
enum FoundRow: Hashable {
    case row(Int, [UInt8])
    case unreadable(ClosedRange<Int>)

    /// The numbers of the rows.
    var rows: ClosedRange<Int> {
        switch self {
        case .row(let number, _): number...number
        case .unreadable(let rows): rows
        }
    }
}
