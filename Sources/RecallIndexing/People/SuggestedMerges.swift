public import RecallCore
public import RecallStore
import RecallText

/// Finds the people whom names of one word in chats may mean, and accounts of chat services under full names. It joins nobody: a
/// first name says too little for that, and anybody may call an account so.
///
/// Only those count as known whom no stranger makes known: contacts of files, and whom the owner wrote to.
public struct SuggestedMerges {
    /// A name or an account in chats, and the person whom it may mean.
    public struct Pair {
        /// The name, as one of its rows has it, or the account.
        public let identifier: String
        /// The rows of the name, in capitals or not, or of the account.
        public let rows: Set<Int64>
        /// The person whom it may mean, by the row by which it is known.
        public let person: Int64
        /// The ground for it.
        public let reason: MergeSuggestion.Reason
    }

    private let participants: [StoredParticipant]
    private let naming: PersonNaming
    private let owner: Set<Int64>
    private var byNickname: [String: Set<Int64>] = [:]
    private var byGivenName: [String: Set<Int64>] = [:]
    private var byFullName: [NameKey: Set<Int64>] = [:]
    private var byNumber: [TelephoneNumber: Set<Int64>] = [:]
    private var byAddress: [AddressKey: Set<Int64>] = [:]
    /// The people of contacts.
    private let inContacts: Set<Int64>
    private let known: Set<Int64>
    /// The first letters of each person's other names than the given one.
    private var initials: [Int64: Set<Character>] = [:]
    /// The positions of those about whom the owner said anything, and who belong to nobody else.
    private let stated, apart: Set<Int>

    /// The names and people of a library.
    ///
    /// - Parameters:
    ///   - naming: that of `participants`.
    ///   - contacts: those of files.
    ///   - addressees: the rows of those to whom the owner wrote.
    ///   - owner: the rows of the owner, stated or likely.
    /// - Complexity: O(*n*) in all of them.
    public init(
        _ participants: [StoredParticipant], _ naming: PersonNaming, contacts: [StoredContact],
        addressees: Set<Int64>, owner: Set<Int64>, statements: [PersonStatement]
    ) {
        (self.participants, self.naming) = (participants, naming)
        stated = Set(statements.flatMap { naming.positions(of: $0.first) + naming.positions(of: $0.second) })
        apart = Set(statements.filter { $0.kind == .apart }.flatMap { naming.positions(of: $0.first) })
        let people = Dictionary(uniqueKeysWithValues: participants.map { ($0.row, $0.person ?? $0.row) })
        self.owner = Set(owner.compactMap { people[$0] })
        let rowsOfContacts = Set(contacts.flatMap(\.participants))
        inContacts = Set(rowsOfContacts.compactMap { people[$0] })
        known = Set(addressees.compactMap { people[$0] }).union(inContacts).union(self.owner)
        addNicknames(contacts, rowsOfContacts, people)
        addNames()
    }

    /// A contact's whole name of one word is one as well: "Mum".
    private mutating func addNicknames(_ contacts: [StoredContact], _ rows: Set<Int64>, _ people: [Int64: Int64]) {
        let named = participants.lazy.filter { rows.contains($0.row) && !$0.participant.address.isEmpty }
        let nameOfRow = Dictionary(uniqueKeysWithValues: named.map { ($0.row, $0.participant.name) })
        for contact in contacts {
            guard let row = contact.participants.first, let person = people[row] else { continue }
            for written in contact.nicknames + [nameOfRow[row] ?? ""] {
                guard let name = ChatName(written), name.initial == nil else { continue }
                byNickname[name.word, default: []].insert(person)
            }
        }
    }

    private mutating func addNames() {
        for stored in participants {
            let person = stored.person ?? stored.row
            if let key = stored.participant.mailAddress.flatMap({ AddressKey($0) }) {
                byAddress[key, default: []].insert(person)
            }
            guard known.contains(person) else { continue }
            let name = stored.participant.name
            if let key = NameKey(name) { byFullName[key, default: []].insert(person) }
            if let number = TelephoneNumber(stored.participant.address) { byNumber[number, default: []].insert(person) }
            if let given = GivenNames.givenName(of: name) {
                byGivenName[given, default: []].insert(person)
                let others = NameKey.words(name).filter { GivenNames.key($0) != given }
                initials[person, default: []].formUnion(others.compactMap(\.first))
            } else if owner.contains(person), let word = ChatName(name)?.word {
                // The owner may be the one who is called so.
                byGivenName[GivenNames.key(word), default: []].insert(person)
            }
        }
    }

    /// All pairs, in the order of their names' rows.
    ///
    /// - Complexity: O(*n*) in names.
    public func pairs() -> [Pair] {
        let positions = Dictionary(grouping: participants.indices) { participants[$0].person ?? participants[$0].row }
        let pairs = participants.indices.compactMap {
            pair(at: $0) ?? accountPair(at: $0) ?? numberPair(at: $0, of: positions)
                ?? addressPair(at: $0, of: positions)
        }
        return pairs.filter { mayBeSomebody(positions[$0.person] ?? []) }
    }

    /// False for those who belong to nobody else, and for programs.
    private func mayBeSomebody(_ positions: [Int]) -> Bool {
        let addresses = positions.compactMap { participants[$0].participant.mailAddress.flatMap { AddressKey($0) } }
        return apart.isDisjoint(with: positions) && (addresses.isEmpty || !addresses.allSatisfy(\.isRobot))
    }

