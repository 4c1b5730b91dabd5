import RecallCore
import RecallStore
import RecallText

/// The lines of contacts that answer a question for a person's number, birthday or address.
struct ContactAnswer {
    /// Those that the contacts of files say, each verbatim; none where the contacts of that name do not say it.
    let quotations: [Quotation]
    /// True if they are of one contact: several of one name may be several people.
    let isOfOne: Bool
    private let name: [[String]]
    /// The names and addresses of the people of that name.
    private let people: Set<Int64>
    private let library: LibrarySnapshot

    static let confidence: Float = 0.9

    /// `nil` if the query asks for something else, or no contact that passes its filter says it.
    ///
    /// - Complexity: O(contacts of the library).
    init?(_ query: PreparedQuery, _ snapshot: SearchSnapshot) throws {
        guard let question = ContactQuestion(query.text) else { return nil }
        name = question.nameForms
        var people = try Self.people(name, snapshot.library)
        if let (kind, other) = question.relation { people.formUnion(try Self.people(kind, of: other, snapshot)) }
        guard !people.isEmpty else { return nil }
        (self.people, library) = (people, snapshot.library)
        let contacts = try library.contactPassages(of: people)
        let passages = try contacts.joined().filter(query.matches.contains).compactMap {
            try snapshot.passage($0)?.stored
        }
        guard !passages.isEmpty else { return nil }
        let lines = passages.flatMap { Self.lines(in: $0, question.detail, question.kind) }
        let ofKind = lines.filter(\.isOfKind)
        var seen: Set<[String]> = []
        quotations = (ofKind.isEmpty ? lines : ofKind).map(\.quotation).filter {
            seen.insert([$0.item.title, $0.text]).inserted
        }
        isOfOne = Set(quotations.map(\.item.id)).count == 1
    }

    /// True for what somebody of that name wrote; by mail, from an address of a contact of that name: anybody can choose a name.
    func isByNamed(_ quotation: Quotation) throws -> Bool {
        guard quotation.item.kind != .document, quotation.item.quoted == nil, let author = quotation.item.author,
            Self.hasAll(of: name, author.displayName)
        else { return false }
        guard let address = author.mailAddress else { return quotation.item.kind == .message }
        let contacts = try library.contactsOfFiles().filter { !people.isDisjoint(with: $0.participants) }
        return try library.hasAddress(address, among: Set(contacts.flatMap(\.participants)))
    }

    /// True if a text has a form of each word of a name.
    private static func hasAll(of name: [[String]], _ text: String) -> Bool {
        let words = Set(NameWords.words(of: text))
        return name.allSatisfy { !words.isDisjoint(with: $0) }
    }

    /// The participants whose names, or nicknames in contacts, have all words of a name.
    private static func people(_ name: [[String]], _ library: LibrarySnapshot) throws -> Set<Int64> {
        let named = try name.map { forms in
            try library.participants(named: Set(forms)).values.reduce(into: Set<Int64>()) { $0.formUnion($1) }
        }
        let ofName = named.dropFirst().reduce(named.first ?? []) { $0.intersection($1) }
        let nicknamed = try library.contactsOfFiles().filter { contact in
            contact.nicknames.contains { hasAll(of: name, $0) }
        }
        return ofName.union(nicknamed.flatMap(\.participants))
    }

    /// The participants to whom the contact of somebody, or the owner's own, says that they are related so.
    private static func people(
        _ relationship: Relationship, of name: [String], _ snapshot: SearchSnapshot
    ) throws -> Set<Int64> {
        let related =
            name.isEmpty
            ? try LibraryOwner(snapshot).map { try snapshot.library.participants(at: $0.addresses) } ?? []
            : try people(ContactQuestion.forms(of: name), snapshot.library)
        let cards = try snapshot.library.contactPassages(of: related).joined().compactMap { id in
            try snapshot.passage(id)?.stored
        }
        // Of cards with the owner's address and other names one is somebody else's, and nobody knows which.
        let names = cards.map { Set(NameWords.words(of: $0.item.title)) }
        guard !name.isEmpty || names.allSatisfy({ $0 == names[0] || !$0.isDisjoint(with: names[0]) }) else { return [] }
        let lines = cards.map { $0.text.split(separator: "\n") }
        return try lines.joined().reduce(into: []) { people, line in
            guard line.hasPrefix(relatedLabel), let end = line.firstRange(of: "): "),
                relationship.isSaid(by: line[..<end.lowerBound].dropFirst(relatedLabel.count))
            else { return }
            let name = NameWords.words(of: String(line[end.upperBound...]))
            if !name.isEmpty { people.formUnion(try Self.people(name.map { [$0] }, snapshot.library)) }
        }
    }

    private static let relatedLabel = "Related ("

    /// The lines of a contact that say a detail, those that follow one another as one, and whether they are of a kind.
    private static func lines(
        in passage: StoredPassage, _ detail: ContactDetail, _ kind: String?
    ) -> [(quotation: Quotation, isOfKind: Bool)] {
        var (found, start): ([(range: Range<Int>, isOfKind: Bool)], Int) = ([], 0)
        for line in passage.text.split(separator: "\n", omittingEmptySubsequences: false) {
            let end = start + line.utf8.count
            let label = line.prefix { $0 != ":" }
            if detail.labels.contains(where: { label == $0 || label.hasPrefix($0 + " (") }) {
                let isOfKind = kind.map { label.contains($0) } ?? false
                if let last = found.last, last.range.upperBound + 1 == start, last.isOfKind == isOfKind {
                    found[found.count - 1].range = last.range.lowerBound..<end
                } else {
                    found.append((start..<end, isOfKind))
                }
            }
            start = end + 1
        }
        let offset = passage.passage.range.lowerBound
        return found.map { range, isOfKind in
            let quotation = Quotation(
                item: passage.item, range: range.lowerBound + offset..<range.upperBound + offset,
                text: passage.text.utf8Slice(range), confidence: confidence)
            return (quotation, isOfKind)
        }
    }
}
