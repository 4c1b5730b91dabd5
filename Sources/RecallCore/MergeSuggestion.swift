/// Two people who may be one. Nobody is joined before the library's owner says so.
public struct MergeSuggestion: Hashable, Sendable {
    /// The grounds on which a name in chats may be somebody's.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// One contact has the name as its nickname, or as its whole name.
        case nickname
        /// One person has it as the given name.
        case givenName
        /// One person has a given name of which it is a short form, or which is its short form.
        case shortForm
        /// It is the given name of the owner, and writes in most of the chats.
        case ownName
        /// It is an address under the owner's full name, and mails from it lie here as sent ones do.
        case ownAddress
        /// It is an account under the full name of one person. Anybody may call an account so.
        case fullName
        /// It has the telephone number of one person under another full name.
        case number
        /// It writes from the address of one contact under another name.
        case address
    }

    /// The ground for it.
    public var reason: Reason
    /// The person of whom only a name, an account or an address is known, which is its identifier.
    public var person: Person
    /// The person who may be the same. It has an identifier.
    public var other: Person

    /// A suggestion.
    public init(_ reason: Reason, _ person: Person, _ other: Person) {
        (self.reason, self.person, self.other) = (reason, person, other)
    }

    /// The statement that confirms it.
    public var confirmation: PersonStatement {
        PersonStatement(.same, person.identifier ?? person.name, other.identifier ?? other.name)
    }

    /// The statement that refuses it.
    public var refusal: PersonStatement { PersonStatement(.apart, person.identifier ?? person.name) }
}
