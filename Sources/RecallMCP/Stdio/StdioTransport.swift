import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Serves one client over standard input and output: one message a line. Nothing else is ever written to standard output.
public struct StdioTransport: Sendable {
    private let server: MCPServer

    /// A transport for `server`.
    public init(_ server: MCPServer) {
        self.server = server
    }

    /// Answers until standard input ends, and what was asked for is answered. If nobody reads standard output any more, all
    /// work is interrupted.
    public func run() async {
        signal(SIGPIPE, SIG_IGN)
        let output = OutputPipe()
        let session = MCPSession(server) { output.write($0) }
        await withCheckedContinuation { continuation in
            // Reading blocks, which none of the threads of tasks may.
            Thread {
                Self.read(into: session, until: output)
                continuation.resume()
            }.start()
        }
    }

    private static func read(into session: MCPSession, until output: OutputPipe) {
        var splitter = LineSplitter()
        while output.isOpen {
            switch InputPipe.next(until: output.descriptor) {
            case .bytes(let bytes): splitter.lines(in: bytes).forEach { take($0, session) }
            case .end:
                splitter.end().forEach { take($0, session) }
                return session.finish()
            case .nobodyReads: return session.cancel()
            }
        }
        session.cancel()
    }

    private static func take(_ line: LineSplitter.Line, _ session: MCPSession) {
        switch line {
        case .whole(let message): session.receive(message)
        case .tooLong: session.refuseTooLong()
        }
    }
}

/// Standard input.
private enum InputPipe {
    private static let chunk = 64 << 10

    enum Event {
        case bytes([UInt8])
        case end
        /// Standard output was closed at its other end.
        case nobodyReads
    }

    /// The next event.
    static func next(until output: Int32) -> Event {
        guard wait(until: output) else { return .nobodyReads }
        var bytes = [UInt8](repeating: 0, count: chunk)
        while true {
            let count = read(STDIN_FILENO, &bytes, chunk)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? .bytes(Array(bytes.prefix(count))) : .end
        }
    }

    /// Waits for bytes or their end; false if nobody reads standard output any more.
    private static func wait(until output: Int32) -> Bool {
        var files = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), pollfd(fd: output, events: 0, revents: 0),
        ]
        while poll(&files, 2, -1) < 0 {
            guard errno == EINTR else { return true }
        }
        return files[1].revents & Int16(POLLERR) == 0
    }
}

/// Standard output, under a descriptor of its own: what anything else in the process prints goes to standard error.
private final class OutputPipe: Sendable {
    let descriptor: Int32
    private let open = Mutex(true)

    init() {
        fflush(nil)
        let own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        descriptor = own >= 0 ? own : STDOUT_FILENO
        if own >= 0 { dup2(STDERR_FILENO, STDOUT_FILENO) }
    }

    /// False once something could not be written.
    var isOpen: Bool { open.withLock { $0 } }

    /// Writes a message and a line break.
    func write(_ message: Data) {
        open.withLock { isOpen in
            if isOpen { isOpen = Self.write(message + [UInt8(ascii: "\n")], to: descriptor) }
        }
    }

    private static func write(_ bytes: Data, to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = writeBytes(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }

    #if canImport(Glibc)
        private static let writeBytes = Glibc.write
    #else
        private static let writeBytes = Darwin.write
    #endif
}
