import RecallCore
import RecallText

/// The author that an introduction of quoted mail names: `From: Ann <ann@example.org>`, `On …, Ann <ann@example.org> wrote:`.
struct QuotedAuthor {
    /// `nil` if it names none.
    let author: Participant?

    private static let longestName = 60
    private static let mostWords = 5

    /// Reads the lines of an introduction.
    init(_ text: Bytes, _ lines: [Range<Int>]) {
        let contents = lines.map { String(decoding: text[$0], as: UTF8.self) }
        let header = lines.indices.first { MailLines.label(text, lines[$0]) == .sender }
        if let header, let colon = contents[header].firstIndex(where: { $0 == ":" || $0 == "：" }) {
            author = Self.author(inHeader: contents[header][contents[header].index(after: colon)...])
        } else {
            author = Self.author(inAttribution: contents.joined(separator: " "))
        }
    }

    private static func author(inHeader value: Substring) -> Participant? {
        let name = value.prefix { !"<[(".contains($0) }
        // Lotus Notes: "Ann Example/HOU/ECT@ECT".
        let words = (name.contains("/") ? name.prefix { $0 != "/" } : name).split(whereSeparator: \.isWhitespace)
        return participant(words.filter { !$0.contains("@") }, address: address(in: value))
    }

    /// The author in a line with a date, a name and a word for writing, in any order.
    private static func author(inAttribution line: String) -> Participant? {
        let address = address(in: line[...])
        let bytes = Array(line.utf8)
        let wrote = bytes.withUnsafeBufferPointer { QuotePhrases.wrote.firstWord($0, in: 0..<$0.count) }
        var parts = [line[...]]
        if let wrote {
            parts = [line.utf8Slice(0..<wrote.lowerBound), line.utf8Slice(wrote.upperBound..<bytes.count)].map {
                $0[...]
            }
        }
        for part in parts {
            let words = part.prefix { $0 != "<" && $0 != "[" }.split(whereSeparator: \.isWhitespace)
            let name = words.filter { !$0.contains("@") }.reversed().drop { !$0.contains(where: \.isLetter) }
            let last = name.enumerated().prefix { index, word in
                word.contains(where: \.isLetter) && !word.contains(where: \.isNumber)
                    && (index == 0 || word.last != ",")
            }
            let found = participant(last.map(\.element).reversed(), address: address)
            if let found, !found.name.isEmpty { return found }
        }
        return participant([], address: address)
    }

    private static func participant(_ words: [Substring], address: String?) -> Participant? {
        let named = words.drop { word in
            wordsOfDates.contains(word.lowercased().filter(\.isLetter)) || !word.contains(where: \.isLetter)
        }
        var name = named.joined(separator: " ")
        while let last = name.last, marks.contains(last) { name.removeLast() }
        while let first = name.first, marks.contains(first) { name.removeFirst() }
        let isName =
            !name.contains(where: \.isNumber) && name.contains(where: \.isLetter)
            && name.utf8.count <= longestName && named.count <= mostWords
        guard isName || address != nil else { return nil }
        return Participant(name: isName ? name : "", address: address ?? "")
    }

    private static let marks: Set<Character> = ["\"", "'", "“", "”", "*", ",", ";", ":", " "]
    /// What may stand between a date and a name, or be all of a date.
    private static let wordsOfDates = Set.words(
        """
        am pm uhr utc gmt est edt cst cdt pst pdt cet cest at on by um the a le el il op em den dnia
        mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday
        """)

    /// The first word that looks like an address.
    private static func address(in value: Substring) -> String? {
        let words = value.split { $0.isWhitespace || "<>[]()\"',;:".contains($0) }
        return words.first { word in
            let parts = word.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !word.contains("/")
        }.map(String.init)
    }
}
