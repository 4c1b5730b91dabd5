public import RecallCore
import RecallImport

extension RecallLibrary {
    /// Reads a Recall JSONL file, hands each problem to `report` in the order of the lines, and returns a summary. Nothing is
    /// imported; memory grows only with the number of lines (some 50 bytes each).
    ///
    /// - Throws: `ImportFailure` if the file cannot be read, or what `report` throws.
    public static func validateJSONLines(
        at path: String, report: (ValidationProblem) throws -> Void
    ) throws -> ValidationSummary {
        try JSONLinesValidator().validate(path: path, report: report)
    }
}
