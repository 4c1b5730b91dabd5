import Foundation

/// A place in the log of calls: that of the last call of a page.
public struct ToolCallPosition: Hashable, Sendable, Codable {
    /// The number of lines before it.
    var line: Int
    /// The time of the call, by which it is found again when older lines were dropped.
    var date: Date
}

/// Some calls, newest first.
public struct ToolCallPage: Sendable {
    /// The calls.
    public let entries: [ToolCallEntry]
    /// The place after which older ones begin; `nil` at the end.
    public let end: ToolCallPosition?
}

extension ToolCallLog {
    /// The calls that are older than the one at `place`, or the last ones, at most `limit`. Calls that came meanwhile neither
    /// repeat nor hide others. Lines that are none are passed over.
    public func page(after place: ToolCallPosition? = nil, limit: Int) throws -> ToolCallPage {
        let lines = try lines()
        var line = place.map { Self.index(of: $0, in: lines) } ?? lines.count
        var entries: [ToolCallEntry] = []
        while line > 0, entries.count < limit {
            line -= 1
            if let entry = Self.entry(lines[line]) { entries.append(entry) }
        }
        let end = entries.last.map { ToolCallPosition(line: line, date: $0.date) }
        return ToolCallPage(entries: entries, end: line > 0 ? end : nil)
    }

    /// The index of the line that a page ended with; if it was dropped, that of the first one that is as late.
    private static func index(of place: ToolCallPosition, in lines: [ArraySlice<UInt8>]) -> Int {
        if lines.indices.contains(place.line), entry(lines[place.line])?.date == place.date { return place.line }
        return lines.firstIndex { entry($0).map { $0.date >= place.date } ?? false } ?? lines.count
    }
}
