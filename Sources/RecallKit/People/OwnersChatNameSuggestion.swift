import RecallCore
import RecallIndexing
import RecallStore

extension PersonListing {
    /// The owner's given name in chats, where it is likely to be the owner: who writes in most of the chats that somebody exported
    /// is mostly who exported them. None before the owner is stated; then the question who that is offers such names.
    ///
    /// - Complexity: O(*n*) in names; if there is such a name, also in messages.
    func ownersChatNames(_ snapshot: LibrarySnapshot) throws -> [MergeSuggestion] {
        let names = OwnersChatNames.found(among: participants, naming, owner: owner, statements: statements)
        guard !names.isEmpty else { return [] }
        let people = Set(participants.lazy.filter { owner.contains($0.row) }.map { $0.person ?? $0.row })
        let own = participants.filter { people.contains($0.person ?? $0.row) }
        var person = person(own)
        person.identifier = naming.identifier(of: own.map(\.participant))
        guard let identifier = person.identifier, DisplayText.safe(identifier) == identifier, !identifier.hasPrefix("-")
        else { return [] }
        return try names.compactMap { found in
            let (written, all) = try snapshot.chats(writtenInBy: found.rows)
            guard written >= OwnChatLimits.chats, Double(written) >= OwnChatLimits.share * Double(all),
                // Who writes in one chat under two names is mostly two people.
                try !snapshot.wroteInOneChat(found.rows, Set(own.map(\.row)))
            else { return nil }
            var name = self.person(participants.filter { found.rows.contains($0.row) })
            name.identifier = found.name
            return MergeSuggestion(.ownName, name, person)
        }
    }
}

private enum OwnChatLimits {
    /// The fewest chats, and the least share of all chats of several people.
    static let (chats, share) = (2, 0.6)
}
