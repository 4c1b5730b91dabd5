import Foundation
import RecallCore
import RecallKit
import RecallWire

/// Imports what changes in the watched folders: a few seconds after the last change, or when ten minutes have passed, which finds
/// also what the system does not tell (network disks, the time that the machine slept). In quiet hours nothing is imported.
struct FolderWatch: Sendable {
    private static let interval = Duration.seconds(600)
    /// The interval where the system does not tell all changes.
    private static let shortInterval = Duration.seconds(60)
    /// The time without a change after which what changed is taken for whole.
    private static let quiet = Duration.seconds(2)
    /// The time for which changes that do not end are waited for.
    private static let patience = Duration.seconds(60)

    let folders: WatchedFolders
    let jobs: ImportJobs
    /// True to import also while the machine is busy.
    let isImpatient: Bool

    /// Looks immediately, then whenever something changes, until the task is cancelled.
    func run() async throws {
        while true {
            let paths = folders.paths
            // Before the look, so that no change is missed between both.
            let changes = WatchedFolderChanges(in: paths, besides: folders.location)
            if !paths.isEmpty, !folders.areQuiet { try await look(at: paths) }
            try await waitForChange(changes, in: paths)
        }
    }

    /// Returns when something changed and the changes have ended, when the list of folders is another, when quiet hours end, or
    /// it is time.
    private func waitForChange(_ changes: WatchedFolderChanges, in paths: [String]) async throws {
        let began = ContinuousClock.now
        var (first, last) = (ContinuousClock.Instant?.none, began)
        var wasQuiet = false
        while true {
            try await Task.sleep(for: .seconds(1))
            let now = ContinuousClock.now
            if changes.haveHappened() {
                if first == nil { folders.note(waitingSince: Date()) }
                (first, last) = (first ?? now, now)
            }
            if folders.paths != paths { return }
            if folders.areQuiet {
                wasQuiet = true
                continue
            }
            if wasQuiet { return }
            let hasEnded = first.map { now - last >= Self.quiet || now - $0 >= Self.patience } ?? false
            if hasEnded, isImpatient || !MachineLoad.isHigh { return }
            if first == nil, now - began >= (changes.areIncomplete ? Self.shortInterval : Self.interval) { return }
            if let first, now - first >= Self.interval { return }
        }
    }

    private func look(at paths: [String]) async throws {
        let present = paths.filter { FileManager.default.fileExists(atPath: $0) }
        for path in paths where !present.contains(path) {
            let problem = "The folder is not there. If its disk is not connected, connect it; else stop watching it."
            folders.note(.init(date: Date(), items: 0, failures: 0, problem: problem), at: [path])
        }
        // One after the other: what was found is told of each.
        for path in present {
            let job = try await ended(await jobs.start(.files([path]), isWatch: true))
            guard !job.state.isUnfinished || job.error != nil else { return }
            let progress = job.progress
            folders.note(
                .init(
                    date: Date(), items: progress.new + progress.updated, failures: progress.failures,
                    problem: job.error?.message),
                at: [path])
        }
    }

    /// The job when it has ended. One that found nothing is not in the list any more.
    private func ended(_ job: ImportJob) async throws -> ImportJob {
        var job = job
        while !job.state.isAtRest {
            try await Task.sleep(for: .milliseconds(200))
            guard let now = try? await jobs.job(job.id) else {
                job.become(.finished)
                break
            }
            job = now
        }
        return job
    }
}

/// The load of the machine.
enum MachineLoad {
    /// True if others use most of the processor, or the battery is nearly empty: what can wait waits.
    static var isHigh: Bool { isBusy || isNearlyEmpty }

    private static var isBusy: Bool {
        var loads = [Double](repeating: 0, count: 1)
        guard getloadavg(&loads, 1) == 1 else { return false }
        return loads[0] > 1.5 * Double(ProcessInfo.processInfo.activeProcessorCount)
    }

    private static var isNearlyEmpty: Bool {
        let folder = "/sys/class/power_supply"
        let supplies = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return supplies.contains { name in
            func value(_ file: String) -> String {
                let text = try? String(contentsOfFile: "\(folder)/\(name)/\(file)", encoding: .utf8)
                return (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            }
            return value("status") == "Discharging" && (Int(value("capacity")) ?? 100) < 20
        }
    }
}
