import Foundation
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The server that started this process, and holds the other end of its standard input open as long as it lives.
enum ParentProcess {
    /// The time for reaching a checkpoint when the parent is gone. What a transaction has not stored by then is dropped, as
    /// after any kill, and imported the next time.
    private static let grace = 1.0

    /// Runs `work` in a task that is cancelled when the parent has ended; soon after, the process ends with it.
    static func outlivedBy<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // Writing to the parent then fails, instead of ending the process in the middle of something.
        signal(SIGPIPE, SIG_IGN)
        let task = Task(operation: work)
        Thread.detachNewThread {
            waitForEndOfInput()
            task.cancel()
            Thread.sleep(forTimeInterval: grace)
            _exit(128 + SIGTERM)
        }
        return try await task.valueCancelledTogether
    }

    private static func waitForEndOfInput() {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count == 0 || (count < 0 && errno != EINTR) { return }
        }
    }
}
