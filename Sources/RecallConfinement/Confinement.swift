import CConfinement

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The limits of a process that may only read its standard input, compute, and write its standard output. The kernel
/// enforces them, so they hold even if a hostile input takes over the process.
package struct Confinement: Sendable {
    /// The processor time limit in seconds.
    package let seconds: Int
    /// The memory limit in bytes.
    package let memory: Int

    package init(seconds: Int, memory: Int) {
        self.seconds = seconds
        self.memory = memory
    }

    /// The wall-clock limit in seconds, enforced by the kernel: a little more than the processor time.
    package var wallSeconds: Int { seconds + 5 }

    /// Applies the limits to this process and its future children, irrevocably. Call it first, before anything else.
    ///
    /// - Parameter mayExecute: allows the process to become another program, which stays confined.
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

    /// Closes the descriptors inherited from the parent process.
    private static func closeDescriptors() {
        #if os(Linux)
            if recall_close_from(3) == 0 { return }
        #endif
        for descriptor in 3..<Int32(1_024) { close(descriptor) }
    }
}

extension Confinement {
    /// The exit code of a process whose program to execute was not found.
    package static let missingProgram: Int32 = 127

    /// Executes another program, found on `PATH`, under the limits: the first of `words`, with the others as its
    /// arguments.
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
