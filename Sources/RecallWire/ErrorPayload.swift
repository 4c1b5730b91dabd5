public import RecallCore

/// The document sent instead of a response on failure.
public struct ErrorPayload: Encodable, Sendable {
    let error: ErrorReportPayload

    /// The document of an error.
    public init(_ report: ErrorReport) {
        error = ErrorReportPayload(report)
    }
}

/// An error, alone or within the result of a partly failed operation.
public struct ErrorReportPayload: Codable, Hashable, Sendable {
    let code, message: String

    /// The error of a report.
    public init(_ report: ErrorReport) {
        (code, message) = (report.code, report.message)
    }

    /// The decoded report.
    public var report: ErrorReport { ErrorReport(code: code, message: message) }
}
