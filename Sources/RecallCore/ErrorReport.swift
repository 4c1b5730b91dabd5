/// An error as reported to programs and people.
public struct ErrorReport: Hashable, Sendable {
    /// A stable name for programs: lower-case words joined by hyphens.
    public var code: String
    /// One or two sentences with the cause and a remedy, without any text of items, queries or addresses.
    public var message: String

    /// A report.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}

/// An error with a stable code of its own.
public protocol ReportedError: Error {
    /// The report for programs and people.
    var report: ErrorReport { get }
}

extension ErrorReport {
    /// The report of any error; one without a code of its own has the code `failed`.
    public init(_ error: any Error) {
        self = (error as? any ReportedError)?.report ?? ErrorReport(code: "failed", message: "\(error)")
    }
}

extension ImportFailure: ReportedError {
    /// The code and the reason.
    public var report: ErrorReport { ErrorReport(code: code.rawValue, message: reason) }
}
