import Foundation
public import RecallCore

/// Memories as Markdown: each a block of front matter, and its text below. What is written is read back exactly.
public enum MemoryMarkdown {
    /// The memories as one file.
    public static func text(of memories: [Memory]) -> String {
        memories.map(block).joined(separator: "\n")
    }

    /// The memories of a file.
    ///
    /// - Throws: `MemoryFileError` with the line that is wrong.
    public static func memories(in text: String) throws(MemoryFileError) -> [Memory] {
        var reader = MemoryFileReader(text)
        return try reader.memories()
    }

    private static func block(_ memory: Memory) -> String {
        let content = memory.content
        let fields: [(MemoryField, String?)] = [
            (.id, memory.id.description), (.type, content.type.rawValue), (.sensitivity, content.sensitivity.rawValue),
            (.from, memory.origin.written), (.created, MemoryTime.text(memory.created)),
            (.used, memory.lastUsed.map(MemoryTime.text)), (.until, content.end.map(MemoryTime.text)),
        ]
        let lines = fields.compactMap { field, value in value.map { "\(field.rawValue): \($0)" } }
        return (["---"] + lines + ["---", "", content.text]).joined(separator: "\n") + "\n"
    }
}

/// An error in a file of memories.
public struct MemoryFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The fault, and what to do.
    public var reason: String
}

extension MemoryFileError: ReportedError {
    /// The line, and what to do.
    public var report: ErrorReport { ErrorReport(code: "memory-file", message: "Line \(line): \(reason)") }

    /// The report's message.
    public var description: String { report.message }
}

/// A field of the front matter.
enum MemoryField: String {
    case id, type, sensitivity, from, created, used, until
}

extension MemoryOrigin {
    /// The origin as the front matter has it.
    fileprivate var written: String {
        switch self {
        case .hand: "hand"
        case .message(let conversation, let position):
            "conversation \(conversation?.description ?? "deleted") \(position)"
        case .program(let name):
            "program " + DisplayText.safe(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// The origin that `text` writes; `nil` if it writes none.
    init?(written text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("hand", nil): self = .hand
        case ("program", let name?): self = .program(name)
        case ("conversation", let place?):
            let place = place.split(separator: " ")
            guard place.count == 2, let position = Int(place[1]), position >= 0 else { return nil }
            let conversation = ConversationID(String(place[0]))
            guard conversation != nil || place[0] == "deleted" else { return nil }
            self = .message(conversation: conversation, position: position)
        default: return nil
        }
    }
}

/// Times of the front matter: RFC 3339 in UTC, with milliseconds, as the library keeps them.
enum MemoryTime {
    static func text(_ date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded())
        let seconds = Date(timeIntervalSince1970: Double(milliseconds.flooredQuotient(by: 1_000)))
        let rest = String(milliseconds - milliseconds.flooredQuotient(by: 1_000) * 1_000)
        let zeros = String(repeating: "0", count: 3 - rest.count)
        return seconds.formatted(.iso8601).dropLast() + "." + zeros + rest + "Z"
    }

    /// The time that `text` writes, with or without milliseconds, or as a day.
    static func date(_ text: String) -> Date? {
        if let date = try? Date(text, strategy: .iso8601) { return date }
        let day = Date.ISO8601FormatStyle().year().month().day()
        if text.count == 10, let date = try? Date(text, strategy: day) { return date }
        guard let dot = text.lastIndex(of: "."), text.hasSuffix("Z"),
            let whole = try? Date(text[..<dot] + "Z", strategy: .iso8601),
            let milliseconds = Int(text[dot...].dropFirst().dropLast()), 0..<1_000 ~= milliseconds,
            text[dot...].count == 5
        else { return nil }
        return Date(timeIntervalSince1970: (whole.timeIntervalSince1970 * 1_000 + Double(milliseconds)) / 1_000)
    }
}

extension Int64 {
    /// The quotient rounded down, also of negative numbers.
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
