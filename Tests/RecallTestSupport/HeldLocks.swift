#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Locks of a library that this process holds as another Recall process would. They end with the value.
public final class HeldLocks {
    /// The locks of a process that keeps the library in order: who writes waits for them.
    public static let maintenance = ["writer.lock", "maintenance.lock"]

    private let descriptors: [Int32]

    /// Acquires the locks in these files of a library's folder, which nobody else may hold.
    public init(_ names: [String] = maintenance, of library: String) throws {
        descriptors = names.map { open(library + "/" + $0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        for descriptor in descriptors where flock(descriptor, LOCK_EX) != 0 { throw Refused(code: errno) }
    }

    deinit {
        descriptors.forEach { close($0) }
    }

    /// Gives them up.
    public func release() throws {
        for descriptor in descriptors where flock(descriptor, LOCK_UN) != 0 { throw Refused(code: errno) }
    }

    private struct Refused: Error {
        var code: Int32
    }
}
