/// A fault in a line of a Recall JSONL file: a line of `recall validate --format json`.
public struct ValidationProblemPayload: Encodable, Sendable {
    let line, column: Int
    let key: String?
    let severity, message: String

    /// A fault at a line and a column, in characters, both from 1; `key` is absent if it is about the whole line.
    public init(line: Int, column: Int, key: String?, severity: String, message: String) {
        (self.line, self.column, self.key) = (line, column, key)
        (self.severity, self.message) = (severity, message)
    }
}

/// The numbers of a Recall JSONL file: the last line of `recall validate --format json`.
public struct ValidationSummaryPayload: Encodable, Sendable {
    let lines, faultyLines, items, errors, warnings: Int

    /// A summary; `items` of `lines` can be imported.
    public init(lines: Int, faultyLines: Int, items: Int, errors: Int, warnings: Int) {
        (self.lines, self.faultyLines, self.items) = (lines, faultyLines, items)
        (self.errors, self.warnings) = (errors, warnings)
    }
}
