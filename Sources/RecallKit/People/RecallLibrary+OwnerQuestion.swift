public import RecallCore
import RecallStore
import RecallText

/// The one question about people that is asked by itself.
extension RecallLibrary {
    /// The question who the owner is; `nil` if the owner has said it, has been asked, or cannot be guessed.
    ///
    /// A name in chats joins nobody by itself. It is only asked about: one that has no address, is the owner's first name, and
    /// wrote a fair part of the messages.
    ///
    /// - Complexity: reads the people of the newest 1,000 items, and all names.
    public func ownerQuestion() throws -> OwnerQuestion? {
        let asked = try store.read { snapshot in
            try snapshot.value(of: .ownerAsked) != nil || snapshot.personStatements().contains { $0.kind == .me }
        }
        return asked ? nil : try likelyOwner()
    }

    /// The likely owner, with what belongs to them to say; `nil` if they cannot be guessed by an address.
    ///
    /// - Complexity: reads the people of the newest 1,000 items, and all names.
    public func likelyOwner() throws -> OwnerQuestion? {
        guard let owner = try owner(), !owner.address.isEmpty else { return nil }
        return try store.read { snapshot in
            let (participants, sent) = (try snapshot.participants(), try snapshot.itemsSent())
            let usual = participants.filter { (sent[$0.row] ?? 0) >= Self.fewestMessages }
            let others = try Self.otherAddresses(of: owner, among: participants).filter { _, rows in
                try rows.contains { (sent[$0] ?? 0) >= Self.fewestMessages }
                    || snapshot.wroteMailsOfMailbox(rows)
            }
            return OwnerQuestion(
                name: owner.displayName,
                written: [owner.address] + others.keys.sorted() + Self.names(inChats: owner, among: usual))
        }
    }

    /// The other addresses of the person, each with its rows. Those count from which more was sent than a stranger would send
    /// under the owner's name, or mails that lie in a mailbox as sent ones.
    private static func otherAddresses(
        of owner: Participant, among participants: [StoredParticipant]
    ) -> [String: Set<Int64>] {
        guard let person = participants.first(where: { $0.participant == owner })?.person else { return [:] }
        var addresses = Dictionary(grouping: participants.filter { $0.person == person }) {
            $0.participant.address.lowercased()
        }
        for known in ["", owner.address.lowercased()] { addresses[known] = nil }
        return addresses.mapValues { Set($0.map(\.row)) }
    }

    /// Keeps the answer: what of it is the owner's, or nothing. The question is not asked again.
    ///
    /// - Throws: `PersonError` if nobody has such an address, number or name; `StoreError`.
    public func answerOwnerQuestion(_ written: [String]) throws {
        if !written.isEmpty { try setOwner(written) }
        try store.write { try $0.set(.ownerAsked, to: "1") }
    }

    /// The names by which chats are likely to mean the person.
    private static func names(inChats owner: Participant, among usual: [StoredParticipant]) -> [String] {
        guard let first = NameWords.words(of: owner.name).first else { return [] }
        return usual.filter { stored in
            let participant = stored.participant
            return participant.address.isEmpty && !stored.isNameByMail && !participant.isSelfNamed
                && NameWords.words(of: participant.name) == [first]
        }.map(\.participant.name)
    }

    /// With fewer messages it may be anybody of that name.
    private static let fewestMessages = 20
}
