#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of files that the process may have open.
package enum DescriptorLimit {
    /// True if no more files can be opened.
    package static var isReached: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return errno == EMFILE || errno == ENFILE
    }

    /// The cause and the remedy.
    package static var message: String {
        "Recall may open only \(current()) files at a time, which are too few. Allow more: ulimit -n 1024"
    }

    /// Raises the limit to `wanted` where the system lets the process.
    ///
    /// - Returns: true if so many files can be open.
    package static func raise(to wanted: Int) -> Bool {
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else { return true }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        return setrlimit(files, &limit) == 0 && limit.rlim_cur >= rlim_t(wanted)
    }

    private static func current() -> UInt64 {
        var limit = rlimit()
        return getrlimit(files, &limit) == 0 ? UInt64(limit.rlim_cur) : 0
    }

    #if canImport(Glibc)
        private static var files: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var files: Int32 { RLIMIT_NOFILE }
    #endif
}
