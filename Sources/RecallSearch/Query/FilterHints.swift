import Foundation
import RecallCore
import RecallStore

/// Notes on parts of a filter that mean something else in this library than they seem to, or nothing.
struct FilterHints {
    let library: LibrarySnapshot
    let table: ItemTable

    /// More would hide the results.
    private static let most = 3

    /// The conditions that are looked at; each may cost a look at everyone's name.
    private static let mostConditions = 32

    /// The notes, in the filter's order.
    func hints(_ filter: SearchFilter) throws -> [String] {
        var hints = [FilterContradiction(filter).hint, leftOut].compactMap(\.self)
        // What was left out is not looked up for a hint either.
        for part in filter.leaves.prefix(Self.mostConditions)
        where hints.count < Self.most && !library.budget.isSpent {
            if let hint = try hint(part), !hints.contains(hint) { hints.append(hint) }
        }
        return hints
    }

    /// The note on conditions that were left out.
    private var leftOut: String? {
        let count = library.budget.conditionsLeftOut
        guard count > 0 else { return nil }
        return "The filter asks for more than one search can look up: \(count) of its conditions "
            + (count == 1 ? "was" : "were") + " left out."
    }

    private static let unknownOwner =
        "“me” is taken for a name, since Recall does not know who you are. Say it: recall me ADDRESS, or in the app: "
        + "Library > People > This is me."

    private func hint(_ part: SearchFilter) throws -> String? {
        switch part {
        case .participant(let words, let roles):
            if try library.asksForUnknownOwner(words) { return Self.unknownOwner }
            guard try library.isNamedInPart(words, roles, in: table) else { return nil }
            return "Nobody's name or address has “\(words.text)” as a whole word, so names that contain it count."
        case .format(let format):
            guard try library.items(passing: part, in: table).isEmpty else { return nil }
            let formats = try library.documentFormats()
            let known = formats.isEmpty ? "There are no documents." : "There are: \(formats.joined(separator: ", "))."
            return "No document has the format “\(format)”. \(known)"
        case .language(let language?):
            guard try library.items(passing: part, in: table).isEmpty else { return nil }
            let present = Set(table.all.positions.lazy.compactMap(table.language)).map(\.code).sorted()
            let known = present.isEmpty ? "" : " There are: \(present.joined(separator: ", "))."
            return "No item is in \(language.englishName.capitalized).\(known)"
        case .conversation(let key):
            guard try library.items(passing: part, in: table).isEmpty else { return nil }
            return "No conversation has the key “\(key)”. To find a chat by its name, write in:\"\(key)\"."
        default: return nil
        }
    }
}

extension SearchFilter {
    /// The conditions that it joins.
    fileprivate var leaves: [SearchFilter] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
        case .not(let part): part.leaves
        default: [self]
        }
    }
}
