import Foundation
import RecallServer
import RecallTestSupport
import Synchronization
import Testing

@Suite(.waiting, .scratch) struct MaintenanceTests {
    private struct Failure: Error {}

    /// A clock that goes on by what a step takes.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    @Test func `after a step it rests nine times as long, so that its share is a tenth`() async {
        let clock = Clock()
        var worked = Duration.zero, rested = Duration.zero
        for length in [40, 250, 7, 120] {
            let maintenance = Maintenance(
                isOn: { true }, isQuiet: { true },
                step: {
                    clock.advance(.milliseconds(length))
                    return true
                }, now: { clock.now })
            worked += .milliseconds(length)
            rested += await maintenance.turn()
        }
        #expect(rested >= worked * (Maintenance.inverseShare - 1))
    }

    @Test(arguments: [(false, true), (true, false)])
    func `it does nothing while it is off or somebody is there, and looks again soon`(isOn: Bool, isQuiet: Bool) async {
        let steps = Atomic(0)
        let maintenance = Maintenance(
            isOn: { isOn }, isQuiet: { isQuiet },
            step: {
                steps.add(1, ordering: .relaxed)
                return true
            })
        #expect(await maintenance.turn() == Maintenance.look)
        #expect(steps.load(ordering: .relaxed) == 0)
    }

    @Test func `with nothing to do, or after a failure, it waits`() async {
        let idle = Maintenance(isOn: { true }, isQuiet: { true }, step: { false })
        #expect(await idle.turn() == Maintenance.pause)
        let failing = Maintenance(isOn: { true }, isQuiet: { true }, step: { throw Failure() })
        #expect(await failing.turn() == Maintenance.pause)
    }

    @Test func `it is switched off in the settings, and the status says so`() throws {
        let server = try ServerFixture()
        #expect(try server.get("/settings").json["maintenance"] as? Bool == true)
        let body = #"{"watchedFolders": [], "maintenance": false}"#
        #expect(try server.request("PUT", "/api/v1/settings", body: body).json["maintenance"] as? Bool == false)
        let status = try server.get("/status").json["maintenance"] as? [String: Any]
        #expect(status?["isOn"] as? Bool == false)
        // A change of something else leaves it off.
        let other = try server.request("PUT", "/api/v1/settings", body: #"{"watchedFolders": []}"#)
        #expect(other.json["maintenance"] as? Bool == false)
    }
}
