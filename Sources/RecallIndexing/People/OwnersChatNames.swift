public import RecallCore
public import RecallStore
import RecallText

/// Finds the names of one word in chats that may be the owner's own: exports of chats often give their owner the first name
/// alone, as they give it to others.
public enum OwnersChatNames {
    /// A name, and its rows.
    public struct Found: Hashable, Sendable {
        /// The name, as one of its rows has it.
        public let name: String
        /// The rows of the name, in capitals or not.
        public let rows: Set<Int64>
    }

    /// The names without an address that are the owner's given name, and of which nothing was said.
    ///
    /// - Parameter owner: the rows of the owner, as stated.
    /// - Complexity: O(*n*) in names.
    public static func found(
        among participants: [StoredParticipant], _ naming: PersonNaming, owner: Set<Int64>,
        statements: [PersonStatement]
    ) -> [Found] {
        let own = Set(participants.lazy.filter { owner.contains($0.row) }.map { $0.person ?? $0.row })
        let names = participants.lazy.filter { own.contains($0.person ?? $0.row) }.map(\.participant.name)
        let given = Set(names.compactMap(GivenNames.givenName))
        guard !given.isEmpty else { return [] }
        let stated = Set(statements.flatMap { naming.positions(of: $0.first) + naming.positions(of: $0.second) })
        return participants.indices.compactMap { index in
            let participant = participants[index].participant
            guard participant.address.isEmpty, !participant.isMe, let name = ChatName(participant.name),
                name.initial == nil, given.contains(GivenNames.key(name.word))
            else { return nil }
            let positions = naming.positions(of: participant.name)
            guard positions.first == index,
                positions.allSatisfy({ participants[$0].person == nil && !stated.contains($0) })
            else { return nil }
            return Found(name: participant.name, rows: Set(positions.map { participants[$0].row }))
        }
    }
}
