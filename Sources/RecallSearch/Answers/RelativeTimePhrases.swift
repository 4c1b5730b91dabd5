import Foundation
import RecallCore
import RecallText

/// Finds phrases of relative time in a text, in English, German, French and Spanish.
struct RelativeTimePhrases {
    /// A phrase: its UTF-8 byte range in the text, and its time.
    struct Phrase: Hashable {
        var range: Range<Int>
        var time: RelativeTime
    }

    private let analyzer = TermAnalyzer()

    /// The phrases of `text`, from left to right.
    ///
    /// - Parameter language: the language that the text is written in; `nil` tries all.
    /// - Complexity: O(*n*) in the words of the text.
    func phrases(in text: String, language: Language?) -> [Phrase] {
        let occurrences = Self.joined(analyzer.terms(of: text, language: nil))
        let words = occurrences.map(\.text)
        let vocabularies = RelativeTimeWords.all.filter { language == nil || $0.language == language }
        var phrases: [Phrase] = []
        var start = 0
        while start < words.count {
            let matches = vocabularies.compactMap { $0.phrase(words, at: start, isCertain: language != nil) }
            guard let best = matches.max(by: { $0.length < $1.length }) else {
                start += 1
                continue
            }
            let range = occurrences[start].range.lowerBound..<occurrences[start + best.length - 1].range.upperBound
            if !Self.isCode(range, text.utf8) { phrases.append(Phrase(range: range, time: best.time)) }
            start += best.length
        }
        return phrases
    }

    /// True for a name in a program, such as "today" in "today <- Sys.Date()" or "df$yesterday".
    private static func isCode(_ range: Range<Int>, _ text: String.UTF8View) -> Bool {
        let before = text.prefix(range.lowerBound).last
        let after = text.dropFirst(range.upperBound)
        let next = after.drop { $0 == UInt8(ascii: " ") }
        return before.map("$_@".utf8.contains) == true || after.first.map("([_$".utf8.contains) == true
            || next.first == UInt8(ascii: "=") || next.starts(with: "<-".utf8) || next.starts(with: ":=".utf8)
    }

    /// The words with their ranges; those for a weekend that are several as one.
    private static func joined(_ words: [TermAnalyzer.Occurrence]) -> [Word] {
        var joined: [Word] = []
        for word in words {
            joined.append(Word(text: word.term, range: word.range))
            for name in [["week", "end"], ["fin", "de", "semana"]] where joined.suffix(name.count).map(\.text) == name {
                let first = joined[joined.count - name.count].range.lowerBound
                joined.removeLast(name.count)
                joined.append(Word(text: "weekend", range: first..<word.range.upperBound))
            }
        }
        return joined
    }

    private struct Word {
        var text: String
        var range: Range<Int>
    }

    /// The phrases of a text with the time that each means, if it was written at the clock's time.
    func dates(in text: String, language: Language?, writtenAt clock: QueryClock) -> [DatedPhrase] {
        phrases(in: text, language: language).compactMap { phrase in
            phrase.time.meaning(in: clock).map { DatedPhrase(phrase: text.utf8Slice(phrase.range), meaning: $0) }
        }
    }
}

extension RelativeTimeWords {
    /// A phrase at the beginning of some words, folded, and its length in words.
    typealias Match = (time: RelativeTime, length: Int)

    /// The longest phrase that begins at a place of a text's words, folded.
    ///
    /// - Parameter isCertain: false if the text may be in another language: then "hier", which is German too, is none.
    func phrase(_ all: [String], at start: Int, isCertain: Bool) -> Match? {
        let words = all[start...]
        let isMorning = start > 0 && Self.beforeMornings.contains(all[start - 1])
        // "Thirty-four years ago" is not four years ago.
        let isInNumber = Self.endsInNumber(all[..<start])
        let candidates = [
            isMorning ? nil : day(words, isCertain), directed(words), isInNumber ? nil : counted(words, ago, -1),
            isInNumber ? nil : counted(words, ahead, 1),
        ]
        return candidates.compactMap(\.self).max { $0.length < $1.length }
    }

