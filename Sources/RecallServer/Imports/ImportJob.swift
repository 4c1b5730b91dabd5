import Foundation
import RecallCore
import RecallKit
import RecallWire

/// An import requested from the server.
struct ImportJob: Sendable {
    /// Paused: stopped at a checkpoint. Interrupted: cut off by the end of a process. Cancelled: stopped on request. All of them
    /// can go on; stored items are kept.
    typealias State = ImportPayload.State

    let id: Int
    let task: ImportTask
    /// True if it was started for the watched folders. It is removed from the list if it imports nothing new.
    let isWatch: Bool
    private(set) var state = State.waiting
    private(set) var progress = ImportProgress()
    /// The items stored before the last pause, which the resumed run counts as known, and the share that was done: what is
    /// left is the rest of it.
    private var earlier = (new: 0, updated: 0, share: 0.0)
    private(set) var error: ErrorReport?
    private(set) var started = Date()
    private(set) var ended: Date?

    init(id: Int, task: ImportTask, isWatch: Bool) {
        (self.id, self.task, self.isWatch) = (id, task, isWatch)
    }

    /// Records the progress of the current run, added up over all pauses.
    mutating func note(_ progress: ImportProgress) {
        let share = self.progress.share
        self.progress = progress
        self.progress.new += earlier.new
        self.progress.updated += earlier.updated
        self.progress.duplicates = max(0, progress.duplicates - earlier.new - earlier.updated)
        self.progress.share = progress.share.map { earlier.share + (1 - earlier.share) * $0 } ?? share
    }

    /// Queues the job again after it was stopped, or after a failure.
    mutating func resume() {
        earlier = (progress.new, progress.updated, progress.share ?? 0)
        error = nil
        become(.waiting)
    }

    /// Changes the state; a state at rest records the time.
    mutating func become(_ state: State) {
        self.state = state
        ended = state.isAtRest ? Date() : nil
    }

    /// Counts what the library has of the files of a job that was cut off.
    mutating func noteStored(in library: RecallLibrary) {
        guard state == .interrupted, let stored = try? library.readCounts(below: task.paths) else { return }
        progress.items = max(progress.items, stored.items)
        progress.failures = max(progress.failures, stored.failures)
    }

    mutating func end(_ ending: ImportProcess.Ending, wanted: State?) {
        switch ending {
        case .finished: become(.finished)
        case .stopped: become(wanted ?? .paused)
        case .failed(let error):
            self.error = error
            become(.failed)
        }
    }

    /// True if an import of the watched folders found nothing new.
    var isIdleWatch: Bool {
        isWatch && state == .finished && progress.new + progress.updated + progress.failures == 0
    }
}

extension ImportPayload.State {
    /// True unless the job is queued or running.
    var isAtRest: Bool { self != .waiting && self != .running }

    /// True if the job has not done all that it was asked to, and can go on.
    var isUnfinished: Bool { isAtRest && self != .finished }
}

extension ImportJob {
    /// A job as kept on disk, for the next server of the library.
    struct Record: Codable {
        let id: Int
        /// `nil` for embedding.
        let paths: [String]?
        let state: String
        let progress: ImportProgressPayload
        let started: Date
    }

    /// Nothing of a finished job is kept, nor of one for the watched folders, which are looked at again anyway.
    var record: Record? {
        guard state != .finished, !isWatch else { return nil }
        let paths: [String]? = if case .files(let paths) = task { paths } else { nil }
        var progress = progress
        progress.error = error
        return Record(
            id: id, paths: paths, state: state.rawValue, progress: ImportProgressPayload(progress), started: started)
    }

    /// A job of an earlier server. One that was waiting or running then was cut off.
    init(_ record: Record) {
        self.init(id: record.id, task: record.paths.map(ImportTask.files) ?? .embedding, isWatch: false)
        let state = State(rawValue: record.state) ?? .interrupted
        (progress, started) = (record.progress.progress, record.started)
        error = progress.error
        self.state = state.isUnfinished ? state : .interrupted
    }

    /// A job for files that another process began and did not read to their end.
    init(id: Int, unfinished files: [UnfinishedSource]) {
        self.init(id: id, task: .files(files.map(\.path)), isWatch: false)
        let (read, bytes) = files.reduce((0, 0)) { ($0.0 + $1.bytesRead, $0.1 + $1.bytes) }
        progress.items = files.reduce(0) { $0 + $1.items }
        progress.failures = files.reduce(0) { $0 + $1.failures }
        progress.share = bytes > 0 ? min(1, Double(read) / Double(bytes)) : nil
        state = .interrupted
    }
}
