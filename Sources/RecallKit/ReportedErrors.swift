public import RecallCore
public import RecallStore

extension StoreError: ReportedError {
    /// The code and the message.
    public var report: ErrorReport { ErrorReport(code: code.rawValue, message: message) }
}

extension OriginalError: ReportedError {
    /// The code and the message.
    public var report: ErrorReport { ErrorReport(code: code.rawValue, message: description) }
}
