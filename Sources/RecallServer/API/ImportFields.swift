import Foundation
import RecallKit

// Imports as they are asked for and shown.

/// What is to be imported, or recognised.
struct ImportRequest: RequestFields {
    enum Key: String, CodingKey, CaseIterable {
        case paths
    }

    let paths: [String]

    init(from container: KeyedDecodingContainer<Key>) throws {
        paths = try container.paths(.paths, count: 1...ServerLimits.paths)
    }
}

struct ImportFields: Encodable, Equatable {
    var id: String
    var paths: [String]
    var state: ImportJob.State
    var stage: ImportProgress.Stage
    var items, new, updated, duplicates, failures: Int
    var itemsPerSecond: Double
    var share, secondsLeft: Double?
    var passagesEmbedded, passagesTotal: Int
    var problem: String?
    var started: Date
    var ended: Date?

    init(_ job: ImportJob) {
        let progress = job.progress
        id = String(job.id)
        (paths, state, stage) = (job.paths, job.state, progress.stage)
        (items, new, updated) = (progress.items, progress.new, progress.updated)
        (duplicates, failures) = (progress.duplicates, progress.failures)
        itemsPerSecond = progress.itemsPerSecond
        (share, secondsLeft) = (job.state == .finished ? 1 : progress.share, progress.secondsLeft)
        if job.state != .running { secondsLeft = nil }
        (passagesEmbedded, passagesTotal) = (progress.passagesEmbedded, progress.passagesTotal)
        (problem, started, ended) = (job.problem, job.started, job.ended)
    }
}
