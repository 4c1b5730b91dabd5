/// Something wrong with one line of a Recall JSONL file.
public struct ValidationProblem: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The severity of a problem: errors prevent the import of the line's item, warnings do not.
    public enum Severity: String, Hashable, Sendable, Codable {
        /// The item would not be imported.
        case error
        /// The item would be imported, but not all of it as it may have been meant.
        case warning
    }

    /// The line, and the column in it in characters, both from 1.
    public var line: Int, column: Int
    /// The key it is about (`date`, `from.name`), or `nil` if it is about the whole line.
    public var key: String?
    /// The severity.
    public var severity: Severity
    /// The problem and a remedy.
    public var message: String

    /// A fault.
    public init(line: Int, column: Int, key: String?, severity: Severity, message: String) {
        self.line = line
        self.column = column
        self.key = key
        self.severity = severity
        self.message = message
    }

    /// The place, the severity and the message, on one line.
    public var description: String {
        "line \(line), column \(column): \(severity.rawValue): \(message)"
    }
}

/// The totals of a whole Recall JSONL file.
public struct ValidationSummary: Hashable, Sendable, Codable {
    /// Lines that are not blank.
    public var lines = 0
    /// Items that would be imported, per kind.
    public var items: [ItemKind: Int] = [:]
    /// Lines whose item would not be imported.
    public var faultyLines = 0
    /// Problems of each severity.
    public var errors = 0, warnings = 0

    /// The summary of an empty file.
    public init() {}

    /// True if every line would be imported.
    public var isValid: Bool { faultyLines == 0 }
}
