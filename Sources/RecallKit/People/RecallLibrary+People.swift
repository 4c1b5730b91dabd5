public import RecallCore
import RecallIndexing
import RecallStore

/// People: who is behind names, addresses and numbers.
extension RecallLibrary {
    /// The people with more than one name or address, or whom `words` name, those who sent most first.
    ///
    /// - Parameter words: words of a name, of which the last may be cut off, or part of an address; without any, all who have
    ///   more than one address or name.
    /// - Complexity: O(*n* log *n*) in names and addresses; where these are as they were, O(*n*) with words, else in the people found.
    public func people(named words: String = "", limit: Int = .max) throws -> [Person] {
        try people(named: words, offset: 0, limit: limit).people
    }

    /// A page of `people(named:)`.
    ///
    /// - Complexity: as `people(named:)`, for any page.
    public func people(named words: String, offset: Int, limit: Int) throws -> PersonPage {
        try store.read { try peopleCache.listing($0) }.page(PersonFilter(words), offset: offset, limit: limit)
    }

    /// Everybody, those who sent most first, and the number of all.
    ///
    /// - Complexity: as `people(named:)`.
    public func everybody(limit: Int) throws -> PersonPage {
        try store.read { try peopleCache.listing($0) }.page(.everybody, offset: 0, limit: limit)
    }

    /// Says that two addresses, numbers or names belong to one person. A full name stands for an address that has it today, so
    /// that nobody joins them later by writing under it.
    ///
    /// - Throws: `PersonError` if one of them is in no item, or is a name under which several people write mails.
    public func merge(_ first: String, _ second: String) throws {
        try state([PersonStatement(.same, first, second)])
    }

    /// Says that an address, a number or a name is another person than all others.
    ///
    /// - Throws: as `merge`.
    public func split(_ written: String) throws {
        try state([PersonStatement(.apart, written)])
    }

    /// Says that these addresses, numbers or names are the library's owner's. A name stands for those without an address, as in
    /// chats, and for the addresses that `PersonListing.withAddresses(_:_:)` finds under it today.
    ///
    /// - Throws: as `merge`; `PersonError` too if several addresses have a name, and none is known to be the owner's.
    public func setOwner(_ written: [String]) throws {
        try state(written.map { PersonStatement(.me, $0) })
    }

    /// Takes the last statement about people back, and returns it; `nil` if there is none.
    public func undoPersonStatement() throws -> PersonStatement? {
        try takeBack { try $0.removeLastPersonStatement() }
    }

    /// The newest statements about who is who, newest first.
    public func personStatements(limit: Int = 500) throws -> [KeptPersonStatement] {
        try store.read { try $0.keptPersonStatements(limit: limit) }
    }

    /// Takes one statement back, whatever was said after it, and returns it; `nil` if it is not there any more.
    public func undoPersonStatement(_ id: Int64) throws -> PersonStatement? {
        try takeBack { try $0.removePersonStatement(id) }
    }

    private func takeBack(
        _ remove: (LibraryTransaction) throws -> PersonStatement?
    ) throws -> PersonStatement? {
        let removed = try store.write { transaction in
            let removed = try remove(transaction)
            if removed != nil { try transaction.set(.people, to: nil) }
            return removed
        }
        if removed != nil { try PeopleUpdate.run(on: store) }
        return removed
    }

    /// Says who is who.
    ///
    /// - Throws: as `merge`.
    public func state(_ statement: PersonStatement) throws {
        try state([statement])
    }

    private func state(_ statements: [PersonStatement]) throws {
        let statements = try store.read { snapshot in
            let listing = try peopleCache.listing(snapshot)
            let written = statements.flatMap { [$0.first, $0.second] }.filter { !$0.isEmpty }
            for (index, one) in written.enumerated() where !listing.naming.isKnown(one) {
                throw PersonError.nobody(number: index + 1, of: written.count)
            }
            return try listing.withAddresses(statements, snapshot)
        }
        try store.write { transaction in for statement in statements { try transaction.add(statement) } }
        try PeopleUpdate.run(on: store)
    }
}

/// An address, a number or a name of which nothing can be said.
public enum PersonError: Error, CustomStringConvertible {
    /// It is in no item: the one with this number, from 1, of those that were given.
    case nobody(number: Int, of: Int)
    /// It is a name that several addresses have, so that it does not say which of them are the owner's.
    case severalAddresses
    /// It is a name under which several people write mails.
    case severalPeople

    /// The problem, and a remedy.
    public var description: String {
        switch self {
        case .nobody(_, of: 1):
            "Nobody in the library has exactly this address, number or name. To find people: recall people NAME"
        case .nobody(let number, let count):
            "Nobody in the library has exactly the address, number or name that is number \(number) of the \(count) given, so "
                + "nothing was said of any. Leave it out. To find people: recall people NAME"
        case .severalAddresses:
            "Several addresses have this name. Say which are yours: recall me ADDRESS... To see them: recall people NAME"
        case .severalPeople:
            "Several people write mails under this name. Say one of their addresses. To see them: recall people NAME"
        }
    }
}
