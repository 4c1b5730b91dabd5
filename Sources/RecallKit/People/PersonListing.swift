import Foundation
import RecallCore
import RecallIndexing
import RecallStore
import RecallText
import Synchronization

/// The people of a library at one moment.
struct PersonListing: Sendable {
    let participants: [StoredParticipant]
    let naming: PersonNaming
    let statements: [PersonStatement]
    /// The rows of the owner.
    let owner: Set<Int64>
    private let sent: [Int64: Int]
    private let contacts: [[Int64]]
    private let saved: [StoredContact]
    private let inContacts: Set<Int64>
    private let derived = DerivedPeople()

    init(_ snapshot: LibrarySnapshot) throws {
        let participants = try snapshot.participants()
        sent = try snapshot.itemsSent()
        (contacts, statements) = (try snapshot.contacts(), try snapshot.personStatements())
        saved = try snapshot.contactsOfFiles()
        inContacts = Set(saved.flatMap(\.participants))
        naming = PersonNaming(participants)
        owner = Set(naming.owner(statements).map { participants[$0].row })
        self.participants = participants
    }

    /// The people who pass the filter, those who sent most first.
    func page(_ filter: PersonFilter, offset: Int, limit: Int) -> PersonPage {
        let found = filter.isEmpty && !filter.isOfEverybody ? derived.known { self.found(filter) } : self.found(filter)
        let page = found.dropFirst(offset).prefix(limit)
        let links = links(among: Set(page.lazy.filter { $0.rows.count > 1 }.flatMap(\.rows)))
        let people = page.map { each in
            var person = each.person
            person.identifier = naming.identifier(of: person.participants)
            person.links = each.rows.flatMap { links[$0] ?? [] }
            return person
        }
        return PersonPage(total: found.count, people: people)
    }

    private func found(_ filter: PersonFilter) -> [DerivedPeople.Entry] {
        let cards = saved.filter { $0.nicknames.contains(where: filter.matches(name:)) }
        let nicknamed = Set(cards.flatMap(\.participants))
        return Dictionary(grouping: participants) { $0.person ?? $0.row }.values.compactMap { rows in
            person(rows, filter, nicknamed).map { (person: $0, rows: mostUsedFirst(rows).map(\.row)) }
        }.sorted {
            ($1.person.sent, $0.person.name, $0.rows[0]) < ($0.person.sent, $1.person.name, $1.rows[0])
        }
    }

    /// The suggestions of a limit, made once.
    func suggestions(limit: Int, _ make: () throws -> [MergeSuggestion]) rethrows -> [MergeSuggestion] {
        try derived.suggestions(limit: limit, make)
    }

    /// The reasons for which people are one, by a row of each link; grouped anew, since a library keeps only who is whom.
    private func links(among rows: Set<Int64>) -> [Int64: [PersonLink]] {
        guard !rows.isEmpty else { return [:] }
        let grouping = derived.grouping {
            PersonGrouping(participants, contacts: contacts, saved: saved, statements: statements)
        }
        return Dictionary(grouping: grouping.links(among: rows), by: \.row).mapValues { $0.map(\.link) }
    }

    private func mostUsedFirst(_ rows: [StoredParticipant]) -> [StoredParticipant] {
        rows.sorted { (sent[$1.row] ?? 0, $0.row) < (sent[$0.row] ?? 0, $1.row) }
    }

    /// The person of these rows, without identifier and links.
    func person(_ rows: [StoredParticipant]) -> Person {
        let rows = mostUsedFirst(rows)
        return Person(
            name: name(of: rows), participants: rows.map(\.participant),
            sent: rows.reduce(0) { $0 + (sent[$1.row] ?? 0) }, isOwner: rows.contains { owner.contains($0.row) })
    }

    /// The same; `nil` if the filter leaves it out.
    private func person(_ rows: [StoredParticipant], _ filter: PersonFilter, _ nicknamed: Set<Int64>) -> Person? {
        guard filter.isEmpty || rows.contains(where: { filter.matches($0.participant) || nicknamed.contains($0.row) })
        else { return nil }
        let person = person(rows)
        let isKnownBySeveral = person.addresses.count + person.names.count > 2
        return !filter.isEmpty || filter.isOfEverybody || isKnownBySeveral || person.isOwner ? person : nil
    }

    /// The full name of the owner's contact, or the name that comes first, but "Me" only of who is known by nothing else.
    private func name(of rows: [StoredParticipant]) -> String {
        let named = rows.filter { !$0.participant.name.isEmpty && !$0.participant.isMe }
        if let contact = named.first(where: { row in
            inContacts.contains(row.row) && NameWords.words(of: row.participant.name).count > 1
        }) {
            return contact.participant.name
        }
        guard let first = named.first?.participant.name else {
            return rows.lazy.map(\.participant.displayName).first { $0 != Participant.me.name }
                ?? rows[0].participant.displayName
        }
        let words = NameWords.words(of: first)
        // "Hanna" of a chat is "Hanna Brandreth" of her mails; what only others call her is not taken.
        let isFuller = { Set(NameWords.words(of: $0)).isStrictSuperset(of: words) }
        guard words.count == 1 else { return first }
        return named.first { isFuller($0.participant.name) && (sent[$0.row] ?? 0) > 0 }?.participant.name ?? first
    }
}

