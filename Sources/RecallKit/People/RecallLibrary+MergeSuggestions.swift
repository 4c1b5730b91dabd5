public import RecallCore
import RecallIndexing
import RecallStore

/// People who may be one, which is asked and never concluded.
extension RecallLibrary {
    /// Names of one word and accounts in chats, each with the one person whom it may mean, those of most messages first.
    ///
    /// Only a contact of a file, or somebody to whom the owner wrote, is suggested: nobody gets there by writing to the owner.
    ///
    /// - Complexity: O(*n* log *n*) in names and addresses, and in what the owner and those suggested sent; O(1) where these are as
    ///   they were.
    public func mergeSuggestions(limit: Int = 20) throws -> [MergeSuggestion] {
        try store.read { snapshot in
            let listing = try peopleCache.listing(snapshot)
            return try listing.suggestions(limit: limit) { try suggestions(listing, snapshot, limit: limit) }
        }
    }

    private func suggestions(
        _ listing: PersonListing, _ snapshot: LibrarySnapshot, limit: Int
    ) throws -> [MergeSuggestion] {
        let pairs = try listing.possibleMerges(snapshot)
        let messages = try snapshot.messagesSent(by: Set(pairs.flatMap(\.rows)))
        // Names at an address write mails, and come after those in chats.
        let count = { (pair: SuggestedMerges.Pair) in
            pair.reason == .address ? 1 : pair.rows.reduce(0) { $0 + (messages[$1] ?? 0) }
        }
        let sorted = pairs.map { (pair: $0, messages: count($0)) }.filter { $0.messages > 0 }
            .sorted { ($1.messages, $0.pair.identifier) < ($0.messages, $1.pair.identifier) }
        let rows = listing.rows(of: Set(pairs.map(\.person)))
        var suggestions = Array(try listing.ownerSuggestions(snapshot).prefix(limit))
        for (pair, _) in sorted.prefix(MergeLimits.examined) where suggestions.count < limit {
            let other = rows[pair.person] ?? []
            // Who writes in one chat under two names is mostly two people.
            guard try !snapshot.wroteInOneChat(pair.rows, Set(other.map(\.row))) else { continue }
            if let suggestion = listing.suggestion(pair, other) { suggestions.append(suggestion) }
        }
        return suggestions
    }
}

private enum MergeLimits {
    /// The pairs of which the chats are compared.
    static let examined = 200
}

extension PersonListing {
    fileprivate func possibleMerges(_ snapshot: LibrarySnapshot) throws -> [SuggestedMerges.Pair] {
        let owner = try ownRows(snapshot)
        return SuggestedMerges(
            participants, naming, contacts: try snapshot.contactsOfFiles(),
            addressees: try snapshot.addressees(ofMailsFrom: owner), owner: owner, statements: statements
        ).pairs()
    }

    /// The rows of the owner, or of who probably is.
    private func ownRows(_ snapshot: LibrarySnapshot) throws -> Set<Int64> {
        let likely = owner.isEmpty ? try snapshot.likelyOwner()?.address : nil
        let stated = participants.lazy.filter { owner.contains($0.row) }.map { $0.person ?? $0.row }
        let own = likely.map { naming.people($0) } ?? Set(stated)
        return Set(participants.lazy.filter { own.contains($0.person ?? $0.row) }.map(\.row))
    }

    /// The rows of each of the people.
    fileprivate func rows(of people: Set<Int64>) -> [Int64: [StoredParticipant]] {
        Dictionary(grouping: participants.filter { people.contains($0.person ?? $0.row) }) { $0.person ?? $0.row }
    }

    /// The suggestion that a pair makes; `nil` if no statement can name the other one alone, in characters that are seen.
    fileprivate func suggestion(_ pair: SuggestedMerges.Pair, _ other: [StoredParticipant]) -> MergeSuggestion? {
        var (person, other) = (person(participants.filter { pair.rows.contains($0.row) }), person(other))
        person.identifier = pair.identifier
        other.identifier = naming.identifier(of: other.participants)
        guard other.identifier.map(DisplayText.isTypeable) == true else { return nil }
        return MergeSuggestion(pair.reason, person, other)
    }
}
