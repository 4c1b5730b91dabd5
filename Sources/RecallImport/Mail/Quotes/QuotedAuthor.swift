import RecallCore
import RecallText

/// The author that an introduction of quoted mail names: `From: Ann <ann@example.org>`, `On …, Ann <ann@example.org> wrote:`.
struct QuotedAuthor {
    /// `nil` if it names none.
    let author: Participant?

    private static let longestName = 60
    private static let mostWords = 5

    /// Reads an introduction.
    init(_ lines: MailLines, _ introduction: MailLines.Introduction) {
        let contents = introduction.lines.map { lines.lines[$0].content }.filter { !$0.isEmpty }
        let text = lines.text
        if introduction.isAttribution {
            author = Self.author(
                inAttribution: contents.map { String(decoding: text[$0], as: UTF8.self) }.joined(separator: " "))
        } else if let header = contents.first(where: { lines.label($0) == .sender }) {
            let end = lines.endOfAuthor(header) ?? header.upperBound
            let value = String(decoding: text[header.lowerBound..<end], as: UTF8.self)
            let colon = value.firstIndex { $0 == ":" || $0 == "：" }
            author = colon.flatMap { Self.author(inHeader: value[value.index(after: $0)...]) }
        } else {
            author = introduction.lines.lazy.compactMap(lines.lotusHeaders).first.flatMap {
                Self.author(inHeader: String(decoding: text[$0.author], as: UTF8.self)[...])
            }
        }
    }

    private static func author(inHeader value: Substring) -> Participant? {
        let address = address(in: value)
        var words: [Substring] = []
        for word in value.prefix(while: { !"<[(".contains($0) }).split(whereSeparator: \.isWhitespace) {
            // Of Lotus Notes: "Ann Example/HOU/ECT@ECT", "Ann Example@ENRON", "Ann Example AT ENRON@CCMAIL".
            if word == "AT" || word.contains("@") && address == String(word) { break }
            let end = word.firstIndex { $0 == "/" || $0 == "@" }
            words.append(word[..<(end ?? word.endIndex)])
            if end != nil { break }
        }
        return participant(words, address: address)
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
            // Prose that ends like an attribution has no address, and small words: "To repeat what I said:".
            let last = name.enumerated().prefix { index, word in
                word.contains(where: \.isLetter) && !word.contains(where: \.isNumber)
                    && (index == 0 || word.last != ",") && (address != nil || isOfName(word))
            }
            let found = participant(last.map(\.element).reversed(), address: address)
            if let found, !found.name.isEmpty, address != nil || wrote != nil { return found }
        }
        return participant([], address: address)
    }

    private static func isOfName(_ word: Substring) -> Bool {
        guard let first = word.first(where: \.isLetter), word != "I" else { return false }
        return !first.isLowercase && MonthNames.number(of: word.filter(\.isLetter)) == nil || particles.contains(word)
    }

    private static let particles: Set<Substring> = [
        "van", "von", "de", "der", "den", "da", "di", "la", "al", "bin", "ter",
    ]

    private static func participant(_ words: [Substring], address: String?) -> Participant? {
        // Of a list that changes senders: "Ann Example via List".
        let named = words.prefix { $0.lowercased() != "via" }.drop { word in
            wordsOfDates.contains(word.lowercased().filter(\.isLetter)) || !word.contains(where: \.isLetter)
        }
        var name = named.joined(separator: " ")
        while let last = name.last, marks.contains(last) { name.removeLast() }
        while let first = name.first, marks.contains(first) { name.removeFirst() }
        let isName =
            !name.contains(where: \.isNumber) && name.contains(where: \.isLetter)
            && name.utf8.count <= longestName && named.count <= mostWords
        guard isName || address != nil else { return nil }
        return Participant(name: isName ? inOrder(name) : "", address: address ?? "")
    }

    /// "Ann Example" for "Example, Ann".
    private static func inOrder(_ name: String) -> String {
        let parts = name.split(separator: ",")
        guard parts.count == 2, parts[1].first == " ", !parts[0].contains(".") else { return name }
        return parts[1].dropFirst() + " " + parts[0]
    }

    private static let marks: Set<Character> = ["\"", "'", "“", "”", "*", ",", ";", ":", "-", " "]
    /// The words that may stand between a date and a name, or be all of a date.
    private static let wordsOfDates = Set.words(
        """
        quoting citando citat zitat von citeren selon from от am pm uhr utc gmt est edt cst cdt pst pdt cet cest at on by um
        om kl alle ore las às the a le el il op em den dnia
        mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday
        """)

    /// The first word that looks like an address.
    private static func address(in value: Substring) -> String? {
        let words = value.split { $0.isWhitespace || "<>[]()\"',;:".contains($0) }
        return words.first { word in
            let parts = word.split(separator: "@", omittingEmptySubsequences: false)
            // Exchange makes such addresses of what it has no others for.
            return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !word.contains("/")
                && !word.hasPrefix("IMCEA")
        }.map(String.init)
    }
}
