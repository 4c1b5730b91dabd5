import Foundation
import RecallKit

/// An import that was asked for.
struct ImportJob: Sendable {
    enum State: String, Encodable, Sendable {
        /// Another one runs.
        case waiting
        case running
        /// Stopped at a checkpoint, where it can go on.
        case paused
        case finished
        case failed
        /// Stopped at a checkpoint for good; what it stored is kept.
        case cancelled

        /// Whether nothing more will happen unless somebody asks for it.
        var isAtRest: Bool { self != .waiting && self != .running }
    }

    let id: Int
    let paths: [String]
    /// Whether it was started for the watched folders: it is forgotten if it brings nothing.
    let isWatch: Bool
    var state = State.waiting
    var progress = ImportProgress()
    var problem: String?
    var started = Date()
    var ended: Date?

    /// Changes the state; a state in which it rests notes the time.
    mutating func become(_ state: State) {
        self.state = state
        ended = state.isAtRest ? Date() : nil
    }

    mutating func end(_ ending: ImportProcess.Ending, wanted: State?) {
        switch ending {
        case .finished: become(.finished)
        case .stopped: become(wanted ?? .paused)
        case .failed(let problem):
            self.problem = problem
            become(.failed)
        }
    }

    /// Whether a look at the watched folders found nothing new.
    var isIdleWatch: Bool {
        isWatch && state == .finished && progress.new + progress.updated + progress.failures == 0
    }
}
