public import RecallCore

/// Validates a Recall JSONL file line by line before it is imported: lists problems and remedies.
public struct JSONLinesValidator: Sendable {
    /// A validator.
    public init() {}

    /// Reads the file at `path`, hands each problem to `report` in the order of the lines, and returns a summary.
    ///
    /// Reads the file in one pass; memory grows only with the number of lines (some 50 bytes each).
    /// - Throws: `ImportFailure` if the file cannot be read, or what `report` throws.
    public func validate(path: String, report: (ValidationProblem) throws -> Void) throws -> ValidationSummary {
        var scan = JSONLinesScan(try RegularFile(path: path), longest: JSONLinesReader.longestLine)
        var summary = ValidationSummary()
        while let line = try scan.next() {
            summary.count(line)
            for (problem, column) in line.problems {
                try report(ValidationProblem(problem, line: line.number, column: column))
            }
        }
        return summary
    }
}

extension ValidationProblem {
    fileprivate init(_ problem: JSONLineProblem, line: Int, column: Int) {
        self.init(
            line: line, column: column, key: problem.key, severity: problem.isWarning ? .warning : .error,
            message: problem.message)
    }
}

extension ValidationSummary {
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
