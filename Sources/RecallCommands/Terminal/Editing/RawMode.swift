import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal as it is while a line is edited: each byte is read at once, nothing is echoed, Ctrl-C and Ctrl-Z are read like
/// others, and what is pasted is marked. SIGTERM and SIGHUP put the terminal back before they end the process.
final class RawMode: Sendable {
    /// The mode to go back to; `nil` where the terminal is as it was.
    private let before = Mutex<termios?>(nil)
    private let signals = Mutex<[any DispatchSourceSignal]>([])

    private static let pasteMarks = (on: "\u{1B}[?2004h", off: "\u{1B}[?2004l")

    init() {
        signals.withLock { signals in
            signals = [SIGTERM, SIGHUP].map { number in
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                #if canImport(Darwin)
                    source.setRegistrationHandler { signal(number, SIG_IGN) }
                #endif
                source.setEventHandler { [weak self] in
                    self?.end()
                    _exit(128 + number)
                }
                source.resume()
                return source
            }
        }
    }

    /// Begins it. What was typed before stays.
    func begin() {
        before.withLock { before in
            var mode = termios()
            guard before == nil, tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
            before = mode
            mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
            mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP)
            withUnsafeMutableBytes(of: &mode.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
            tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
            StandardStream.output.write(Self.pasteMarks.on)
        }
    }

    /// Puts the terminal back.
    func end() {
        before.withLock { before in
            guard var mode = before else { return }
            before = nil
            StandardStream.output.write(Self.pasteMarks.off)
            tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
        }
    }
}
