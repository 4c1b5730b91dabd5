import Foundation
import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Text from items made safe for a terminal, and a little colour where there is one.
struct TerminalText {
    /// True if standard output is a terminal that shows colours.
    let hasColour: Bool

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        hasColour = isatty(1) == 1 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    }

    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "2") }
    func highlighted(_ text: String) -> String { wrap(text, "1;33") }

    private func wrap(_ text: String, _ code: String) -> String {
        hasColour && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    func underlinedHighlight(_ text: String) -> String { wrap(text, "1;4;33") }
    func underlined(_ text: String) -> String { wrap(text, "4") }

    /// `text` without what would steer the terminal.
    static func safe(_ text: String, keepingLines: Bool = false) -> String {
        DisplayText.safe(text, keepingLines: keepingLines)
    }
}
