import Dispatch
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes SIGINT (Ctrl-C) and SIGTERM cancel work at its next checkpoint; a second signal ends the process.
enum Interruption {
    /// Runs `work` in a task that SIGINT and SIGTERM cancel, as the cancellation of the calling task does.
    static func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        let task = Task(operation: work)
        let sources = [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            #if canImport(Darwin)
                // Not before the source is there: a signal in between would be lost, instead of ending the process.
                source.setRegistrationHandler { signal(number, SIG_IGN) }
            #endif
            source.setEventHandler {
                if task.isCancelled { _exit(128 + number) }
                task.cancel()
            }
            source.resume()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        return try await task.valueCancelledTogether
    }
}
