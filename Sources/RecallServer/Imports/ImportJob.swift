import Foundation
import RecallCore
import RecallWire

/// An import that was asked for.
struct ImportJob: Sendable {
    /// Paused: stopped at a checkpoint, where it can go on. Cancelled: stopped for good; what it stored is kept.
    typealias State = ImportPayload.State

    let id: Int
    let paths: [String]
    /// True if it was started for the watched folders: it is forgotten if it brings nothing.
    let isWatch: Bool
    private(set) var state = State.waiting
    private(set) var progress = ImportProgress()
    /// The items that its runs before the last pause stored, which the run after it finds known already.
    private var earlier = (new: 0, updated: 0)
    private(set) var error: ErrorReport?
    private(set) var started = Date()
    private(set) var ended: Date?

    init(id: Int, paths: [String], isWatch: Bool) {
        (self.id, self.paths, self.isWatch) = (id, paths, isWatch)
    }

    /// Notes how far the process is that runs now: what the whole import brought is told, over all pauses.
    mutating func note(_ progress: ImportProgress) {
        self.progress = progress
        self.progress.new += earlier.new
        self.progress.updated += earlier.updated
        self.progress.duplicates = max(0, progress.duplicates - earlier.new - earlier.updated)
    }

    /// Goes on after a pause or a failure, when it is its turn.
    mutating func resume() {
        earlier = (progress.new, progress.updated)
        error = nil
        become(.waiting)
    }

    /// Changes the state; a state in which it rests notes the time.
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

    /// True if a look at the watched folders found nothing new.
    var isIdleWatch: Bool {
        isWatch && state == .finished && progress.new + progress.updated + progress.failures == 0
    }
}

extension ImportPayload.State {
    /// True if nothing more will happen unless somebody asks for it.
    var isAtRest: Bool { self != .waiting && self != .running }
}
