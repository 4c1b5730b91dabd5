import RecallCore
import RecallIndexing
import RecallStore

/// The addresses that are meant by a name.
extension PersonListing {
    /// The statements, with addresses beside the names that the owner says are theirs, or in the place of those that no chat
    /// has. Anybody can write a mail under a name, so it gives no address by itself: of those that have it today, it means the
    /// owner's known ones; or those from which mails were written that lie here as sent ones; or the only one.
    ///
    /// - Throws: `PersonError` if several addresses have a name, and none of this is known of any.
    func withAddresses(_ statements: [PersonStatement], _ snapshot: LibrarySnapshot) throws -> [PersonStatement] {
        let known = statements.filter { $0.kind == .me }.reduce(into: owner) { known, statement in
            known.formUnion(naming.ownRows(statement.first))
        }
        return try statements.flatMap { statement in
            switch statement.kind {
            case .apart: return [statement]
            case .same: return [try PersonStatement(.same, address(of: statement.first), address(of: statement.second))]
            case .me: break
            }
            let addresses = try ownAddresses(under: statement.first, known, snapshot)
            let isOnlyByMail = !addresses.isEmpty && naming.ownRows(statement.first).isEmpty
            let said = (isOnlyByMail ? [] : [statement]) + addresses.map { PersonStatement(.me, $0) }
            // What is known would have to be taken back twice.
            return said.filter {
                let rows = naming.ownRows($0.first)
                return rows.isEmpty || !rows.isSubset(of: owner)
            }
        }
    }

    /// An identifier of the person who has a full name today, and of nobody else: an address, if there is one. The name itself if
    /// nobody writes mails under it.
    ///
    /// - Throws: `PersonError` if several people write mails under it.
    private func address(of name: String) throws -> String {
        let rows = naming.mailAddresses(under: name).reduce(into: Set<Int64>()) { $0.formUnion($1.rows) }
        let people = Set(participants.lazy.filter { rows.contains($0.row) }.map { $0.person ?? $0.row })
        guard let person = people.first else { return name }
        guard people.count == 1 else { throw PersonError.severalPeople }
        let all = participants.lazy.filter { ($0.person ?? $0.row) == person }.map(\.participant)
        return naming.identifier(of: Array(all)) ?? name
    }

    private func ownAddresses(
        under name: String, _ known: Set<Int64>, _ snapshot: LibrarySnapshot
    ) throws -> [String] {
        let found = naming.mailAddresses(under: name).filter { !isApart($0.rows) }
        guard !found.isEmpty, !found.contains(where: { !known.isDisjoint(with: $0.rows) }) else { return [] }
        let sent = try found.filter { try !snapshot.addressees(ofMailsFrom: $0.rows).isEmpty }
        if !sent.isEmpty { return sent.map(\.identifier) }
        guard found.count == 1 || !naming.ownRows(name).isEmpty else { throw PersonError.severalAddresses }
        return found.count == 1 ? [found[0].identifier] : []
    }

    private func isApart(_ rows: Set<Int64>) -> Bool {
        statements.contains { $0.kind == .apart && !rows.isDisjoint(with: naming.rows($0.first)) }
    }
}
