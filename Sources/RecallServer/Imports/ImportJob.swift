import Foundation
import RecallCore
import RecallWire

/// An import requested from the server.
struct ImportJob: Sendable {
    /// Paused: stopped at a checkpoint, can be resumed. Cancelled: stopped permanently; stored items are kept.
    typealias State = ImportPayload.State

    let id: Int
    let paths: [String]
    /// True if it was started for the watched folders. It is removed from the list if it imports nothing new.
    let isWatch: Bool
    private(set) var state = State.waiting
    private(set) var progress = ImportProgress()
    /// The items stored before the last pause, which the resumed run counts as known.
    private var earlier = (new: 0, updated: 0)
    private(set) var error: ErrorReport?
    private(set) var started = Date()
    private(set) var ended: Date?

    init(id: Int, paths: [String], isWatch: Bool) {
        (self.id, self.paths, self.isWatch) = (id, paths, isWatch)
    }

    /// Records the progress of the current run, added up over all pauses.
    mutating func note(_ progress: ImportProgress) {
        self.progress = progress
        self.progress.new += earlier.new
        self.progress.updated += earlier.updated
        self.progress.duplicates = max(0, progress.duplicates - earlier.new - earlier.updated)
    }

    /// Queues the job again after a pause or a failure.
    mutating func resume() {
        earlier = (progress.new, progress.updated)
        error = nil
        become(.waiting)
    }

    /// Changes the state; a state at rest records the time.
    mutating func become(_ state: State) {
        self.state = state
        ended = state.isAtRest ? Date() : nil
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
}
