import CConfinement

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process that parses one document, from its standard input to its standard output, with limits that the kernel holds.
///
/// A trap, a stack overflow or an endless loop in a parser ends this process, not the import.
public enum ParserProcess {
    /// The hidden first argument with which the `recall` executable is started as a parsing process.
    public static let argument = "__parse"

    /// The mode that reads one mail of a file again. Other modes are identifiers of formats.
    static let original = "original"

    /// Exit codes of a parsing process that could not start its work.
    enum ExitCode {
        static let usage: Int32 = 64
        static let missingProgram: Int32 = 127
    }

    /// Parses the document on standard input. To be called before anything else is done in the process.
    ///
    /// - Parameter arguments: the arguments after `argument`: what is parsed, and how.
    public static func main(_ arguments: [String]) -> Never {
        guard let mode = arguments.first else { exit(ExitCode.usage) }
        if mode == original { readOriginal(Array(arguments.dropFirst())) }
        switch ImportFormats.all[mode]?.parser {
        case .confined(let parse)?:
            Confinement.apply(mayExecute: false)
            answer(parse(STDIN_FILENO))
        case .program(let words)?:
            Confinement.apply(mayExecute: true)
            execute(words)
        case .inProcess?, nil: exit(ExitCode.usage)
        }
    }

    private static func readOriginal(_ arguments: [String]) -> Never {
        Confinement.apply(mayExecute: false)
        guard let reply = OriginalMailReply(arguments: arguments) else { exit(ExitCode.usage) }
        answer(reply.read(descriptor: STDIN_FILENO))
    }

    /// Becomes another program, such as poppler's `pdftotext`, with the limits that are set.
    private static func execute(_ words: [String]) -> Never {
        var arguments = words.map { strdup($0) } + [nil]
        if let program = words.first { execvp(program, &arguments) }
        _exit(ExitCode.missingProgram)
    }

    private static func answer(_ reply: ParserReply) -> Never {
        reply.encoded().withUnsafeBytes { bytes in
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

/// The limits of a parsing process.
enum Confinement {
    /// Wall-clock seconds after which the kernel ends the process: a little more than its processor time.
    static let wallSeconds = ImportLimits.parserSeconds + 5

    static func apply(mayExecute: Bool) {
        closeDescriptors()
        umask(0o077)
        // At the limit SIGXCPU, which tells why; a process that withstands it is killed a second later.
        limit(RLIMIT_CPU, to: ImportLimits.parserSeconds, grace: 1)
        limit(RLIMIT_AS, to: ImportLimits.parserMemory)
        limit(RLIMIT_FSIZE, to: 0)
        limit(RLIMIT_CORE, to: 0)
        limit(RLIMIT_NOFILE, to: 32)
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
