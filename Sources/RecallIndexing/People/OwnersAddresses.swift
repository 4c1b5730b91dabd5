public import RecallCore
public import RecallStore

/// Finds further addresses under the owner's full name. They join nobody: anybody can write under it.
public enum OwnersAddresses {
    /// An address, and its rows.
    public struct Found: Hashable, Sendable {
        /// The address.
        public let address: String
        /// The rows of the address, under any name.
        public let rows: Set<Int64>
    }

    /// The e-mail addresses under a full name of the owner's that are nobody's yet, and of which nothing was said.
    ///
    /// - Parameter owner: the rows of the owner, as stated.
    /// - Complexity: O(*n*) in names.
    public static func found(
        among participants: [StoredParticipant], _ naming: PersonNaming, owner: Set<Int64>,
        statements: [PersonStatement]
    ) -> [Found] {
        let own = Set(participants.lazy.filter { owner.contains($0.row) }.map { $0.person ?? $0.row })
        let names = participants.lazy.filter { own.contains($0.person ?? $0.row) }.map(\.participant.name)
        let keys = Set(names.compactMap(NameKey.init))
        guard !keys.isEmpty else { return [] }
        let stated = Set(statements.flatMap { naming.positions(of: $0.first) + naming.positions(of: $0.second) })
        return participants.indices.compactMap { index in
            let participant = participants[index].participant
            guard let address = participant.mailAddress, !participants[index].isNameByMail,
                AddressKey(address)?.isRobot == false, NameKey(participant.name).map(keys.contains) == true
            else { return nil }
            let positions = naming.positions(of: address)
            guard positions.first == index,
                !positions.contains(where: {
                    stated.contains($0) || own.contains(participants[$0].person ?? participants[$0].row)
                })
            else { return nil }
            return Found(address: address, rows: Set(positions.map { participants[$0].row }))
        }
    }
}
