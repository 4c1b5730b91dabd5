public import RecallCore

/// People, for `recall people --format json`.
public struct PersonListPayload: Encodable, Sendable {
    /// A person.
    public struct PersonPayload: Encodable, Sendable {
        let name: String
        let names: [String]
        let addresses: [String]
        let sent: Int
        let isOwner: Bool
    }

    let people: [PersonPayload]

    /// The people, in this order.
    public init(_ people: [Person]) {
        self.people = people.map {
            PersonPayload(
                name: $0.name, names: $0.names, addresses: $0.addresses, sent: $0.sent, isOwner: $0.isOwner)
        }
    }
}
