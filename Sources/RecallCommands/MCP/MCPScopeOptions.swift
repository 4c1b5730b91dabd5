import ArgumentParser
import RecallCore
import RecallKit

/// The options for what an assistant may read.
struct MCPScopeOptions: ParsableArguments {
    @OptionGroup var scope: ScopeOptions

    @Flag(help: "Leave out what is in a folder, mailbox, chat or notebook that is named Private.")
    var noPrivate = false

    /// The word in the languages whose people are likely to have such a folder.
    private static let privateNames = ["private", "privat", "privé", "privado", "privato"]

    /// The condition on items.
    func filter() throws -> SearchFilter {
        let others = Self.privateNames.map { SearchFilter.place(WordSequence($0)) }
        return try scope.filter().and(noPrivate ? .not(.any(others)) : .everything)
    }

    /// The same condition as a query of fields; empty for every item.
    var queryText: String {
        let kinds = scope.kind.map { "kind:\($0.rawValue)" }
        let names = Self.privateNames.map { "in:\($0)" }
        let parts = [
            scope.selection.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : "(\($0))" },
            kinds.isEmpty ? nil : "(\(kinds.joined(separator: " OR ")))",
            scope.since.map { "after:\"\($0.replacing("\"", with: ""))\"" },
            noPrivate ? "-(\(names.joined(separator: " OR ")))" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
