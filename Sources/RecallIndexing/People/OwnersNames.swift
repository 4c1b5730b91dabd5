public import RecallCore
public import RecallStore
import RecallText

/// Finds names in chats and addresses that may be the owner's own, of which nothing was said. They join nobody: anybody can write
/// under them.
public struct OwnersNames {
    /// A name or an address, and its rows.
    public struct Found: Hashable, Sendable {
        /// The name, as one of its rows has it, or the address.
        public let identifier: String
        /// The rows of the name, in capitals or not, or of the address, under any name.
        public let rows: Set<Int64>
    }

    /// The rows of the owner, as stated, and of all that is known to be theirs.
    public let own: [StoredParticipant]
    private let participants: [StoredParticipant]
    private let naming: PersonNaming
    /// The owner, by the rows by which they are known.
    private let people: Set<Int64>
    /// The positions of those about whom the owner said anything.
    private let stated: Set<Int>

    /// The names of a library.
    ///
    /// - Parameter owner: the rows of the owner, as stated.
    /// - Complexity: O(*n*) in names.
    public init(
        _ participants: [StoredParticipant], _ naming: PersonNaming, owner: Set<Int64>, statements: [PersonStatement]
    ) {
        let people = Set(participants.lazy.filter { owner.contains($0.row) }.map { $0.person ?? $0.row })
        own = participants.filter { people.contains($0.person ?? $0.row) }
        stated = Set(statements.flatMap { naming.positions(of: $0.first) + naming.positions(of: $0.second) })
        (self.participants, self.naming, self.people) = (participants, naming, people)
    }

    /// The names without an address that are the owner's given name. Exports of chats often give their owner the first name alone,
    /// as they give it to others.
    ///
    /// - Complexity: O(*n*) in names.
    public func inChats() -> [Found] {
        let given = Set(own.compactMap { GivenNames.givenName(of: $0.participant.name) })
        guard !given.isEmpty else { return [] }
        return found(besides: { $0.person != nil }) { stored in
            let participant = stored.participant
            guard participant.address.isEmpty, !participant.isMe, let name = ChatName(participant.name),
                name.initial == nil, given.contains(GivenNames.key(name.word))
            else { return nil }
            return participant.name
        }
    }

    /// The e-mail addresses under a full name of the owner's that are not theirs yet.
    ///
    /// - Complexity: O(*n*) in names.
    public func addresses() -> [Found] {
        let keys = Set(own.compactMap { NameKey($0.participant.name) })
        guard !keys.isEmpty else { return [] }
        return found(besides: { people.contains($0.person ?? $0.row) }) { stored in
            guard let address = stored.participant.mailAddress, !stored.isNameByMail,
                AddressKey(address)?.isRobot == false,
                NameKey(stored.participant.name).map(keys.contains) == true
            else { return nil }
            return address
        }
    }

    /// The names or addresses of some rows, each once, of which nothing was said.
    ///
    /// - Parameters:
    ///   - isTaken: true for a row with which it cannot be the owner's.
    ///   - identifier: the name or the address that a row has; `nil` for a row that is none.
    private func found(
        besides isTaken: (StoredParticipant) -> Bool, _ identifier: (StoredParticipant) -> String?
    ) -> [Found] {
        participants.indices.compactMap { index in
            guard let identifier = identifier(participants[index]) else { return nil }
            let positions = naming.positions(of: identifier)
            guard positions.first == index,
                !positions.contains(where: { stated.contains($0) || isTaken(participants[$0]) })
            else { return nil }
            return Found(identifier: identifier, rows: Set(positions.map { participants[$0].row }))
        }
    }
}
