import RecallCore
import RecallIndexing
import RecallStore

/// Names and addresses that may be the owner's. None before the owner is stated; then the question who that is offers such names.
extension PersonListing {
    /// The suggestions: addresses, then names in chats.
    ///
    /// - Complexity: O(*n*) in names; if there is such a name, also in messages.
    func ownerSuggestions(_ snapshot: LibrarySnapshot) throws -> [MergeSuggestion] {
        let people = Set(participants.lazy.filter { owner.contains($0.row) }.map { $0.person ?? $0.row })
        let own = participants.filter { people.contains($0.person ?? $0.row) }
        guard !own.isEmpty else { return [] }
        var person = person(own)
        person.identifier = naming.identifier(of: own.map(\.participant))
        guard let identifier = person.identifier, DisplayText.safe(identifier) == identifier, !identifier.hasPrefix("-")
        else { return [] }
        let rows = Set(own.map(\.row))
        return try ownersAddresses(snapshot).map { suggestion(.ownAddress, $0.address, $0.rows, person) }
            + ownersChatNames(rows, snapshot).map { suggestion(.ownName, $0.name, $0.rows, person) }
    }

    private func suggestion(
        _ reason: MergeSuggestion.Reason, _ identifier: String, _ rows: Set<Int64>, _ person: Person
    ) -> MergeSuggestion {
        var name = self.person(participants.filter { rows.contains($0.row) })
        name.identifier = identifier
        return MergeSuggestion(reason, name, person)
    }

    /// The addresses under the owner's full name from which somebody wrote mails that lie here as sent ones.
    private func ownersAddresses(_ snapshot: LibrarySnapshot) throws -> [OwnersAddresses.Found] {
        try OwnersAddresses.found(among: participants, naming, owner: owner, statements: statements).filter {
            try DisplayText.safe($0.address) == $0.address && !$0.address.hasPrefix("-")
                && !snapshot.addressees(ofMailsFrom: $0.rows).isEmpty
        }
    }

    /// The owner's given name in chats, where it is likely to be the owner: who writes in most of the chats that somebody exported
    /// is mostly who exported them.
    ///
    /// - Parameter own: the owner's rows.
    private func ownersChatNames(_ own: Set<Int64>, _ snapshot: LibrarySnapshot) throws -> [OwnersChatNames.Found] {
        try OwnersChatNames.found(among: participants, naming, owner: owner, statements: statements).filter { found in
            let (written, all) = try snapshot.chats(writtenInBy: found.rows)
            return try written >= OwnChatLimits.chats && Double(written) >= OwnChatLimits.share * Double(all)
                // Who writes in one chat under two names is mostly two people.
                && !snapshot.wroteInOneChat(found.rows, own)
        }
    }
}

private enum OwnChatLimits {
    /// The fewest chats, and the least share of all chats of several people.
    static let (chats, share) = (2, 0.6)
}
