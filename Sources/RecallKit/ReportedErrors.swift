public import RecallCore

extension OriginalError: ReportedError {
    /// The code and the message.
    public var report: ErrorReport { ErrorReport(code: code.rawValue, message: description) }
}
