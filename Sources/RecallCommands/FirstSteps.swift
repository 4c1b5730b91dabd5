import ArgumentParser
import Foundation
import RecallCore
import RecallKit

/// The answer to `recall` alone: what it is, and the three commands that one wants first.
struct FirstSteps {
    let library: LibraryLocation

    private static let steps = [
        ("recall import PATH...", "Read mail, chats, notes, documents"),
        ("recall search \"what you remember\"", "Find it; recall show 1 opens the first"),
        ("recall serve", "The same in your browser"),
    ]

    func text(_ terminal: TerminalText) -> String {
        let overview = terminal.lines(StyledText(RecallCommand.configuration.abstract), width: Self.width)
        let end = "All commands: recall --help. About one of them: recall help search"
        return
            (overview + [""] + steps(terminal) + [""] + terminal.lines(StyledText(state))
            + terminal.lines(StyledText(end, .dim), width: Self.width)).joined(separator: "\n")
    }

    private static let width = 100

    /// The commands with their purpose beside them, or below them where there is no room.
    private func steps(_ terminal: TerminalText) -> [String] {
        let longest = Self.steps.map(\.0.columns).max() ?? 0
        let needed = Self.steps.map { longest + $0.1.columns + 4 }.max() ?? 0
        return Self.steps.flatMap { command, purpose in
            guard needed <= terminal.width ?? Self.width else {
                return terminal.lines(StyledText(command, .bold), indent: 2, hanging: 2)
                    + terminal.lines(StyledText(purpose), indent: 6)
            }
            let gap = String(repeating: " ", count: longest - command.columns + 2)
            return terminal.lines(StyledText(command, .bold) + StyledText(gap + purpose), indent: 2)
        }
    }

    private var state: String {
        library.exists ? "Your library: \(library.folder)" : "There is no library yet. The first import makes one."
    }
}
