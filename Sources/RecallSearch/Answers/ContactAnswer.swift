import RecallCore
import RecallStore
import RecallText

/// The lines of contacts that answer a question for a person's number, birthday or address.
struct ContactAnswer {
    /// Those that the contacts of files say, each verbatim.
    let quotations: [Quotation]
    /// True if they are of one contact: several of one name may be several people.
    let isOfOne: Bool

    static let confidence: Float = 0.9

    /// `nil` if the query asks for something else, or no contact that passes its filter says it.
    ///
    /// - Complexity: O(contacts of the library).
    init?(_ query: PreparedQuery, _ snapshot: SearchSnapshot) throws {
        guard let question = ContactQuestion(query.text),
            let people = try Self.people(question.name, snapshot.library), !people.isEmpty
        else { return nil }
        var quotations: [Quotation] = []
        for passages in try snapshot.library.contactPassages(of: people) {
            for id in passages where query.matches.contains(id) {
                guard let passage = try snapshot.passage(id)?.stored else { continue }
                quotations += Self.lines(in: passage, question.detail)
            }
        }
        var seen: Set<[String]> = []
        quotations = quotations.filter { seen.insert([$0.item.title, $0.text]).inserted }
        guard !quotations.isEmpty else { return nil }
        (self.quotations, isOfOne) = (quotations, Set(quotations.map(\.item.id)).count == 1)
    }

    /// The participants whose names, or nicknames in contacts, have all words of a name; `nil` if one is in none.
    private static func people(_ name: [String], _ library: LibrarySnapshot) throws -> Set<Int64>? {
        try name.reduce(nil) { (people: Set<Int64>?, word) in
            // "Toms Geburtstag"
            let forms = word.last == "s" && word.count > 2 ? [word, String(word.dropLast())] : [word]
            var named = try library.participants(named: Set(forms)).values.reduce(into: Set()) { $0.formUnion($1) }
            for form in forms { named.formUnion(try library.participants(nicknamed: form)) }
            return people?.intersection(named) ?? named
        }
    }

    /// The lines of a contact that say a detail, those that follow one another as one.
    private static func lines(in passage: StoredPassage, _ detail: ContactDetail) -> [Quotation] {
        var (ranges, start): ([Range<Int>], Int) = ([], 0)
        for line in passage.text.split(separator: "\n", omittingEmptySubsequences: false) {
            let end = start + line.utf8.count
            if detail.labels.contains(where: { line.hasPrefix($0 + ": ") }) {
                if let last = ranges.last, last.upperBound + 1 == start {
                    ranges[ranges.count - 1] = last.lowerBound..<end
                } else {
                    ranges.append(start..<end)
                }
            }
            start = end + 1
        }
        let offset = passage.passage.range.lowerBound
        return ranges.map { range in
            Quotation(
                item: passage.item, range: range.lowerBound + offset..<range.upperBound + offset,
                text: passage.text.utf8Slice(range), confidence: confidence)
        }
    }
}
