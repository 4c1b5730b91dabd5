public import RecallCore
public import RecallStore
import RecallText

/// Groups names with addresses into people.
///
/// What is certain joins them, in this order: what the owner says; one address or number (unless many people write from it: lists,
/// notifications); a contact; one full name. A first name alone joins nothing. Neither a name nor a contact gives the owner a further
/// address: whoever writes to somebody can write under that name, and send a contact that lists theirs. A name that came by mail
/// without an address is never the owner's.
public struct PersonGrouping: Sendable {
    private let participants: [StoredParticipant]
    private var groups: DisjointSets
    /// The joins that made the groups: pairs of positions, each about two that were not in one group yet.
    private var joins: [(reason: PersonLink.Reason, first: Int, second: Int)] = []

    /// The groups of `participants`.
    ///
    /// - Parameters:
    ///   - contacts: rows of participants, of one person each.
    ///   - saved: those of them that the owner imported, with their nicknames.
    ///   - statements: what the owner says, oldest first.
    /// - Complexity: O(*n* log *n*).
    public init(
        _ participants: [StoredParticipant], contacts: [[Int64]], saved: [StoredContact] = [],
        statements: [PersonStatement]
    ) {
        self.participants = participants
        groups = DisjointSets(count: participants.count)
        let keys = participants.map { $0.isNameByMail ? nil : AddressKey($0.participant.address) }
        let naming = PersonNaming(participants)
        let stated = StatedGroups(statements, naming)
        for (first, second) in stated.same { join(first, second, .stated) }
        joinAddresses(keys, besides: stated.apart, SavedNames(participants, saved))
        let owner = naming.owner(statements).first
        joinContacts(contacts, besides: stated.apart, owner: owner)
        joinNames(keys, besides: stated.apart, owner: owner)
    }

    /// The reasons for which these participants, all those of some people, are one person each.
    ///
    /// - Complexity: O(*n*) in all participants.
    public func links(among rows: Set<Int64>) -> [(row: Int64, link: PersonLink)] {
        joins.compactMap { join in
            let (first, second) = (participants[join.first], participants[join.second])
            guard rows.contains(first.row) else { return nil }
            return (first.row, PersonLink(join.reason, first.participant, second.participant))
        }
    }

    private mutating func join(_ first: Int, _ second: Int, _ reason: PersonLink.Reason) {
        if groups.join(first, second) { joins.append((reason, first, second)) }
    }

    /// The row by which each person is known, for all who have more than one row.
    public var people: [Int64: Int64] {
        var groups = groups
        return groups.sets().filter { $0.count > 1 }.reduce(into: [:]) { people, members in
            for member in members { people[participants[member].row] = participants[members[0]].row }
        }
    }

    private mutating func joinAddresses(_ keys: [AddressKey?], besides apart: Set<Int>, _ saved: SavedNames) {
        let byKey = Dictionary(grouping: participants.indices.filter { keys[$0] != nil && !apart.contains($0) }) {
            keys[$0]
        }
        let ofOneAddress = byKey.flatMap { key, members in
            (key?.isNumber == true ? numbers(members) : [members]).map { (key: key, members: $0) }
        }
        for (key, members) in ofOneAddress where members.count > 1 {
            let names = members.map { NameKey.words(participants[$0].participant.name) }
            // Of many at one address only equal names are one person.
            let isShared =
                key?.isRobot == true
                || key?.isAccount != true && !NameKey.areAlike(names, ofNumber: key?.isNumber == true)
                    && !(key?.isNumber == true && saved.areOfOne(names, members.map { participants[$0].row }))
            var first: [[String]: Int] = [:]
            for (member, name) in zip(members, names) {
                if !isShared {
                    join(members[0], member, key?.isNumber == true ? .number : .address)
                } else if !name.isEmpty {
                    join(first[name] ?? member, member, .name)
                    first[name] = first[name] ?? member
                }
            }
        }
    }

    /// Those of some numbers that end alike who have one number: the only one with a country, and all without it that end it. With
    /// several countries nothing tells which of them a number without one is in.
    private func numbers(_ members: [Int]) -> [[Int]] {
        let written = members.map { DialledNumber(participants[$0].participant.address) }
        let international = Set(written.filter(\.hasCountry).map(\.digits))
        guard !international.isEmpty else { return [members] }
        let only = international.count == 1 ? international.first : nil
        let whole = written.map { number in
            if let only, number.mayEnd(only) { return only }
            return number.hasCountry ? number.digits : "0" + number.digits
        }
        return Array(Dictionary(grouping: members.indices) { whole[$0] }.values.map { $0.map { members[$0] } })
    }

