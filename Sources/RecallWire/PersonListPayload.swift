public import RecallCore

/// A person, with all that it is known by.
struct ListedPersonPayload: Encodable {
    /// Says why two of its names or addresses are one person.
    struct Link: Encodable {
        let reason: String
        let confidence: Double
        let first, second: PersonPayload
    }

    let name: String
    let names, addresses: [String]
    let sent: Int
    let isOwner: Bool
    /// Absent if others have each of the addresses and names too.
    let identifier: String?
    let links: [Link]

    init(_ person: Person) {
        (name, names, addresses) = (person.name, person.names, person.addresses)
        (sent, isOwner, identifier) = (person.sent, person.isOwner, person.identifier)
        links = person.links.map {
            Link(
                reason: $0.reason.rawValue, confidence: $0.reason.confidence, first: PersonPayload($0.first),
                second: PersonPayload($0.second))
        }
    }
}

/// People, those who sent most first.
public struct PersonListPayload: Encodable, Sendable {
    let total: Int
    let people: [ListedPersonPayload]
    /// Of `recall people` alone.
    let suggestions: [MergeSuggestionPayload]?

    /// A page as sent.
    public init(_ page: PersonPage, suggestions: [MergeSuggestion]? = nil) {
        total = page.total
        people = page.people.map { ListedPersonPayload($0) }
        self.suggestions = suggestions?.map { MergeSuggestionPayload($0) }
    }
}

/// The question who the library's owner is; empty without one.
public struct OwnerQuestionPayload: Encodable, Sendable {
    let name: String?
    let written: [String]?

    /// A question as sent.
    public init(_ question: OwnerQuestion?) {
        (name, written) = (question?.name, question?.written)
    }
}

/// A statement about who is who.
public struct PersonStatementPayload: Encodable, Sendable {
    let kind, first: String
    /// Of `same` alone.
    let second: String?

    /// A statement as sent.
    public init(_ statement: PersonStatement) {
        (kind, first) = (statement.kind.rawValue, statement.first)
        second = statement.kind == .same ? statement.second : nil
    }
}

/// A kept statement about who is who.
struct KeptPersonStatementPayload: Encodable {
    let id: Int64
    let kind, first: String
    /// Of `same` alone.
    let second: String?

    init(_ kept: KeptPersonStatement) {
        let statement = kept.statement
        (id, kind, first) = (kept.id, statement.kind.rawValue, statement.first)
        second = statement.kind == .same ? statement.second : nil
    }
}

/// Kept statements about who is who, newest first.
public struct PersonStatementListPayload: Encodable, Sendable {
    let statements: [KeptPersonStatementPayload]

    /// Statements as sent.
    public init(_ statements: [KeptPersonStatement]) {
        self.statements = statements.map { KeptPersonStatementPayload($0) }
    }
}
