public import RecallCore

/// The document that is sent instead of an answer.
public struct ErrorPayload: Encodable, Sendable {
    let error: ErrorReportPayload

    /// The document of an error.
    public init(_ report: ErrorReport) {
        error = ErrorReportPayload(report)
    }
}

/// An error, alone or as a part of what it kept from being done.
public struct ErrorReportPayload: Codable, Hashable, Sendable {
    let code, message: String

    /// The error of a report.
    public init(_ report: ErrorReport) {
        (code, message) = (report.code, report.message)
    }

    /// The report that was sent.
    public var report: ErrorReport { ErrorReport(code: code, message: message) }
}