    private static func endsInNumber(_ words: ArraySlice<String>) -> Bool {
        guard let last = words.last else { return false }
        if last == "and" { return words.dropLast().last.map(hundreds.contains) ?? false }
        return tens.contains(last) || hundreds.contains(last) || last.utf8.allSatisfy(\.isASCIIDigit)
    }

    private static let tens = Set.words("twenty thirty forty fifty sixty seventy eighty ninety")
    private static let hundreds = Set.words("hundred thousand")

    private static let longestDay = 3

    private func day(_ words: ArraySlice<String>, _ isCertain: Bool) -> Match? {
        let length = (1...Self.longestDay).last { days[Array(words.prefix($0))] != nil && $0 <= words.count }
        guard let length, let offset = days[Array(words.prefix(length))],
            isCertain || language != .french || words.first != "hier"
        else { return nil }
        return (.unit(.day, offset), length)
    }

    /// Words after which "morgen" and "mañana" are the morning.
    private static let beforeMornings: Set<String> = ["am", "guten", "jeden", "la", "una", "cada", "por"]

    /// "last week", "semaine dernière", "this Friday", "next June".
    private func directed(_ words: ArraySlice<String>) -> Match? {
        guard let first = words.first else { return nil }
        let second = words.dropFirst().first
        if let direction = directions[first], let second {
            // "this past weekend"
            if direction == 0, let third = words.dropFirst(2).first, directions[second] == -1,
                let time = time(third, -1)
            {
                return (time, 3)
            }
            return time(second, direction).map { ($0, 2) }
        }
        guard directionFollows, let second else { return nil }
        if let direction = directions[second], direction != 0 { return time(first, direction).map { ($0, 2) } }
        guard language == .spanish, Array(words.prefix(3).dropFirst()) == ["que", "viene"] else { return nil }
        return time(first, 1).map { ($0, 3) }
    }

    /// The time of a noun with a direction.
    private func time(_ noun: String, _ direction: Int) -> RelativeTime? {
        if let unit = units[noun] {
            switch unit {
            case .calendar(.day): return nil
            case .calendar(let unit): return .unit(unit, direction)
            case .weekend: return .weekend(direction)
            }
        }
        if let index = weekdays.firstIndex(of: noun) { return .weekday(index + 1, isAfter: direction >= 0) }
        if let month = months[noun] { return .month(month, direction: direction) }
        return seasons[noun].map { .season($0, direction: direction) }
    }

    private var months: [String: Int] { Self.monthNumbers[language] ?? [:] }

    private static let monthNumbers: [Language: [String: Int]] = Dictionary(
        uniqueKeysWithValues: [Language.english, .german, .french, .spanish].map {
            ($0, MonthNames.numbers(in: [$0]))
        })

    /// "two weeks ago", "vor zwei Wochen".
    private func counted(
        _ words: ArraySlice<String>, _ marks: (before: [String], behind: [String]), _ sign: Int
    ) -> Match? {
        guard !marks.before.isEmpty || !marks.behind.isEmpty, words.starts(with: marks.before) else { return nil }
        let rest = words.dropFirst(marks.before.count)
        guard let number = rest.first.flatMap(number), let unit = rest.dropFirst().first.flatMap({ units[$0] }),
            rest.dropFirst(2).starts(with: marks.behind)
        else { return nil }
        let length = marks.before.count + 2 + marks.behind.count
        switch unit {
        case .calendar(let unit): return (.unit(unit, sign * number), length)
        case .weekend: return (.weekend(sign * number), length)
        }
    }

    private func number(_ word: String) -> Int? {
        numbers[word] ?? (word.utf8.count <= 3 ? Int(word) : nil)
    }
}
