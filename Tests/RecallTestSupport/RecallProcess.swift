public import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The real `recall` executable, run as a process of its own.
public struct RecallProcess {
    /// What a finished process left behind.
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
    public static func start(
        _ arguments: [String], environment: [String: String] = [:], input: Data = Data(), in scratch: ScratchFolder
    ) throws -> RunningRecall {
        let name = UUID().uuidString
        let files = try ["in", "out", "err"].map { try scratch.write("\(name).\($0)", $0 == "in" ? input : Data()) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle(forReadingAtPath: files[0])
        process.standardOutput = FileHandle(forWritingAtPath: files[1])
        process.standardError = FileHandle(forWritingAtPath: files[2])
        try process.run()
        return RunningRecall(process: process, outputPath: files[1], errorPath: files[2])
    }

    /// Runs `recall` to its end.
    public static func run(
        _ arguments: [String], environment: [String: String] = [:], input: Data = Data(), in scratch: ScratchFolder
    ) throws -> Outcome {
        try start(arguments, environment: environment, input: input, in: scratch).finish()
    }
}

/// A `recall` that is running.
public struct RunningRecall {
    let process: Process
    let outputPath, errorPath: String

    /// Ends it at once, as a power cut would.
    public func killAtOnce() {
        _ = kill(process.processIdentifier, SIGKILL)
    }

    /// Asks it to stop, as Ctrl-C does.
    public func interrupt() {
        _ = kill(process.processIdentifier, SIGINT)
    }

    /// Waits for its end.
    public func finish() throws -> RecallProcess.Outcome {
        process.waitUntilExit()
        return RecallProcess.Outcome(
            code: process.terminationStatus, output: try String(contentsOfFile: outputPath, encoding: .utf8),
            errors: try String(contentsOfFile: errorPath, encoding: .utf8))
    }
}
