import RecallCore
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

    init(_ page: FailurePage) {
        total = page.total
        failures = page.failures.map(FailureFields.init)
    }
}

/// A file that was imported.
struct SourceFields: Encodable {
    var id, path, format: String
    var items, failures, bytes: Int
    var complete: Bool

    init(_ source: SourceFileSummary) {
        (id, path, format) = (String(source.id.rawValue), source.path, source.format)
        (items, failures, bytes) = (source.items, source.failures, source.bytes)
        complete = source.isComplete
    }
}

struct SourceListFields: Encodable {
    var sources: [SourceFields]
}

/// What deleting a source would take away.
struct DeletionPreviewFields: Encodable {
    var items: Int
}
