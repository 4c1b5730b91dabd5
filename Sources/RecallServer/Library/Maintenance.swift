import Foundation
import RecallCore
import RecallKit

/// Automatic maintenance of a library: short steps while nobody asks for anything and nothing is imported.
///
/// After each step it rests nine times as long as the step took, so its share of the time is a tenth at most, at the lowest
/// priority.
package struct Maintenance: Sendable {
    /// The share of the time that it may take, as its inverse.
    package static let inverseShare = 10
    /// The time between two looks whether it is quiet.
    package static let look = Duration.seconds(5)
    /// The time until it looks for something to do again, when there was nothing or it failed.
    package static let pause = Duration.seconds(600)

    private let isOn: @Sendable () -> Bool
    private let isQuiet: @Sendable () async -> Bool
    private let step: @Sendable () async throws -> Bool
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Maintenance that does a `step` at a time. This returns true if it did something.
    package init(
        isOn: @escaping @Sendable () -> Bool, isQuiet: @escaping @Sendable () async -> Bool,
        step: @escaping @Sendable () async throws -> Bool,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.isOn, self.isQuiet, self.step, self.now) = (isOn, isQuiet, step, now)
    }

    /// Does steps until the task is cancelled.
    func run() async throws {
        while true { try await Task.sleep(for: turn()) }
    }

    /// Does a step if it may and if one is due.
    ///
    /// - Returns: the time to rest before the next turn.
    package func turn() async -> Duration {
        guard isOn(), await isQuiet() else { return Self.look }
        let began = now()
        guard (try? await step()) == true else { return Self.pause }
        return max((now() - began) * (Self.inverseShare - 1), .milliseconds(50))
    }
}

extension Maintenance {
    /// That of a served library.
    init(of library: ServedLibrary, jobs: ImportJobs, activity: RequestActivity) {
        let record = MaintenanceRecord(of: library.location)
        self.init(
            isOn: { record.state.isOn },
            isQuiet: { await !jobs.isRunning && activity.isQuiet && !MachineLoad.isHigh },
            step: {
                guard try await library.read({ try $0.isMaintenanceDue() }) else { return false }
                let location = library.location
                let isDone = try await jobs.whileNoneRuns {
                    try await LowestPriority.run {
                        try RecallLibrary.maintain(location)
                    }
                }
                if isDone { record.note(Date()) }
                return isDone
            })
    }
}
