import Dispatch
import RecallSearch
import Synchronization
import Testing

@Suite("A value computed on another thread")
struct FutureTests {
    private struct Failure: Error {}

    @Test("is computed once, however many ask for it")
    func once() {
        for _ in 0..<200 {
            let runs = Atomic(0)
            let value = Future { runs.add(1, ordering: .relaxed).newValue }
            let sum = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                sum.add((try? value.value()) ?? 0, ordering: .relaxed)
            }
            #expect(sum.load(ordering: .relaxed) == 4 && runs.load(ordering: .relaxed) == 1)
        }
    }

    @Test("throws to all who ask what computing it threw")
    func failure() {
        let value = Future<Int> { throw Failure() }
        for _ in 0..<2 { #expect(throws: Failure.self) { try value.value() } }
    }

    @Test("is computed by who asks where no thread has begun, and not again by one that comes late")
    func busy() throws {
        let late = Mutex<[@Sendable () -> Void]>([])
        let runs = Atomic(0)
        let value = Future {
            runs.add(1, ordering: .relaxed).newValue
        } start: { work in
            late.withLock { $0.append(work) }
        }
        #expect(try value.value() == 1)
        for work in late.withLock(\.self) { work() }
        #expect(try value.value() == 1)
        #expect(late.withLock(\.count) == 1 && runs.load(ordering: .relaxed) == 1)
    }
}
