import RecallCore
import RecallStore
import RecallText

/// The people whom a query's plain words name, such as "Mira Kovac" in "emails from Mira Kovac about the speech".
struct NamedPeople {
    /// Adjacent words that are in one name.
    struct Name {
        /// The positions of the words in the query.
        var words: Range<Int>
        /// Everyone with these words in the name.
        var participants: Set<Int64>
        /// The roles that the word before the name gives them: "from" and "to"; without any, all of them.
        var roles: Set<ParticipantRole>

        /// The items of these people in these roles.
        func filter(_ query: [QueryWord]) -> SearchFilter {
            let text = query[words].map(\.text).joined(separator: " ")
            let isRecipient = roles.contains(.to) && !roles.contains(.from)
            return .participant(WordSequence(text), in: isRecipient ? [.to] : roles)
        }
    }

    private(set) var names: [Name] = []
    /// The participants who have each word in their names.
    private let participants: [String: Set<Int64>]

    /// Finds names in the words of a text, and the numbers of people; function words are none.
    init(_ words: [QueryWord], in text: String, _ library: LibrarySnapshot) throws {
        var participants = try Self.participants(words, library)
        if let number = try Self.numbered(words, in: text, library) {
            names = [number]
            for word in words[number.words] { participants[word.folded] = number.participants }
        }
        self.participants = participants
        var position = names.first?.words.upperBound ?? 0
        while position < words.count, names.count < Self.most {
            guard var name = name(at: position, words) else {
                position += 1
                continue
            }
            extend(&name, words)
            names.append(name)
            position = name.words.upperBound
        }
    }

    /// Those who have each word in their names; of a word after "from" that nobody is called, those whom a contact calls so, and
    /// those with such an address.
    private static func participants(_ words: [QueryWord], _ library: LibrarySnapshot) throws -> [String: Set<Int64>] {
        let asked = Set(words.lazy.filter { !$0.isFunctionWord }.map(\.folded))
        // A name of more is a word like any other: each of them would be looked at.
        var people = try library.participants(named: asked).filter { $0.value.count <= mostOfName }
        let senders = zip(words, words.dropFirst()).filter { senderWords.contains($0.0.folded) }.map(\.1.folded)
        for word in senders.prefix(mostAddresses) where asked.contains(word) && word.utf8.count > 2 {
            if people[word] != nil { continue }
            let others = try library.participants(nicknamed: word).union(library.participants(addressed: word))
            if !others.isEmpty { people[word] = others }
        }
        return people
    }

    /// The first long number that is somebody's, as a name.
    private static func numbered(_ words: [QueryWord], in text: String, _ library: LibrarySnapshot) throws -> Name? {
        let numbers = LongNumbers(text)
        guard !numbers.digits.isEmpty else { return nil }
        for position in words.indices {
            guard let length = numbers.length(of: words[position...]) else { continue }
            let number = position..<position + length
            let people = try library.participants(numbered: words[number].map(\.folded).joined())
            if !people.isEmpty {
                return Name(words: number, participants: people, roles: roles(before: position, words))
            }
        }
        return nil
    }

    private static let senderWords: Set<String> = ["from", "von", "vom"]
    private static let mostOfName = 20_000
    /// The addresses that are looked for, each among all.
    private static let mostAddresses = 2

    /// The names that are looked for. Each may cost a look at thousands of items.
    private static let most = 16

    /// Nobody.
    init() {
        participants = [:]
    }

    private func name(at position: Int, _ words: [QueryWord]) -> Name? {
        let word = words[position]
        guard !word.isFunctionWord, !Self.particles.contains(word.folded), let people = participants[word.folded] else {
            return nil
        }
        return Name(
            words: position..<position + 1, participants: people, roles: Self.roles(before: position, words))
    }

    /// Adds the words that follow and are in the name of one of the same people.
    private func extend(_ name: inout Name, _ words: [QueryWord]) {
        while name.words.upperBound < words.count, let next = participants[words[name.words.upperBound].folded] {
            let both = name.participants.intersection(next)
            if both.isEmpty { break }
            (name.participants, name.words) = (both, name.words.lowerBound..<name.words.upperBound + 1)
        }
    }

    private static func roles(before position: Int, _ words: [QueryWord]) -> Set<ParticipantRole> {
        let preceding = words[..<position].last { !titles.contains($0.folded) }?.folded ?? ""
        if ["from", "by", "von", "vom", "de"].contains(preceding) { return [.from] }
        return preceding == "to" ? [.to, .cc, .bcc] : Set(ParticipantRole.allCases)
    }

    /// Parts of names that begin none.
    private static let particles: Set<String> = ["de", "del", "der", "da", "di", "du", "la", "le", "van", "von"]
    private static let titles: Set<String> = ["mr", "mrs", "ms", "miss", "dr", "prof", "herr", "frau", "my"]

    /// Leaves out names of one word at these positions.
    mutating func remove(at positions: Set<Int>) {
        names.removeAll { $0.words.count == 1 && positions.contains($0.words.lowerBound) }
    }

    /// Leaves out names of one word of people who sent nothing but what is hidden: spammers choose what they are called.
    ///
    /// - Parameter sent: the passages that `sentPassages` read; those of the names go.
    mutating func remove(from sent: inout [String: PassageRuns], sending hidden: PassageSet, _ words: [QueryWord]) {
        let others = sent.filter { !$0.value.runs.allSatisfy { $0.allSatisfy(hidden.contains) } }
        names.removeAll { name in
            let word = words[name.words.lowerBound].folded
            return name.words.count == 1 && sent[word] != nil && others[word] == nil
        }
        sent = others
    }

    /// The passages that people with each word in their names sent, for words that are a sender's name.
    func sentPassages(_ words: [QueryWord], _ library: LibrarySnapshot) throws -> [String: PassageRuns] {
        let named = Set(names.lazy.flatMap { words[$0.words] }.map(\.folded))
        return try participants.filter { named.contains($0.key) }
            .mapValues { try library.passages(sentBy: $0) }.filter { !$0.value.runs.isEmpty }
    }

    /// The passages that the people sent, and those to boost further, as senders or recipients, by their share of a
    /// sender's boost.
    ///
    /// - Parameter sent: the passages that `sentPassages` read.
    func boosts(_ words: [QueryWord], sent: [String: PassageRuns], _ library: LibrarySnapshot) throws -> (
        senders: PassageRuns, correspondents: [(share: Float, passages: PassageRuns)]
    ) {
        var senders: [Range<PassageID>] = []
        var correspondents: [(share: Float, passages: PassageRuns)] = []
        for name in names {
            if name.roles.contains(.from) {
                let own =
                    try name.words.count == 1
                    ? sent[words[name.words.lowerBound].folded] ?? PassageRuns()
                    : library.passages(sentBy: name.participants)
                senders += own.runs
                if !name.roles.contains(.to) { correspondents.append((Self.namedSenderShare, own)) }
            }
            if name.roles.contains(.to) {
                let share = name.roles.contains(.from) ? Self.recipientShare : 1 + Self.namedSenderShare
                correspondents.append((share, try library.passages(receivedBy: name.participants)))
            }
        }
        return (PassageRuns(senders), correspondents)
    }

    /// The share that "from" or "to" before a name adds.
    private static let namedSenderShare: Float = 0.8
    /// The share of a recipient where the query does not say who wrote to whom.
    private static let recipientShare: Float = 0.4
}
