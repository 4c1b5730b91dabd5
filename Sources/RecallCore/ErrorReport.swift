/// An error as programs and people are told of it.
public struct ErrorReport: Hashable, Sendable {
    /// A stable name for programs: lower-case words joined by hyphens.
    public var code: String
    /// A sentence or two for people that say what happened and what to do, without text of an item, a query or an address.
    public var message: String

    /// A report.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}

/// An error that programs are told of by a code of its own.
public protocol ReportedError: Error {
    /// The error as programs and people are told of it.
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
