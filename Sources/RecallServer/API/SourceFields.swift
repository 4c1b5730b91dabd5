import RecallStore

/// What could not be imported.
struct FailureFields: Encodable {
    var path: String
    var place: String?
    var code, reason: String
    var isAttachment: Bool

    init(_ failure: StoredFailure) {
        (path, place, code, reason) = (failure.path, failure.place, failure.code, failure.reason)
        isAttachment = failure.isAttachment
    }
}

struct FailureListFields: Encodable {
    var total: Int
    var failures: [FailureFields]
}
