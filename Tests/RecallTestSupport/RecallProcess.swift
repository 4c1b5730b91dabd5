public import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The real `recall` executable, run as a process of its own.
public struct RecallProcess {
    /// The result of a finished process.
    public struct Outcome: Sendable {
        /// The exit code; for a process that was killed, the signal's number.
        public var code: Int32
        /// Standard output.
        public var output: String
        /// Standard error.
        public var errors: String
    }

    /// The executable, which the build puts beside the tests.
    public static let executable: URL = {
        let candidates = [CommandLine.arguments[0], Bundle.main.executablePath ?? ""] + CommandLine.arguments
        let folders = candidates.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent() }
        let paths = folders.map { $0.appending(path: "recall") }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? paths[0]
    }()

    /// Starts `recall` with `arguments`, standard output and error going to files in `scratch`.
    ///
    /// - Parameters:
    ///   - launcher: a program and its arguments that starts it instead, such as `withoutRights`.
    ///   - inputPath: a file or pipe to be its standard input, instead of one with `input`.
    public static func start(
        _ arguments: [String], environment: [String: String] = [:], launcher: [String] = [], input: Data = Data(),
        inputPath: String? = nil, in scratch: ScratchFolder
    ) throws -> RunningRecall {
        let name = UUID().uuidString
        var files = try ["in", "out", "err"].map {
            try scratch.write("processes/\(name).\($0)", $0 == "in" ? input : Data())
        }
        if let inputPath { files[0] = inputPath }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let id = try spawn(launcher + [executable.path] + arguments, variables.map { "\($0.key)=\($0.value)" }, files)
        return RunningRecall(id: id, outputPath: files[1], errorPath: files[2])
    }

    /// The launcher of a process to which the permissions of files apply: empty but for the administrator.
    public static var withoutRights: [String] {
        geteuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
    }

    /// Foundation's Process waits for all heirs of its sockets too: for what a killed process had started.
    /// Of this process's open files the new one gets none: a server would hold the locks of other tests.
    private static func spawn(_ arguments: [String], _ environment: [String], _ files: [String]) throws -> pid_t {
        let pointers = [arguments, environment].map { $0.map { strdup($0) } + [nil] }
        defer { pointers.joined().forEach { free($0) } }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (descriptor, file) in files.enumerated() {
            posix_spawn_file_actions_addopen(
                &actions, Int32(descriptor), file, descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
        }
        #if canImport(Darwin)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
        #else
            // `addclosefrom_np` is not among what Swift sees of glibc; closing what is not open does no harm.
            for descriptor in Int32(files.count)..<1024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        #endif
        var id: pid_t = 0
        let code = posix_spawn(&id, arguments[0], &actions, &attributes, pointers[0], pointers[1])
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EPERM) }
        return id
    }

    /// Runs `recall` to its end.
    public static func run(
        _ arguments: [String], environment: [String: String] = [:], launcher: [String] = [], input: Data = Data(),
        in scratch: ScratchFolder
    ) throws -> Outcome {
        try start(arguments, environment: environment, launcher: launcher, input: input, in: scratch).finish()
    }
}

/// A `recall` that is running.
public struct RunningRecall: Sendable {
    /// The process.
    public let id: pid_t
    let outputPath, errorPath: String

    /// Standard output until now.
    public var output: String { (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? "" }

    /// Standard error until now.
    public var errors: String { (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? "" }

    /// Ends it at once, as a power cut would.
    public func killAtOnce() {
        _ = kill(id, SIGKILL)
    }

    /// Asks it to stop, as Ctrl-C does.
    public func interrupt() {
        _ = kill(id, SIGINT)
    }

    /// Asks it to end.
    public func terminate() {
        _ = kill(id, SIGTERM)
    }

    /// Its exit code, or the number of the signal that ended it; `nil` while it runs, or if it was asked for before.
    public func exitCode(waiting: Bool) -> Int32? {
        var status: Int32 = 0
        var ended: pid_t
        repeat { ended = waitpid(id, &status, waiting ? 0 : WNOHANG) } while ended < 0 && errno == EINTR
        let signal = status & 0x7F
        return ended == id ? (signal == 0 ? status >> 8 & 0xFF : signal) : nil
    }

    /// Waits for its end.
    public func finish() throws -> RecallProcess.Outcome {
        RecallProcess.Outcome(
            code: exitCode(waiting: true) ?? -1,
            output: try String(contentsOfFile: outputPath, encoding: .utf8),
            errors: try String(contentsOfFile: errorPath, encoding: .utf8))
    }
}
