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
        guard !asked, let owner = try owner(), !owner.address.isEmpty else { return nil }
        let (participants, sent) = try store.read { (try $0.participants(), try $0.itemsSent()) }
        let usual = participants.filter { (sent[$0.row] ?? 0) >= Self.fewestMessages }
        let person = participants.first { $0.participant == owner }?.person
        let written =
            [owner.address] + Self.otherAddresses(of: owner, as: person, among: usual)
            + Self.names(inChats: owner, among: usual)
        return OwnerQuestion(name: owner.displayName, written: written)
    }

    /// The other addresses under the owner's name from which more was sent than a stranger would send under it.
    private static func otherAddresses(
        of owner: Participant, as person: Int64?, among usual: [StoredParticipant]
    ) -> [String] {
        guard let person else { return [] }
        let addresses = usual.filter { $0.person == person }.map { $0.participant.address.lowercased() }
        return Set(addresses).subtracting(["", owner.address.lowercased()]).sorted()
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
