import RecallCore
public import RecallStore

/// Brings the people of a library up to date with its names and addresses.
public enum PeopleUpdate {
    /// Groups all anew if there is a name, an address, a contact or a statement that was not there at the last time.
    ///
    /// - Complexity: O(1) if not; O(*n* log *n*) in names with addresses.
    public static func run(on store: LibraryStore) throws {
        let (state, last) = try store.read { (try $0.peopleState(), try $0.value(of: .people)) }
        guard state != last else { return }
        try store.write { transaction in
            let snapshot = transaction.snapshot
            let participants = try snapshot.participants()
            let (naming, all) = (PersonNaming(participants), try snapshot.personStatements())
            let kept = naming.kept(all)
            if kept != all { try transaction.replacePersonStatements(with: kept) }
            let grouping = PersonGrouping(
                participants, contacts: try snapshot.contacts(), saved: try snapshot.contactsOfFiles(), statements: kept
            )
            try transaction.set(people: grouping.people)
            let owner = naming.owner(kept).first
            try transaction.set(.owner, to: owner.map { String(participants[$0].row) })
            try transaction.set(.people, to: try snapshot.peopleState())
        }
    }
}