    /// - Parameter owner: one of the owner's positions.
    private mutating func joinContacts(_ contacts: [[Int64]], besides apart: Set<Int>, owner: Int?) {
        let indices = Dictionary(uniqueKeysWithValues: participants.indices.map { (participants[$0].row, $0) })
        for contact in contacts {
            let members = contact.compactMap { indices[$0] }.filter { !apart.contains($0) }
            // Whoever sends a contact can list one of the owner's addresses in it.
            let own = Set(members.filter { index in owner.map { groups.areJoined($0, index) } ?? false })
            for same in Dictionary(grouping: members, by: own.contains).values {
                for member in same.dropFirst() { join(same[0], member, .contact) }
            }
        }
    }

    /// - Parameter owner: one of the owner's positions.
    private mutating func joinNames(_ keys: [AddressKey?], besides apart: Set<Int>, owner: Int?) {
        let named = participants.indices.filter { !apart.contains($0) }.compactMap { index in
            let participant = participants[index].participant
            return participant.isSelfNamed ? nil : NameKey(participant.name).map { (key: $0, index: index) }
        }
        for (key, members) in Dictionary(grouping: named, by: \.key) {
            // A name with many addresses is a common one, or that of no person.
            guard Set(members.compactMap { keys[$0.index] }).count <= NameKey.mostAddresses else { continue }
            let own = Set(members.map(\.index).filter { index in owner.map { groups.areJoined($0, index) } ?? false })
            let isOwners = { (index: Int) in
                let stored = participants[index]
                guard !own.isEmpty, !stored.isNameByMail else { return false }
                return own.contains(index) || stored.participant.address.isEmpty || stored.participant.isOwnAccount
            }
            for (areOwners, same) in Dictionary(grouping: members.map(\.index), by: isOwners) {
                // Others under the owner's name are any number of people.
                guard areOwners || own.isEmpty else { continue }
                for member in same.dropFirst() { join(same[0], member, .name) }
            }
        }
    }
}

/// The owner's statements, by the positions of participants.
private struct StatedGroups {
    var apart: Set<Int> = []
    var same: [(Int, Int)] = []

    init(_ statements: [PersonStatement], _ naming: PersonNaming) {
        for statement in statements {
            let first = naming.positions(of: statement.first)
            switch statement.kind {
            case .apart:
                apart.formUnion(first)
                same.removeAll { first.contains($0.0) || first.contains($0.1) }
                // Its own rows stay together.
                same += zip(first, first.dropFirst())
            case .same: join(first + naming.positions(of: statement.second))
            case .me: break
            }
        }
        join(naming.owner(statements))
    }

    private mutating func join(_ positions: [Int]) {
        same += zip(positions, positions.dropFirst())
    }
}

/// A telephone number as it is dialled.
private struct DialledNumber {
    let digits: String
    let hasCountry: Bool

    /// Reads a number, of which `+` or `00` says that it begins with a country.
    init(_ written: String) {
        let all = TelephoneNumber.digits(of: written)
        let isZeros = all.hasPrefix("00") && !all.hasPrefix("000")
        hasCountry = isZeros || written.contains("+")
        digits = isZeros ? String(all.dropFirst(2)) : all
    }

    /// True if it is the number with a country that `whole` is, or its end, behind the digit that is dialled instead of the country.
    func mayEnd(_ whole: String) -> Bool {
        if hasCountry { return digits == whole }
        let national = digits.drop { $0 == "0" }
        // In Russia and Kazakhstan that is an 8.
        return whole.hasSuffix(national)
            || whole.hasPrefix("7") && national.first == "8" && whole.dropFirst() == national.dropFirst()
    }
}

/// The names under which the owner's contacts save numbers.
private struct SavedNames {
    private var contacts: [Int64: [Int]] = [:]
    private var nicknames: [Set<[String]>] = []

    init(_ participants: [StoredParticipant], _ saved: [StoredContact]) {
        for (index, contact) in saved.enumerated() {
            nicknames.append(Set(contact.nicknames.map(NameKey.words)))
            for row in contact.participants { contacts[row, default: []].append(index) }
        }
    }

    /// True if all names at a number are one person's, by the only contact that has it: names like the one it is saved under, its
    /// nicknames, and one other, if one of the two is a single word. Two names that messages give are those of a house, and two full
    /// ones those of a number that somebody else has now.
    func areOfOne(_ names: [[String]], _ rows: [Int64]) -> Bool {
        let nicknames = Set(rows.flatMap { contacts[$0] ?? [] }).reduce(into: Set()) {
            $0.formUnion(self.nicknames[$1])
        }
        let own = zip(names, rows).filter { contacts[$0.1] != nil }.map(\.0).filter {
            !$0.isEmpty && !nicknames.contains($0)
        }
        guard let first = own.first, NameKey.areAlike(own, ofNumber: false) else { return false }
        let others = Set(names).filter { name in
            !name.isEmpty && !nicknames.contains(name) && !NameKey.areAlike(own + [name], ofNumber: false)
        }
        guard let other = others.first else { return true }
        return others.count == 1 && (other.count == 1 || first.count == 1)
    }
}

