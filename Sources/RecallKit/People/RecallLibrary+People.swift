public import RecallCore
import RecallIndexing
import RecallStore
import RecallText

/// People: who is behind names, addresses and numbers.
extension RecallLibrary {
    /// The people with more than one name or address, or whom `words` name, those who sent most first.
    ///
    /// - Parameter words: words of a name, or part of an address; without any, all who have more than one address.
    /// - Complexity: O(*n* log *n*) in names and addresses.
    public func people(named words: String = "", limit: Int = .max) throws -> [Person] {
        let (participants, sent, statements) = try store.read {
            (try $0.participants(), try $0.itemsSent(), try $0.personStatements())
        }
        let mine = statements.filter { $0.kind == .me }.map(\.first)
        let wanted = NameWords.words(of: words)
        let part = WordFolding.fold(words)
        let people = Dictionary(grouping: participants) { $0.person ?? $0.row }.values.compactMap { rows -> Person? in
            let rows = rows.sorted { (sent[$1.row] ?? 0, $0.row) < (sent[$0.row] ?? 0, $1.row) }
            let person = Person(
                name: rows.lazy.map(\.participant.name).first { !$0.isEmpty } ?? rows[0].participant.address,
                participants: rows.map(\.participant), sent: rows.reduce(0) { $0 + (sent[$1.row] ?? 0) },
                isOwner: mine.contains { own in rows.contains { PersonGrouping.isNamed($0.participant, own) } })
            if wanted.isEmpty {
                return person.addresses.count + person.names.count > 2 || person.isOwner ? person : nil
            }
            let isNamed = rows.contains { row in
                Set(NameWords.words(of: row.participant.name)).isSuperset(of: wanted)
                    || WordFolding.fold(row.participant.address).contains(part)
            }
            return isNamed ? person : nil
        }
        return Array(people.sorted { ($1.sent, $0.name) < ($0.sent, $1.name) }.prefix(limit))
    }

    /// Says that two addresses, numbers or names belong to one person.
    ///
    /// - Throws: `PersonError` if one of them is in no item.
    public func merge(_ first: String, _ second: String) throws {
        try state([PersonStatement(.same, first, second)])
    }

    /// Says that an address, a number or a name belongs to nobody else.
    ///
    /// - Throws: as `merge`.
    public func split(_ written: String) throws {
        try state([PersonStatement(.apart, written)])
    }

    /// Says that these addresses, numbers or names are the library's owner's.
    ///
    /// - Throws: as `merge`.
    public func setOwner(_ written: [String]) throws {
        try state(written.map { PersonStatement(.me, $0) })
    }

    /// Takes the last statement about people back, and returns it; `nil` if there is none.
    public func undoPersonStatement() throws -> PersonStatement? {
        let last = try store.write { transaction in
            let last = try transaction.removeLastPersonStatement()
            try transaction.set(.people, to: nil)
            return last
        }
        try PeopleUpdate.run(on: store)
        return last
    }

    private func state(_ statements: [PersonStatement]) throws {
        let participants = try store.read { try $0.participants() }
        for written in statements.flatMap({ [$0.first, $0.second] }) where !written.isEmpty {
            guard participants.contains(where: { PersonGrouping.isNamed($0.participant, written) }) else {
                throw PersonError(written: written)
            }
        }
        try store.write { transaction in for statement in statements { try transaction.add(statement) } }
        try PeopleUpdate.run(on: store)
    }
}

/// An address, a number or a name that is in no item.
public struct PersonError: Error, CustomStringConvertible {
    /// The text as it was written.
    let written: String

    /// The problem, and a remedy.
    public var description: String {
        "Nobody in the library has exactly this address, number or name. To find people: recall people NAME"
    }
}