    /// The pair of the name at a position, if it is the first row of that name.
    private func pair(at index: Int) -> Pair? {
        let participant = participants[index].participant
        guard participant.address.isEmpty, !participants[index].isNameByMail, !participant.isMe,
            !participant.isSelfNamed, let name = ChatName(participant.name)
        else { return nil }
        let positions = naming.positions(of: participant.name)
        guard positions.first == index,
            positions.allSatisfy({ participants[$0].person == nil && !stated.contains($0) }),
            let (person, reason) = person(of: name)
        else { return nil }
        let rows = Set(positions.map { participants[$0].row })
        return rows.contains(person)
            ? nil : Pair(identifier: participant.name, rows: rows, person: person, reason: reason)
    }

    /// The pair of the account at a position, if it is the first row of that account: the only one who is known by its full name,
    /// the owner too.
    private func accountPair(at index: Int) -> Pair? {
        let participant = participants[index].participant
        guard participant.isAccount, let key = NameKey(participant.name) else { return nil }
        let positions = naming.positions(of: participant.address)
        guard positions.first == index, !positions.contains(where: stated.contains),
            let found = byFullName[key], found.count == 1, let person = found.first,
            !positions.contains(where: { participants[$0].person ?? participants[$0].row == person })
        else { return nil }
        return Pair(
            identifier: participant.address, rows: Set(positions.map { participants[$0].row }), person: person,
            reason: .fullName)
    }

    /// The pair of who is known by a telephone number under a full name, at that one's first row: the only other person whom the
    /// number is of. "Keith Boiler" may be what a telephone calls Keith Rowbotham, or share his line.
    private func numberPair(at index: Int, of people: [Int64: [Int]]) -> Pair? {
        let participant = participants[index].participant
        let own = participants[index].person ?? participants[index].row
        guard NameKey(participant.name) != nil, let number = TelephoneNumber(participant.address),
            let found = byNumber[number], found.count == 1, let person = found.first, !known.contains(own)
        else { return nil }
        return pair(of: people[own] ?? [], at: index, person, .number)
    }

    /// The pair of who writes from a contact's address under another name, at that one's first row, if nobody else does: the
    /// contact's office, or who shares the address.
    private func addressPair(at index: Int, of people: [Int64: [Int]]) -> Pair? {
        let own = participants[index].person ?? participants[index].row
        guard let key = participants[index].participant.mailAddress.flatMap({ AddressKey($0) }), !key.isRobot,
            let found = byAddress[key], found.count == 2, !inContacts.contains(own),
            let person = found.first(where: { $0 != own }), inContacts.contains(person),
            found.isDisjoint(with: owner)
        else { return nil }
        return pair(of: people[own] ?? [], at: index, person, .address)
    }

    /// The pair of somebody with another person, at the first of the positions of who that is, if the owner said nothing of them.
    private func pair(
        of positions: [Int], at index: Int, _ person: Int64, _ reason: MergeSuggestion.Reason
    ) -> Pair? {
        guard positions.first == index, !positions.contains(where: stated.contains),
            let identifier = naming.identifier(of: positions.map { participants[$0].participant })
        else { return nil }
        return Pair(
            identifier: identifier, rows: Set(positions.map { participants[$0].row }), person: person, reason: reason)
    }

    /// The only person who is called so; `nil` if that is nobody, several, or perhaps the owner.
    private func person(of name: ChatName) -> (Int64, MergeSuggestion.Reason)? {
        guard !NameKey.impersonal.contains(name.word) else { return nil }
        let nicknamed = name.initial == nil ? byNickname[name.word] ?? [] : []
        let given = byGivenName[GivenNames.key(name.word)] ?? []
        let (found, reason): (Set<Int64>, MergeSuggestion.Reason) =
            if !nicknamed.isEmpty {
                (nicknamed, .nickname)
            } else if GivenNames.relatives.contains(name.word) {
                ([], .givenName)
            } else {
                (people(of: name), given.isEmpty ? .shortForm : .givenName)
            }
        guard found.count == 1, let person = found.first, found.union(given).isDisjoint(with: owner) else { return nil }
        return (person, reason)
    }

    /// The people whose given name it is, or a form of it, and who have the initial.
    private func people(of name: ChatName) -> Set<Int64> {
        GivenNames.forms(of: name.word).reduce(into: []) { people, form in
            for person in byGivenName[form] ?? [] {
                if let initial = name.initial, initials[person]?.contains(initial) != true { continue }
                people.insert(person)
            }
        }
    }
}

/// A name of one word by which chats call somebody: "Jonas", "Jonas 🙂", "Jonas L."
struct ChatName {
    /// The word, folded.
    let word: String
    /// The initial after it, folded.
    let initial: Character?

    /// `nil` if `name` is not one word of letters, with an initial at most, or has characters that nobody sees.
    init?(_ name: String) {
        guard name.utf8.count <= Self.longest, DisplayText.isTypeable(name),
            !name.contains(where: { $0.isWholeNumber || "@([{<|".contains($0) })
        else { return nil }
        let words = NameWords.words(of: name).filter { $0.contains(where: \.isLetter) }
        guard let word = words.first, words.count <= 2,
            words.joined().allSatisfy({ $0.isLetter || "'’".contains($0) }),
            word.utf8.count > 1, words.dropFirst().allSatisfy({ $0.count == 1 })
        else { return nil }
        (self.word, initial) = (word, words.dropFirst().first?.first)
    }

    /// A longer name is none that somebody is called by, in bytes.
    private static let longest = 80
}