/// An e-mail address or a telephone number in a form in which equal ones are equal.
struct AddressKey: Hashable, Sendable {
    private let text: String

    /// `nil` if `address` is neither.
    init?(_ address: String) {
        // "ö" in an address is no "o": anybody can register such a name.
        let lowered = address.lowercased()
        if let account = Participant(address: address).account {
            text = account
        } else if let at = lowered.lastIndex(of: "@"), at > lowered.startIndex {
            let whole = lowered[..<at]
            let untagged = whole.prefix { $0 != "+" }
            var local = String(untagged.isEmpty ? whole : untagged)
            var host = String(lowered[lowered.index(after: at)...])
            if host == "googlemail.com" { host = "gmail.com" }
            if host == "gmail.com", local.contains(where: { $0 != "." }) { local.removeAll { $0 == "." } }
            guard !local.isEmpty, !host.isEmpty else { return nil }
            text = local + "@" + host
        } else {
            guard let number = TelephoneNumber(WordFolding.fold(address)) else { return nil }
            text = number.digits
        }
    }

    /// True if it is the account of a chat service, which is one person's under any name.
    var isAccount: Bool { text.contains(":") && !text.contains("@") }

    /// True if it is a telephone number.
    var isNumber: Bool { !text.contains("@") && !isAccount }

    /// True if programs write from the address in the names of people.
    var isRobot: Bool {
        let local = text.prefix { $0 != "@" }
        return ["reply", "notif", "daemon", "bounce", "alert", "mailer", "info", "news", "list"].contains {
            local.contains($0)
        }
    }
}

/// A full name in a form in which "Lind, Ada" and "Ada M. Lind" are equal.
struct NameKey: Hashable {
    private let words: [String]

    /// More addresses than one person has.
    static let mostAddresses = 8

    /// `nil` unless `name` has a given and a family name.
    init?(_ name: String) {
        let words = Self.words(name)
        guard words.count >= 2, words.count <= 5, words.allSatisfy({ $0.allSatisfy(\.isLetter) }),
            words.joined().count >= 6 || words.contains(where: { $0.utf8.count > $0.count }),
            !words.contains(where: Self.impersonal.contains)
        else { return nil }
        self.words = words.map(WordFolding.withoutDigraphs).sorted()
    }

    /// The words of a name, without what programs add, titles and initials; none if it is only an address.
    static func words(_ name: String) -> [String] {
        let own = name.prefix { !"([{<|".contains($0) }
        // Archives of lists write addresses so. A name that has an address would be taken for who has that.
        guard !name.contains("@"), !own.contains(" at ") else { return [] }
        var words = NameWords.words(of: String(own))
        if let via = words.firstIndex(of: "via") { words = Array(words[..<via]) }
        return words.filter { ($0.count > 1 || $0.utf8.count > 1) && !titles.contains($0) }
    }

    private static let titles: Set = ["dr", "prof", "professor", "mr", "mrs", "ms", "phd", "jr", "sr", "ph"]

    /// True if names may all be of one person: each has two words in common with the longest, or all of its words there, short
    /// forms of given names included. A number may have one nickname besides: "Mum". With "Dad" as well it is that of a house. "de" is
    /// no such word: Griet and Henk de Wit have one in common.
    static func areAlike(_ names: [[String]], ofNumber isNumber: Bool) -> Bool {
        let sets = Set(names.map { Set($0).subtracting(particles) }.filter { !$0.isEmpty })
        guard let longest = sets.max(by: { $0.count < $1.count }) else { return true }
        let others = sets.filter { name in
            // "Tom Barker" is "Thomas Barker".
            let isShort = name.count > 1 && name.allSatisfy { !GivenNames.forms(of: $0).isDisjoint(with: longest) }
            return !name.isSubset(of: longest) && name.intersection(longest).count < 2 && !isShort
        }
        return others.isEmpty || (isNumber && others.count == 1 && others.first?.count == 1 && longest.count > 1)
    }

    private static let particles = Set.words(
        "de der den ten ter van von vom zu zur la le les du des del della di da do dos das el bin ibn af av")

    /// Words of offices and programs.
    static let impersonal: Set = [
        "account", "accounts", "admin", "administrator", "alerts", "billing", "contact", "customer", "help", "info",
        "list", "mail", "mailing", "marketing", "news", "newsletter", "noreply", "notification", "notifications",
        "office", "orders", "reply", "sales", "security", "service", "services", "support", "system", "team", "unknown",
        "update", "updates", "user",
    ]
}
