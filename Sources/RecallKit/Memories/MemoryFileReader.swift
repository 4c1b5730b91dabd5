import Foundation
import RecallCore

/// Reads a file of memories, line by line.
struct MemoryFileReader {
    private let lines: [Substring]
    private var next = 0

    init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    /// All memories of the file.
    mutating func memories() throws(MemoryFileError) -> [Memory] {
        var memories: [Memory] = []
        skipBlanks()
        while next < lines.count {
            memories.append(try memory())
            skipBlanks()
        }
        return memories
    }

    private mutating func memory() throws(MemoryFileError) -> Memory {
        guard isFence(next) else { throw error("A memory begins with front matter: a line of three hyphens.") }
        next += 1
        var memory = Memory(MemoryContent(""))
        while next < lines.count, !isFence(next) {
            try readField(into: &memory)
            next += 1
        }
        guard next < lines.count else {
            throw error("The front matter does not end: a line of three hyphens is missing.")
        }
        next += 1
        skipBlanks()
        memory.content = MemoryContent(
            try text(), type: memory.content.type, sensitivity: memory.content.sensitivity, end: memory.content.end)
        return memory
    }

    /// The lines up to the next front matter. The first one is text, whatever it is.
    private mutating func text() throws(MemoryFileError) -> String {
        let start = next
        guard next < lines.count else { throw error("The memory has no text.") }
        next += 1
        while next < lines.count, !beginsMemory(next) { next += 1 }
        let text = lines[start..<next].joined(separator: " ")
        let kept = MemoryContent(text).text
        guard !kept.isEmpty else {
            next = start
            throw error("The memory has no text.")
        }
        guard kept.unicodeScalars.count <= MemoryLimits.textLength else {
            next = start
            throw error(MemoryError(.tooLong).report.message)
        }
        return text
    }

    private mutating func readField(into memory: inout Memory) throws(MemoryFileError) {
        let parts = lines[next].split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let field = MemoryField(rawValue: Self.trimmed(parts[0])) else {
            throw error("The front matter has id, type, sensitivity, from, created, used and until.")
        }
        let value = Self.trimmed(parts[1])
        switch field {
        case .id: memory.id = try parsed(MemoryID(value), "An id has 16 hexadecimal digits.")
        case .type:
            memory.content.type = try parsed(MemoryType(rawValue: value), Self.choices(MemoryType.allCases))
        case .sensitivity:
            memory.content.sensitivity = try parsed(
                MemorySensitivity(rawValue: value), Self.choices(MemorySensitivity.allCases))
        case .from: memory.origin = try parsed(MemoryOrigin(written: value), "The origin is hand, or as exported.")
        case .created: memory.created = try date(value)
        case .used: memory.lastUsed = try date(value)
        case .until: memory.content.end = try end(value)
        }
    }

    private func date(_ value: String) throws(MemoryFileError) -> Date {
        try parsed(MemoryTime.date(value), "A time is written as 2027-03-31 or 2027-03-31T12:00:00Z.")
    }

    /// A day is the last one, as it is for `recall memory add --until`.
    private func end(_ value: String) throws(MemoryFileError) -> Date {
        guard value.count == 10, let day = MemoryTime.date(value) else { return try date(value) }
        var utc = Calendar(identifier: .gregorian)
        utc.timeZone = .gmt
        let calendar = QueryClock().calendar
        var parts = utc.dateComponents([.year, .month, .day], from: day)
        parts.day? += 1
        return try parsed(calendar.date(from: parts), "There is no such day.")
    }

    private func parsed<Value>(_ value: Value?, _ reason: String) throws(MemoryFileError) -> Value {
        guard let value else { throw error(reason) }
        return value
    }

    private static func choices<Value: RawRepresentable<String>>(_ values: [Value]) -> String {
        "It is one of " + values.map(\.rawValue).joined(separator: ", ") + "."
    }

    private func error(_ reason: String) -> MemoryFileError { MemoryFileError(line: next + 1, reason: reason) }

    private func isFence(_ line: Int) -> Bool { Self.trimmed(lines[line]) == "---" }

    /// A fence with a field or its partner below it: one alone may be text.
    private func beginsMemory(_ line: Int) -> Bool {
        guard isFence(line), line + 1 < lines.count else { return false }
        let field = lines[line + 1].split(separator: ":", maxSplits: 1).first.map(Self.trimmed) ?? ""
        return MemoryField(rawValue: field) != nil || isFence(line + 1)
    }

    private mutating func skipBlanks() {
        while next < lines.count, lines[next].allSatisfy(\.isWhitespace) { next += 1 }
    }

    private static func trimmed(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }
}
