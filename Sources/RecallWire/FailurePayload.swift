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
    let nextCursor: String?

    /// A page as sent; `nextCursor` asks for the next one.
    public init(_ page: FailurePage, nextCursor: String?) {
        total = page.total
        failures = page.failures.map(FailurePayload.init)
        self.nextCursor = nextCursor
    }
}

/// The number of failures that were dismissed.
public struct DismissalPayload: Encodable, Sendable {
    let dismissed: Int

    /// A dismissal as sent.
    public init(dismissed: Int) {
        self.dismissed = dismissed
    }
}
