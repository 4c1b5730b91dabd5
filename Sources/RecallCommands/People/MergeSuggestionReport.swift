import Foundation
import RecallCore

/// The people who may be one, with the commands that say if they are.
struct MergeSuggestionReport {
    private let suggestions: [MergeSuggestion]
    private let location: LibraryLocation

    /// More would hide the list before them: others follow once these are answered.
    private static let most = 5

    init(_ suggestions: [MergeSuggestion], at location: LibraryLocation) {
        (self.suggestions, self.location) = (suggestions, location)
    }

    /// The lines; none without suggestions.
    func lines(for terminal: TerminalText) -> [String] {
        guard !suggestions.isEmpty else { return [] }
        let rest = suggestions.count - Self.most
        return ["", "Perhaps one person:"] + suggestions.prefix(Self.most).flatMap { lines(of: $0, terminal) }
            + (rest > 0 ? ["  More follow once these are answered."] : [])
    }

    /// `Jonas (sent 76 items) and Jonas Lind (jonas.lind@people.example): the only one of this first name whom you know`
    private func lines(of suggestion: MergeSuggestion, _ terminal: TerminalText) -> [String] {
        let (person, other) = (suggestion.person, suggestion.other)
        // A name cannot pass for what is said about it.
        let name = other.name.prefix { $0 != "(" && $0 != ":" }.trimmingCharacters(in: .whitespaces)
        let known = other.addresses.isEmpty ? "no address" : other.addresses.prefix(3).joined(separator: ", ")
        let line =
            TerminalText.safe("\(person.name) (sent \(Count.of(person.sent, "item"))) and \(name) (\(known))")
            + ": \(suggestion.reason.words)"
        let (same, apart) = (suggestion.confirmation, suggestion.refusal)
        let merge = location.command("people merge \(same.first.asShellWord) \(same.second.asShellWord)")
        let split = location.command("people split \(apart.first.asShellWord)")
        return terminal.lines(StyledText(line), indent: 2, hanging: 2)
            + terminal.lines(StyledText("One person: ", .dim) + StyledText(merge, .unbroken), indent: 4, hanging: 2)
            + terminal.lines(StyledText("Another person: ", .dim) + StyledText(split, .unbroken), indent: 4, hanging: 2)
    }
}

extension MergeSuggestion.Reason {
    fileprivate var words: String {
        switch self {
        case .nickname: "the name or nickname of one contact"
        case .givenName: "the only one of this first name whom you know"
        case .shortForm: "the only one whom you know with a first name like this"
        case .ownName: "your first name, which writes in most of your chats"
        case .ownAddress: "your name, and mails from it lie here as sent ones do"
        case .fullName: "the only one of this name whom you know; anybody may call an account so"
        case .number: "one telephone number under two names"
        case .address: "the address of one contact under another name"
        }
    }
}