/// Values that follow from all names of a listing, made at the first request that needs them.
private final class DerivedPeople: Sendable {
    /// A person, and the rows, the most used first.
    typealias Entry = (person: Person, rows: [Int64])

    private let entries = Mutex<[Entry]?>(nil)
    private let groups = Mutex<PersonGrouping?>(nil)
    private let merges = Mutex<(limit: Int, suggestions: [MergeSuggestion])?>(nil)

    /// Those who are known by several names or addresses, in the order of lists.
    func known(_ make: () -> [Entry]) -> [Entry] { Self.value(in: entries, make) }

    func grouping(_ make: () -> PersonGrouping) -> PersonGrouping { Self.value(in: groups, make) }

    func suggestions(limit: Int, _ make: () throws -> [MergeSuggestion]) rethrows -> [MergeSuggestion] {
        if let kept = merges.withLock({ $0 }), kept.limit == limit { return kept.suggestions }
        let made = try make()
        merges.withLock { $0 = (limit, made) }
        return made
    }

    private static func value<Value: Sendable>(in kept: borrowing Mutex<Value?>, _ make: () -> Value) -> Value {
        kept.withLock { kept in
            if let kept { return kept }
            let value = make()
            kept = value
            return value
        }
    }
}

/// Words of a name, or a part of an address, by which people are found.
struct PersonFilter {
    private let words: [String]
    /// The whole text, folded.
    private let part: String
    private let number: PartialNumber?
    /// True if nobody is left out.
    let isOfEverybody: Bool

    /// Everybody.
    static let everybody = PersonFilter("", isOfEverybody: true)

    /// Those whom a text names; without any, those who have more than one address or name.
    init(_ text: String) { self.init(text, isOfEverybody: false) }

    private init(_ text: String, isOfEverybody: Bool) {
        self.isOfEverybody = isOfEverybody
        words = NameWords.words(of: text)
        part = WordFolding.fold(text).trimmingCharacters(in: .whitespacesAndNewlines)
        number = PartialNumber(part)
    }

    /// True if it leaves nobody out for what they are called.
    var isEmpty: Bool { part.isEmpty }

    /// True if the name has all words, the last of which may be cut off, if the address contains the text, or if the number
    /// has its digits.
    func matches(_ participant: Participant) -> Bool {
        WordFolding.fold(participant.address).contains(part) || matches(name: participant.name)
            || number?.isPart(of: participant.address) == true
    }

    /// True if a name has all words, the last of which may be cut off.
    func matches(name: String) -> Bool {
        guard let last = words.last else { return false }
        let name = NameWords.words(of: name)
        return words.dropLast().allSatisfy(name.contains) && name.contains { $0.hasPrefix(last) }
    }
}

/// Digits of a telephone number, as people write them: with the country or the zero instead of it.
struct PartialNumber {
    private let written: String
    private let digits: String

    private static let fewestDigits = 3
    /// The digits that a country's code has at most.
    private static let longestCountry = 3

    /// `nil` if `written` is no part of a number.
    init?(_ written: String) {
        digits = TelephoneNumber.digits(of: written)
        guard digits.utf8.count >= Self.fewestDigits, written.allSatisfy(TelephoneNumber.mayContain) else { return nil }
        self.written = written
    }

    /// True if it is a part of the number, with the country or without.
    func isPart(of number: String) -> Bool {
        guard let whole = TelephoneNumber(number) else { return false }
        if TelephoneNumber(written) == whole { return true }
        let all = TelephoneNumber.digits(of: number)
        if all.contains(digits) { return true }
        if digits.hasPrefix("00") { return isPart(of: all, afterCountryOf: digits.dropFirst(2)) }
        if digits.hasPrefix("0") { return number.hasPrefix("+") && isPart(of: all, afterZeroOf: digits.dropFirst()) }
        return written.hasPrefix("+") && isPart(of: all, afterCountryOf: digits[...])
    }

    /// True if a number with its country has the digits behind it: `07700` of +44 7700 900456.
    private func isPart(of all: String, afterZeroOf national: Substring) -> Bool {
        (1...Self.longestCountry).contains { all.dropFirst($0).hasPrefix(national) }
    }

    /// True if a number begins so, with its country or with a zero instead: `+44 7700` of 07700 900456.
    private func isPart(of all: String, afterCountryOf international: Substring) -> Bool {
        if all.hasPrefix(international) { return true }
        return all.hasPrefix("0")
            && (1...Self.longestCountry).contains { length in
                let national = international.dropFirst(length)
                return national.utf8.count >= 2 && all.dropFirst().hasPrefix(national)
            }
    }
}
