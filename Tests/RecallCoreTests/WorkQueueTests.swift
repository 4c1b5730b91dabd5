import Dispatch
import RecallCore
import Synchronization
import Testing

struct WorkQueueTests {
    @Test(arguments: [1, 2])
    func `no more work runs at a time than the queue is wide`(width: Int) {
        let queue = WorkQueue(width: width)
        let running = Atomic(0), most = Atomic(0), sum = Atomic(0)
        let done = DispatchSemaphore(value: 0)
        for number in 0..<400 {
            queue.start {
                let now = running.add(1, ordering: .acquiringAndReleasing).newValue
                most.max(now, ordering: .relaxed)
                // Long enough for another thread to come in between.
                sum.add((0..<2_000).reduce(number) { $0 &* 31 &+ $1 } & 1, ordering: .relaxed)
                running.subtract(1, ordering: .acquiringAndReleasing)
                done.signal()
            }
        }
        for _ in 0..<400 { done.wait() }
        #expect((1...width).contains(most.load(ordering: .relaxed)))
    }

    @Test func `a value comes back, and an error too`() async throws {
        struct Failure: Error {}
        let queue = WorkQueue(width: 1)
        #expect(try await queue.run { 7 } == 7)
        await #expect(throws: Failure.self) { try await queue.run { throw Failure() } }
    }
}
