public import RecallCore

/// Validates a Recall JSONL file line by line before it is imported: lists problems and remedies.
public struct JSONLinesValidator: Sendable {
    /// Something wrong with one line.
    public struct Problem: Hashable, Sendable, Codable, CustomStringConvertible {
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

        /// The place, the severity and the message, on one line.
        public var description: String {
            "line \(line), column \(column): \(severity.rawValue): \(message)"
        }
    }

    /// The totals of the whole file.
    public struct Summary: Hashable, Sendable, Codable {
        /// Lines that are not blank.
        public var lines = 0
        /// Items that would be imported, per kind.
        public var items: [ItemKind: Int] = [:]
        /// Lines whose item would not be imported.
        public var faultyLines = 0
        /// Problems of each severity.
        public var errors = 0, warnings = 0

        /// True if every line would be imported.
        public var isValid: Bool { faultyLines == 0 }
    }

    /// A validator.
    public init() {}

    /// Reads the file at `path`, hands each problem to `report` in the order of the lines, and returns a summary.
    ///
    /// Reads the file in one pass; memory grows only with the number of lines (some 50 bytes each).
    /// - Throws: `ImportFailure` if the file cannot be read, or what `report` throws.
    public func validate(path: String, report: (Problem) throws -> Void) throws -> Summary {
        var scan = try JSONLinesScan(path: path, longest: JSONLinesReader.longestLine)
        var summary = Summary()
        while let line = try scan.next() {
            summary.count(line)
            for (problem, column) in line.problems {
                try report(Problem(problem, line: line.number, column: column))
            }
        }
        return summary
    }
}

extension JSONLinesValidator.Problem {
    fileprivate init(_ problem: JSONLineProblem, line: Int, column: Int) {
        self.init(
            line: line, column: column, key: problem.key, severity: problem.isWarning ? .warning : .error,
            message: problem.message)
    }
}

extension JSONLinesValidator.Summary {
    fileprivate mutating func count(_ line: JSONLinesScan.Line) {
        lines += 1
        warnings += line.problems.count { $0.problem.isWarning }
        errors += line.problems.count { !$0.problem.isWarning }
        if line.isImportable, let kind = line.record.kind {
            items[kind, default: 0] += 1
        } else {
            faultyLines += 1
        }
    }
}
