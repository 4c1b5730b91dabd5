public import RecallCore

/// A part of a file, or all of it, that could not be imported.
public struct FailurePayload: Encodable, Sendable {
    let path: String
    let place: String?
    let code, message: String
    let isAttachment: Bool

    /// A failure as sent.
    public init(_ failure: StoredFailure) {
        (path, place, code, message) = (failure.path, failure.place, failure.code, failure.reason)
        isAttachment = failure.isAttachment
    }
}

/// A page of failures.
public struct FailureListPayload: Encodable, Sendable {
    let total: Int
    let failures: [FailurePayload]

    /// A page as sent.
    public init(_ page: FailurePage) {
        total = page.total
        failures = page.failures.map(FailurePayload.init)
    }
}
