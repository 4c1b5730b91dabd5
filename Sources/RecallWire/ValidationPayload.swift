public import RecallCore

/// A fault in a line of a Recall JSONL file: a line of `recall validate --format json`.
public struct ValidationProblemPayload: Encodable, Sendable {
    let line, column: Int
    let key: String?
    let severity, message: String

    /// A fault as sent; `key` is absent if it is about the whole line.
    public init(_ problem: ValidationProblem) {
        (line, column, key) = (problem.line, problem.column, problem.key)
        (severity, message) = (problem.severity.rawValue, problem.message)
    }
}

/// The numbers of a Recall JSONL file: the last line of `recall validate --format json`.
public struct ValidationSummaryPayload: Encodable, Sendable {
    let lines, faultyLines, items, errors, warnings: Int

    /// A summary as sent; `items` of `lines` can be imported.
    public init(_ summary: ValidationSummary) {
        (lines, faultyLines, items) = (summary.lines, summary.faultyLines, summary.items.values.reduce(0, +))
        (errors, warnings) = (summary.errors, summary.warnings)
    }
}
