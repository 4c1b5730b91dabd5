import RecallCore
import RecallIndexing
import RecallStore

/// Names and addresses that may be the owner's. None before the owner is stated; then the question who that is offers such names.
extension PersonListing {
    /// The suggestions: addresses, then names in chats.
    ///
    /// - Complexity: O(*n*) in names; if there is such a name, also in messages.
    func ownerSuggestions(_ snapshot: LibrarySnapshot) throws -> [MergeSuggestion] {
        let names = OwnersNames(participants, naming, owner: owner, statements: statements)
        guard !names.own.isEmpty else { return [] }
        var person = person(names.own)
        person.identifier = naming.identifier(of: names.own.map(\.participant))
        guard person.identifier.map(DisplayText.isTypeable) == true else { return [] }
        return try addresses(names, snapshot).map { suggestion(.ownAddress, $0, person) }
            + chatNames(names, snapshot).map { suggestion(.ownName, $0, person) }
    }

    private func suggestion(
        _ reason: MergeSuggestion.Reason, _ found: OwnersNames.Found, _ person: Person
    ) -> MergeSuggestion {
        var name = self.person(participants.filter { found.rows.contains($0.row) })
        name.identifier = found.identifier
        return MergeSuggestion(reason, name, person)
    }

    /// The addresses under the owner's full name from which somebody wrote mails that lie here as sent ones.
    private func addresses(_ names: OwnersNames, _ snapshot: LibrarySnapshot) throws -> [OwnersNames.Found] {
        try names.addresses().filter {
            try DisplayText.isTypeable($0.identifier) && !snapshot.addressees(ofMailsFrom: $0.rows).isEmpty
        }
    }

    /// The owner's given name in chats, where it is likely to be the owner: who writes in most of the chats that somebody exported
    /// is mostly who exported them.
    private func chatNames(_ names: OwnersNames, _ snapshot: LibrarySnapshot) throws -> [OwnersNames.Found] {
        let own = Set(names.own.map(\.row))
        return try names.inChats().filter { found in
            // Chats in which the owner is known by another name tell nothing of this one.
            let (written, all) = try snapshot.chats(writtenInBy: found.rows, without: own)
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
