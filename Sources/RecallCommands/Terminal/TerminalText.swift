import Foundation
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output or standard error as a place for text: its width, and colour where it is a terminal that shows some.
/// Text of items is made safe before it is printed.
package struct TerminalText {
    /// True if it is a terminal that shows colours, and `NO_COLOR` does not forbid them
    /// (https://no-color.org).
    let hasColour: Bool
    /// The columns of a line; `nil` if lines may have any length: in a file or a pipe.
    let width: Int?

    /// Below this, indented text would have no room.
    private static let leastWidth = 24

    /// The place behind a descriptor.
    package init(
        descriptor: Int32 = STDOUT_FILENO, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let forbids = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        hasColour = isatty(descriptor) == 1 && !forbids && environment["TERM"] != "dumb"
        width = (environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? Self.columns(of: descriptor))
            .map { max(Self.leastWidth, $0) }
    }

    /// The columns of the terminal behind a descriptor; `nil` if there is no terminal, or it does not say.
    static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// `text` with the escape sequences of its styles, on one line.
    func rendered(_ text: StyledText) -> String {
        text.runs.map { hasColour ? $0.style.applied(to: $0.text) : $0.text }.joined()
    }

    /// `text` in lines that are no longer than the terminal is wide, all of them indented.
    ///
    /// - Parameters:
    ///   - hanging: the further indentation of the lines after the first.
    ///   - width: the columns where there is no width to obey.
    ///   - most: the most lines; the last one ends in an ellipsis if there would be more.
    func lines(
        _ text: StyledText, indent: Int = 0, hanging: Int = 0, width otherwise: Int = .max, most: Int = .max
    ) -> [String] {
        let width = width ?? otherwise
        guard width < .max else { return [String(repeating: " ", count: indent) + rendered(text)] }
        let columns = max(1, width - indent - hanging)
        let wrapped = text.wrapped(to: columns, firstLine: columns + hanging, most: most)
        return wrapped.enumerated().map { index, line in
            String(repeating: " ", count: indent + (index > 0 ? hanging : 0)) + rendered(line)
        }
    }

    /// `label` and after it `text`, whose further lines stand below its first.
    func field(_ label: String, style: TextStyle = .dim, _ text: StyledText) -> [String] {
        lines(StyledText(label, style) + text, hanging: label.columns)
    }

    /// `text` on one line, cut to the width less `reserved` columns.
    func shortened(_ text: StyledText, reserving reserved: Int = 0) -> StyledText {
        width.map { text.shortened(to: max(1, $0 - reserved)) } ?? text
    }

    /// Prints `text` on standard error, in lines that fit.
    static func printError(_ text: String) {
        let lines = TerminalText(descriptor: STDERR_FILENO).lines(StyledText(note: text))
        StandardStream.error.write(lines.joined(separator: "\n") + "\n")
    }

    /// Prints a note in lines that fit the terminal; commands in it stay whole.
    static func printNote(_ text: String) {
        print(TerminalText().lines(StyledText(note: safe(text))).joined(separator: "\n"))
    }

    /// `text` without what would steer the terminal.
    static func safe(_ text: String, keepingLines: Bool = false) -> String {
        DisplayText.safe(text, keepingLines: keepingLines)
    }
}
