import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Text from items made safe for a terminal, and a little colour where there is one.
struct TerminalText {
    /// Whether standard output is a terminal that shows colours.
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

    /// `text` without control characters and bidirectional overrides: an e-mail must not steer the terminal.
    static func safe(_ text: String, keepingLines: Bool = false) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where keepingLines, 0x09 where keepingLines: safe.append(scalar)
            case 0x09, 0x0A, 0x0D: safe.append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: continue
            default: safe.append(scalar)
            }
        }
        return String(safe)
    }
}
