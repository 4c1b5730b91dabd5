/// A human being or an organization, under all names, addresses and numbers that it is known to have.
public struct Person: Hashable, Sendable {
    /// The name that most of its items give, or a fuller one if that is a single word; an address if none gives a name.
    public var name: String
    /// All names and addresses, the most used first.
    public var participants: [Participant]
    /// The items that it sent.
    public var sent: Int
    /// True if the library's owner said to be this person.
    public var isOwner: Bool
    /// An address, a number or a name that names this person and nobody else, for statements and filters; `nil` if others have
    /// each of them too.
    public var identifier: String?

    /// The reasons for which the participants are one person: one less than there are, each about two of them.
    public var links: [PersonLink]

    /// A person.
    public init(
        name: String, participants: [Participant], sent: Int, isOwner: Bool, identifier: String? = nil,
        links: [PersonLink] = []
    ) {
        (self.name, self.participants, self.sent, self.isOwner) = (name, participants, sent, isOwner)
        (self.identifier, self.links) = (identifier, links)
    }

    /// The addresses and numbers, each once, however it is written.
    public var addresses: [String] {
        var seen: Set<String> = []
        return participants.map { $0.account ?? $0.address }.filter { address in
            !address.isEmpty && seen.insert(TelephoneNumber(address)?.digits ?? address.lowercased()).inserted
        }
    }

    /// The names, each once.
    public var names: [String] {
        var seen: Set<String> = []
        return participants.map(\.name).filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
    }
}

/// Says why two names or addresses belong to one person.
public struct PersonLink: Hashable, Sendable {
    /// The grounds on which two participants are one person.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The library's owner says so.
        case stated
        /// They are of one contact.
        case contact
        /// They have one e-mail address.
        case address
        /// They have one telephone number.
        case number
        /// They have one full name.
        case name

        /// The share of such links that is right: measured for addresses and names (docs/people.md), otherwise taken from what
        /// it rests on.
        public var confidence: Double {
            switch self {
            case .stated: 1
            case .contact, .address, .number: 0.99
            case .name: 0.98
            }
        }
    }

    /// The ground for it.
    public var reason: Reason
    /// One participant.
    public var first: Participant
    /// The other one.
    public var second: Participant

    /// A link.
    public init(_ reason: Reason, _ first: Participant, _ second: Participant) {
        (self.reason, self.first, self.second) = (reason, first, second)
    }
}

/// A page of a list of people.
public struct PersonPage: Hashable, Sendable {
    /// The number of people in the whole list.
    public var total: Int
    /// Those of this page.
    public var people: [Person]

    /// A page.
    public init(total: Int, people: [Person]) {
        (self.total, self.people) = (total, people)
    }
}

/// A statement of the library's owner about who is who, which comes before all that is concluded.
public struct PersonStatement: Hashable, Sendable {
    /// The kinds of statements.
    public enum Kind: String, Sendable, CaseIterable {
        /// Both are one person.
        case same
        /// The first is another person than all others.
        case apart
        /// The first is the owner.
        case me
    }

    /// Says what the statement is about.
    public var kind: Kind
    /// An address, a number or a name, as the owner wrote it.
    public var first: String
    /// The other one of `same`; empty otherwise.
    public var second: String

    /// A statement.
    public init(_ kind: Kind, _ first: String, _ second: String = "") {
        (self.kind, self.first, self.second) = (kind, first, second)
    }
}

/// A statement about who is who as the library keeps it.
public struct KeptPersonStatement: Hashable, Sendable {
    /// A number by which it can be taken back, until an import or a deletion keeps the statements anew.
    public var id: Int64
    /// The statement.
    public var statement: PersonStatement

    /// A kept statement.
    public init(id: Int64, statement: PersonStatement) {
        (self.id, self.statement) = (id, statement)
    }
}
