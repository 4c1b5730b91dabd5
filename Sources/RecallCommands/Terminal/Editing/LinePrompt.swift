import Dispatch
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Asks for lines in a terminal, which are edited as they are typed and remembered while the program runs. Nothing of them is
/// written to a file.
struct LinePrompt {
    private let prompt: (text: String, columns: Int)
    private let hint: String
    private let mode = RawMode()
    private var editor = LineEditor()
    private var decoder = KeyDecoder()
    /// Bytes that were typed after the line that was taken last.
    private var typed: ArraySlice<UInt8> = []
    private var row = 0

    /// True if standard input and output are a terminal that moves its cursor.
    static var isPossible: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
            && ProcessInfo.processInfo.environment["TERM"].map { !$0.isEmpty && $0 != "dumb" } ?? false
    }

    /// - Parameter hint: the line that answers Ctrl-C where there is nothing to clear.
    init(_ prompt: StyledText, hint: String, _ terminal: TerminalText) {
        self.prompt = (terminal.rendered(prompt), prompt.columns)
        self.hint = hint
    }

    /// The next line; `nil` at the end. Several lines that are pasted at once are one.
    ///
    /// - Throws: `CommandFailure` if standard input cannot be read.
    mutating func next() throws -> String? {
        mode.begin()
        defer { mode.end() }
        row = 0
        while true {
            switch takeTyped() {
            case .line(let line): return line
            case .cleared(let wasEmpty): clear(wasEmpty: wasEmpty)
            case .screenCleared: clearScreen()
            case .suspended: suspend()
            case .end: return nil
            case .edited:
                draw(editor.characters, cursor: editor.cursor)
                guard try read() else { return nil }
            }
        }
    }

    /// The effect of the bytes that were typed, up to the first of them that does more than edit.
    private mutating func takeTyped() -> LineEditor.Outcome {
        while let byte = typed.popFirst() {
            for key in decoder.take(byte) {
                let outcome = editor.take(key)
                if case .line(let line) = outcome { finish(line) }
                if outcome != .edited { return outcome }
            }
        }
        return .edited
    }

    private mutating func read() throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = bytes.withUnsafeMutableBytes { Self.read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                typed = bytes[..<count]
                return count > 0
            }
            // EIO: the terminal has gone.
            if errno == EIO { return false }
            guard errno == EINTR || errno == EAGAIN else {
                throw CommandFailure("Standard input cannot be read: \(String(cString: strerror(errno))).")
            }
        }
    }

    #if canImport(Glibc)
        private static let read = Glibc.read
    #else
        private static let read = Darwin.read
    #endif

    // MARK: Drawing

    private mutating func draw(_ characters: [Character], cursor: Int) {
        let size = Self.size
        let drawing = LineDrawing(
            prompt: prompt, characters, cursor: cursor, columns: size.columns, rows: size.rows, after: row)
        write(drawing.output)
        row = drawing.cursorRow
    }

    /// Leaves a line that is complete as it is, and goes below it.
    private mutating func finish(_ line: String) {
        let characters = Array(line)
        draw(characters, cursor: characters.count)
        write("\n")
        row = 0
    }

    private mutating func clear(wasEmpty: Bool) {
        write("^C\u{1B}[J\n" + (wasEmpty ? hint + "\n" : ""))
        row = 0
    }

    private mutating func clearScreen() {
        write("\u{1B}[H\u{1B}[2J")
        row = 0
    }

    /// Ctrl-Z: the terminal is the shell's until the program goes on.
    private mutating func suspend() {
        write("\n")
        mode.end()
        // To the process: this thread may block it.
        kill(getpid(), SIGTSTP)
        mode.begin()
        row = 0
    }

    private func write(_ text: String) { StandardStream.output.write(text) }

    private static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
