import RecallCore
import RecallText

/// A text as its facts: words, numbers, names, quoted words, negations.
struct ClaimText {
    /// The words that are not function words, each with its stems. Numbers and months of dates are compared by themselves.
    let content: [Set<String>]
    /// All words, folded, in order.
    let words: [String]
    /// The numbers, digits and number words alike, without separators.
    let numbers: Set<String>
    /// The months, 1 to 12, of its dates: those named beside a number. "May" alone may be no month.
    let datedMonths: Set<Int>
    /// Its days of months that are named: `7 May`, `May 7th`.
    let days: Set<Day>
    /// All months that it may name, as words or in numbers.
    let months: Set<Int>
    /// Words with a capital letter that do not begin a sentence, folded.
    let names: Set<String>
    /// The words inside quotation marks, folded.
    let quoted: [[String]]
    /// The numbers with the unit that each stands before: `5 mg`, `3 days`, `20 percent`.
    let quantities: [Quantity]
    /// The days of the week, Monday is 1.
    let weekdays: Set<Int>
    /// True if it denies something.
    let isNegated: Bool

    /// A day of a month.
    struct Day: Hashable {
        let month, day: Int
    }

    /// A number and its unit.
    struct Quantity: Hashable {
        let number, unit: String
    }

    /// The stems are of these languages, whatever the text is written in: claim and evidence may be in two.
    private static let languages: [Language] = [.english, .german, .french, .spanish]

    /// The facts of `text`.
    init(_ text: String, _ analyzer: TermAnalyzer) {
        let occurrences = analyzer.terms(of: text, language: nil)
        words = occurrences.map(\.term)
        let language = LanguageDetector.stemming(of: words) ?? .english
        let dateWords = words.filter { !["of", "de", "the"].contains($0) }
        let dated = Self.datedMonths(dateWords)
        datedMonths = dated
        days = Self.days(dateWords)
        content = words.compactMap { word in
            guard analyzer.term(of: word, language: language) != nil, !Self.isNegation(word),
                !word.utf8.contains(where: \.isASCIIDigit), MonthNames.number(of: word).map(dated.contains) != true
            else { return nil }
            return Set(Self.languages.compactMap { analyzer.term(of: word, language: $0) }).union([word])
        }
        numbers = Self.numbers(of: text, words)
        months = Set(words.compactMap(MonthNames.number)).union(numbers.compactMap(Int.init).filter { 1...12 ~= $0 })
        names = language == .german ? [] : Self.names(in: text, occurrences)
        quoted = Self.quotations(in: text).map(NameWords.words).filter { $0.count > 1 }
        quantities = Self.quantities(of: text, words)
        weekdays = Set(words.compactMap { Self.weekdayNumbers[$0] })
        isNegated = words.contains(where: Self.isNegation)
    }

    /// True if it has numbers, dates, names or quoted words, which evidence must have.
    var hasFacts: Bool {
        !(numbers.isEmpty && datedMonths.isEmpty && weekdays.isEmpty && names.isEmpty && quoted.isEmpty)
    }

    /// The share, 0 to 1, of this text's content words that `others` contains.
    func coverage(by others: [Set<String>]) -> Float {
        // "He did it to her" says nothing that could be compared.
        guard !content.isEmpty else { return numbers.isEmpty && names.isEmpty ? 0 : 1 }
        let known = others.reduce(into: Set<String>()) { $0.formUnion($1) }
        return Float(content.count { !$0.isDisjoint(with: known) }) / Float(content.count)
    }

    // MARK: Numbers

    /// `1,234.50` and `1.234,50` are one number, `1234.5`; so is a number word.
    private static func numbers(of text: String, _ words: [String]) -> Set<String> {
        let digits = text.split { !($0.isNumber || ".,'’".contains($0)) }.filter { $0.contains(where: \.isNumber) }
        return Set(digits.map(number) + words.compactMap { NumberWords.values[$0].map(String.init) })
    }

    private static func number(_ written: Substring) -> String {
        let parts = written.split { !$0.isNumber }.map(String.init)
        guard let last = parts.last, parts.count > 1 else { return trimmed(parts.first ?? "") }
        // Three digits after a separator are thousands; fewer are decimals.
        guard last.count != 3 else { return trimmed(parts.joined()) }
        let decimals = String(last.reversed().drop { $0 == "0" }.reversed())
        return trimmed(parts.dropLast().joined()) + (decimals.isEmpty ? "" : "." + decimals)
    }

    private static func trimmed(_ digits: String) -> String {
        let digits = digits.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }

    // MARK: Dates

    /// `7 May`, `May 7th`, `mayo de 2023`, `in May`.
    private static func datedMonths(_ words: [String]) -> Set<Int> {
        return words.indices.reduce(into: []) { months, index in
            let beside = words[max(0, index - 1)..<min(words.count, index + 2)]
            let isIn = index > 0 && timePrepositions.contains(words[index - 1])
            guard isIn || beside.contains(where: { $0.first?.isNumber == true }) else { return }
            if let month = MonthNames.number(of: words[index]) { months.insert(month) }
        }
    }

