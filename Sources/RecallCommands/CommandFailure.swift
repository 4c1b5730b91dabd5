import RecallCore

/// A failure that ends a command, with a message for people.
struct CommandFailure: ReportedError, CustomStringConvertible {
    let report: ErrorReport

    init(_ message: String, code: String = "failed") {
        report = ErrorReport(code: code, message: message)
    }

    var description: String { report.message }
}
