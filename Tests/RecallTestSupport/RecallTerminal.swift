import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A terminal in which a shell runs the real `recall`, as a person would run it.
public struct RecallTerminal {
    private let columns: Int
    private let environment: [String: String]

    /// - Parameter environment: variables besides those of this process, without `NO_COLOR` and `COLUMNS`.
    public init(columns: Int = 80, environment: [String: String] = [:]) {
        self.columns = columns
        var variables = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "COLUMNS", "LINES"] { variables[name] = nil }
        variables.merge(["TERM": "xterm", "RECALL": RecallProcess.executable.path]) { $1 }
        self.environment = variables.merging(environment) { $1 }
    }

    /// Everything that a shell's `script` prints; the program is `$RECALL` in it.
    public func run(_ script: String) throws -> String {
        let master = posix_openpt(O_RDWR | O_NOCTTY)
        guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
            throw POSIXError(.ENODEV)
        }
        defer { close(master) }
        let path = String(cString: name)
        // Held open until the shell has it: a terminal that nobody has open reads as closed.
        let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 50, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
        let shell = try start(script, on: path)
        close(terminal)
        let output = Self.output(of: master)
        var status: Int32 = 0
        while waitpid(shell, &status, 0) < 0, errno == EINTR {}
        return output.replacing("\r\n", with: "\n")
    }

    /// Starts the shell as the leader of a session of its own, whose terminal is the one at `path`.
    private func start(_ script: String, on path: String) throws -> pid_t {
        let lists = [["/bin/sh", "-c", script], environment.map { "\($0.key)=\($0.value)" }]
        let pointers = lists.map { $0.map { strdup($0) } + [nil] }
        defer { pointers.joined().forEach { free($0) } }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSID))
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
        }
        var id: pid_t = 0
        let code = posix_spawn(&id, "/bin/sh", &actions, &attributes, pointers[0], pointers[1])
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EPERM) }
        return id
    }

    /// What is printed until the shell and all it started have closed the terminal.
    private static func output(of master: Int32) -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = piece.withUnsafeMutableBytes { read(master, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece.prefix(count)
        }
    }
}
