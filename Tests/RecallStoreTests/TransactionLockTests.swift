import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// Writers while another process holds the lock of transactions and does not give it up, as one that was suspended.
@Suite(.scratch) struct TransactionLockTests {
    private let location: LibraryLocation

    init() throws {
        location = LibraryLocation(path: try ScratchFolder().path + "/library")
    }

    private static let patience = WriterPatience(limit: .milliseconds(150), silence: .zero)

    @Test func `a transaction waits only so long, and says for which file and process`() throws {
        let store = try LibraryStore(at: location, for: .write)
        let locks = try HeldLocks(["transaction.lock"], of: location.folder)
        for work in [
            { _ = try store.write { try $0.makeThread(kind: .note, grouping: nil, title: "x") } },
            { _ = try store.checkpoint() },
        ] {
            let error = #expect(throws: StoreError.self) {
                try WriterPatience.$current.withValue(Self.patience, operation: work)
            }
            #expect(error?.code == .busy && error?.message.contains("/transaction.lock") == true)
            #if os(Linux)
                #expect(error?.message.contains("process \(getpid()), ") == true)
            #endif
        }
        try locks.release()
        _ = try store.write { try $0.makeThread(kind: .note, grouping: nil, title: "x") }
    }

    @Test func `cancelling ends the wait`() async throws {
        let store = try LibraryStore(at: location, for: .write)
        let locks = try HeldLocks(["transaction.lock"], of: location.folder)
        let (waits, waiting) = AsyncStream.makeStream(of: String.self)
        let patience = WriterPatience(limit: .seconds(86_400), silence: .zero) { waiting.yield($0) }
        let writing = Task {
            try WriterPatience.$current.withValue(patience) {
                _ = try store.write { try $0.makeThread(kind: .note, grouping: nil, title: "x") }
            }
        }
        var said = waits.makeAsyncIterator()
        #expect(await said.next()?.contains("which writes to the library") == true)
        writing.cancel()
        await #expect(throws: StoreError.self) { try await writing.value }
        try locks.release()
    }
}