    private static func days(_ words: [String]) -> Set<Day> {
        return words.indices.reduce(into: []) { days, index in
            guard let month = MonthNames.number(of: words[index]) else { return }
            let beside = [index - 1, index + 1].filter(words.indices.contains).map { words[$0] }
            // Of "3 May 15:00" the day stands before, of "May 3, 15:00" behind.
            let day = beside.lazy.compactMap { Int($0.prefix { $0.isNumber }) }.first { 1...31 ~= $0 }
            if let day { days.insert(Day(month: month, day: day)) }
        }
    }

    private static let timePrepositions = Set.words(
        """
        in on since until till before after by during from last next this im am seit bis ab vor nach ende anfang mitte
        en desde hasta antes despues depuis avant apres debut fin jusqu
        """)

    private static let weekdayNumbers: [String: Int] = {
        let names = RelativeTimeWords.all.map(\.weekdays)
        return names.reduce(into: [:]) { numbers, week in
            for (index, name) in week.enumerated() { numbers[name] = index + 1 }
        }
    }()

    // MARK: Quantities

    private static func quantities(of text: String, _ words: [String]) -> [Quantity] {
        let symbols = text.indices.compactMap { index -> Quantity? in
            guard let unit = Self.symbols[text[index]] else { return nil }
            let before = text[..<index].reversed().drop(while: \.isWhitespace).prefix {
                $0.isNumber || ".,".contains($0)
            }
            let after = text[text.index(after: index)...].drop(while: \.isWhitespace)
                .prefix { $0.isNumber || ".,".contains($0) }
            let digits = before.isEmpty ? String(after) : String(before.reversed())
            return digits.contains(where: \.isNumber) ? Quantity(number: number(digits[...]), unit: unit) : nil
        }
        return symbols
            + zip(words, words.dropFirst()).compactMap { word, next in
                let value = NumberWords.values[word].map(String.init) ?? (Int(word).map(String.init))
                guard let value, let unit = units[next] else { return nil }
                return Quantity(number: value, unit: unit)
            }
    }

    private static let symbols: [Character: String] = ["%": "percent", "€": "euro", "$": "dollar", "£": "pound"]

    /// The words of units, folded.
    static var unitWords: Set<String> { Set(units.keys).union(units.values) }

    /// Units by their words, folded.
    private static let units: [String: String] = {
        let names = """
            percent prozent pourcent ciento|euro euros eur|dollar dollars usd|pound pounds gbp|million millions millionen \
            millones|billion billions milliarden|mg milligram milligrams|g gram grams gramm gramos|kg kilo kilos kilograms|\
            minute minutes minuten minutos|hour hours stunde stunden heures horas|day days tag tage tagen jours dias|\
            week weeks woche wochen semaines semanas|month months monat monate monaten mois meses|\
            year years jahr jahre jahren ans annees anos|km kilometer kilometers kilometres|mile miles|m meter meters metres
            """
        return names.split(separator: "|").reduce(into: [:]) { units, group in
            let words = group.split(separator: " ").map(String.init)
            for word in words { units[word] = words[0] }
        }
    }()

    // MARK: Names

    private static func names(in text: String, _ occurrences: [TermAnalyzer.Occurrence]) -> Set<String> {
        let bytes = Array(text.utf8)
        return occurrences.reduce(into: []) { names, word in
            let written = String(decoding: bytes[word.range], as: UTF8.self)
            guard written.first?.isUppercase == true, written.count > 1, follows(word.range.lowerBound, bytes) else {
                return
            }
            names.insert(word.term)
        }
    }

    /// True if a word at `start` follows another one in its sentence.
    private static func follows(_ start: Int, _ bytes: [UInt8]) -> Bool {
        let before = bytes[..<start].reversed().drop { $0 == UInt8(ascii: " ") }.first
        guard let before else { return false }
        return before == UInt8(ascii: ",") || before >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= before
            || UInt8(ascii: "a")...UInt8(ascii: "z") ~= before | 0x20
    }

    // MARK: Quotations and negations

    private static func quotations(in text: String) -> [String] {
        var (found, current): ([String], String?) = ([], nil)
        for character in text {
            if let open = current {
                guard "\"“”»«›‹』」".contains(character) else { current = open + String(character); continue }
                found.append(open)
                current = nil
            } else if "\"“„«»‹›『「".contains(character) {
                current = ""
            }
        }
        return found
    }

    private static func isNegation(_ word: String) -> Bool { negations.contains(word) }

    private static let negations = Set.words(
        """
        not no never none hardly barely scarcely fail fails failed false untrue nobody nothing neither nor without cannot didn don doesn isn wasn weren aren won wouldn couldn
        shouldn hasn haven hadn
        nicht kein keine keinen keinem keiner keines nie niemals nichts niemand ohne kaum falsch keineswegs
        pas jamais rien aucun aucune
        nunca nada nadie ningun ninguno ninguna tampoco sin
        """)
}
