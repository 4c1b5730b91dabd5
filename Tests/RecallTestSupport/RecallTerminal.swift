import Foundation

/// A terminal in which a shell runs the real `recall`, as a person would run it.
public struct RecallTerminal {
    private let columns: Int
    private let environment: [String: String]

    /// A shell in a new session, whose terminal it is: Swift's C library module lacks what makes one.
    private static let session = """
        import fcntl, json, os, pty, struct, sys, termios
        typing, output = json.loads(sys.argv[3]), b""
        shell, master = pty.fork()
        if shell == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, int(sys.argv[1]), 0, 0))
            os.execv("/bin/sh", ["/bin/sh", "-c", sys.argv[2]])
        while True:
            try:
                printed = os.read(master, 65536)
            except OSError:
                break
            if not printed:
                break
            os.write(1, printed)
            output += printed
            # A line that is edited asks the terminal to mark what is pasted.
            while typing and b"\\x1b[?2004h" in output:
                os.write(master, typing.pop(0).encode())
                output = output.split(b"\\x1b[?2004h", 1)[1]
        os.waitpid(shell, 0)
        """

    /// - Parameter environment: variables besides those of this process, without `NO_COLOR` and `COLUMNS`.
    public init(columns: Int = 80, environment: [String: String] = [:]) {
        self.columns = columns
        var variables = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "COLUMNS", "LINES"] { variables[name] = nil }
        variables.merge(["TERM": "xterm", "RECALL": RecallProcess.executable.path]) { $1 }
        self.environment = variables.merging(environment) { $1 }
    }

    /// Everything that a shell's `script` prints; the program is `$RECALL` in it.
    ///
    /// - Parameter typing: what is typed, each when the program asks for a line that can be edited.
    public func run(_ script: String, typing: [String] = []) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", Self.session, String(columns), script,
            String(decoding: try JSONEncoder().encode(typing), as: UTF8.self),
        ]
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }
}
