public import Foundation
public import RecallCore

/// An import run by a server.
public struct ImportPayload: Encodable, Hashable, Sendable {
    /// The state of an import.
    public enum State: String, Encodable, Sendable, CaseIterable {
        case waiting, running, paused, interrupted, finished, failed, cancelled
    }

    /// The work of an import: files, or only what is in the library and not embedded yet.
    public enum Task: String, Encodable, Sendable, CaseIterable {
        case files, embedding
    }

    let id: String
    let task: Task
    let paths: [String]
    let state: State
    let stage: ImportProgress.Stage
    let items, new, updated, duplicates, failures, leftOut: Int
    let itemsPerSecond: Double
    let share, secondsLeft: Double?
    let passagesEmbedded, passagesTotal: Int
    let error: ErrorReportPayload?
    let started: Date
    let ended: Date?

    /// An import of `paths` as sent.
    public init(
        id: Int, task: Task, paths: [String], state: State, progress: ImportProgress, error: ErrorReport?,
        started: Date,
        ended: Date?
    ) {
        self.id = String(id)
        self.task = task
        (self.paths, self.state, stage) = (paths, state, progress.stage)
        (items, new, updated) = (progress.items, progress.new, progress.updated)
        (duplicates, failures, leftOut) = (progress.duplicates, progress.failures, progress.leftOut)
        itemsPerSecond = progress.itemsPerSecond
        share = state == .finished ? 1 : progress.share
        secondsLeft = state == .running ? progress.secondsLeft : nil
        (passagesEmbedded, passagesTotal) = (progress.passagesEmbedded, progress.passagesTotal)
        (self.error, self.started, self.ended) = (error.map(ErrorReportPayload.init), started, ended)
    }
}

/// The imports of a server.
public struct ImportListPayload: Encodable, Sendable {
    let imports: [ImportPayload]

    /// A list as sent.
    public init(_ imports: [ImportPayload]) {
        self.imports = imports
    }
}

/// The progress of an import: a line of `recall import --format json-lines`.
public struct ImportProgressPayload: Codable, Sendable {
    let stage: ImportProgress.Stage
    let items, new, updated, duplicates, failures: Int
    /// Absent in what earlier versions kept.
    let leftOut: Int?
    let itemsPerSecond: Double
    let share, secondsLeft: Double?
    let passagesEmbedded, passagesTotal: Int
    let hasEnded, wasStopped: Bool
    let error: ErrorReportPayload?

    /// Progress as sent, and as kept by a server.
    public init(_ progress: ImportProgress) {
        stage = progress.stage
        (items, new, updated) = (progress.items, progress.new, progress.updated)
        (duplicates, failures) = (progress.duplicates, progress.failures)
        leftOut = progress.leftOut > 0 ? progress.leftOut : nil
        itemsPerSecond = progress.itemsPerSecond
        (share, secondsLeft) = (progress.share, progress.secondsLeft)
        (passagesEmbedded, passagesTotal) = (progress.passagesEmbedded, progress.passagesTotal)
        (hasEnded, wasStopped) = (progress.hasEnded, progress.wasStopped)
        error = progress.error.map(ErrorReportPayload.init)
    }

    /// The decoded progress.
    public var progress: ImportProgress {
        var progress = ImportProgress()
        progress.stage = stage
        (progress.items, progress.new, progress.updated) = (items, new, updated)
        (progress.duplicates, progress.failures) = (duplicates, failures)
        progress.leftOut = leftOut ?? 0
        progress.itemsPerSecond = itemsPerSecond
        (progress.share, progress.secondsLeft) = (share, secondsLeft)
        (progress.passagesEmbedded, progress.passagesTotal) = (passagesEmbedded, passagesTotal)
        (progress.hasEnded, progress.wasStopped) = (hasEnded, wasStopped)
        progress.error = error?.report
        return progress
    }
}
