import Dispatch
import Foundation
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

    @Test(arguments: [0, 1, 200])
    func `work that comes now and then is done, whether threads wait for it or have ended`(milliseconds: Int) {
        let queue = WorkQueue(width: 2, patience: .milliseconds(milliseconds))
        let done = DispatchSemaphore(value: 0)
        for pause in 0..<300 {
            queue.start { done.signal() }
            if pause % 3 == 0 { queue.start { done.signal() } }
            #expect(done.wait(timeout: .now() + 10) == .success)
            if pause % 3 == 0 { #expect(done.wait(timeout: .now() + 10) == .success) }
            // About as long as a thread waits, so that it may be woken when its time is over.
            if pause % 5 == 0 { usleep(UInt32(700 + pause)) }
        }
    }

    @Test func `a value comes back, and an error too`() async throws {
        struct Failure: Error {}
        let queue = WorkQueue(width: 1)
        #expect(try await queue.run { 7 } == 7)
        await #expect(throws: Failure.self) { try await queue.run { throw Failure() } }
        #expect(try await queue.runInterruptibly { 7 } == 7)
        await #expect(throws: Failure.self) { try await queue.runInterruptibly { throw Failure() } }
    }

    @Test func `the end of its task interrupts work, which ends only by that`() async throws {
        let queue = WorkQueue(width: 1)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await queue.runInterruptibly {
                begin.yield()
                while WorkCancellation.current?.isCancelled == false {}
                end.yield()
            }
        }
        _ = await begun.first { true }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        _ = await ended.first { true }
    }

    @Test func `work that is cancelled while it waits is never begun`() async throws {
        let queue = WorkQueue(width: 1)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        queue.start {
            begin.yield()
            gate.wait()
        }
        _ = await begun.first { true }
        let wasDone = Mutex(false)
        let task = Task { try await queue.runInterruptibly { wasDone.withLock { $0 = true } } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.signal()
        // After it in the queue.
        try await queue.run {}
        let done = wasDone.withLock { $0 }
        #expect(!done)
    }
}
