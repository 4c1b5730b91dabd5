import CConfinement

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The limits of a process that may do nothing but read its standard input, compute, and write its standard output. The kernel
/// holds them, so they hold whatever a hostile input makes of the process.
package struct Confinement: Sendable {
    /// Seconds of processor time.
    package let seconds: Int
    /// Bytes of memory.
    package let memory: Int

    package init(seconds: Int, memory: Int) {
        self.seconds = seconds
        self.memory = memory
    }

    /// Wall-clock seconds after which the kernel ends the process: a little more than its processor time.
    package var wallSeconds: Int { seconds + 5 }

    /// Puts this process, and what it will start, under the limits, for good. To be called before anything else is done.
    ///
    /// - Parameter mayExecute: allows it to become another program, which is confined as well.
    package func apply(mayExecute: Bool) {
        Self.closeDescriptors()
        umask(0o077)
        // At the limit SIGXCPU, which tells why; a process that withstands it is killed a second later.
        Self.limit(RLIMIT_CPU, to: seconds, grace: 1)
        Self.limit(RLIMIT_AS, to: memory)
        Self.limit(RLIMIT_FSIZE, to: 0)
        Self.limit(RLIMIT_CORE, to: 0)
        Self.limit(RLIMIT_NOFILE, to: 32)
        alarm(UInt32(wallSeconds))
        #if os(Linux)
            // Where a kernel has no filters, the limits above still hold.
            _ = recall_confine(mayExecute ? 1 : 0)
        #endif
    }

    #if canImport(Glibc)
        private static func limit(_ resource: __rlimit_resource, to value: Int, grace: Int = 0) {
            var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value + grace))
            setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        }
    #else
        private static func limit(_ resource: Int32, to value: Int, grace: Int = 0) {
            var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value + grace))
            setrlimit(resource, &limit)
        }
    #endif

    /// Closes what was open in the process that started this one.
    private static func closeDescriptors() {
        #if os(Linux)
            if recall_close_from(3) == 0 { return }
        #endif
        for descriptor in 3..<Int32(1_024) { close(descriptor) }
    }
}

extension Confinement {
    /// The exit code of a process that was to become a program which is not there.
    package static let missingProgram: Int32 = 127

    /// Becomes another program, found on `PATH`, with the limits that are set: the first of `words`, the others its arguments.
    package static func execute(_ words: [String]) -> Never {
        var arguments = words.map { strdup($0) } + [nil]
        if let program = words.first { execvp(program, &arguments) }
        _exit(missingProgram)
    }

    /// Writes `reply` to standard output and ends the process.
    package static func answer(_ reply: [UInt8]) -> Never {
        reply.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno != EINTR { _exit(1) }
                rest = rest.dropFirst(max(0, count))
            }
        }
        _exit(0)
    }
}
