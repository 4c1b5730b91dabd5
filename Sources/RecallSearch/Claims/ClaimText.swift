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
    /// The first word, folded, if it begins with a capital letter and is no function word; `nil` in German, where nouns do.
    let subject: String?
    /// The words inside quotation marks, folded.
    let quoted: [[String]]
    /// The numbers with the unit that each stands before: `5 mg`, `3 days`, `20 percent`.
    let quantities: [Quantity]
    /// The days of the week, Monday is 1.
    let weekdays: Set<Int>
    /// True if it denies something.
    let isNegated: Bool
    /// The words behind a negation in their clause, each with its stems, and all others: "slate" and "zinc" of "in slate, not zinc".
    let denied, affirmed: [Set<String>]
    /// Its numbers that are not of a date.
    let undated: Set<String>
    /// The periods and units that a number is told for: "month" of "£348 a month".
    let rates: Set<String>
    /// Digits and letters in one word that are no time, ordinal or unit: "7k" of "form 7K".
    let codes: Set<String>

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
    init(_ written: String, _ analyzer: TermAnalyzer) {
        // "can't" would be the words "can" and "t".
        let text = written.replacing(/(?i)\bcan['’]t\b/, with: "cannot")
        let occurrences = analyzer.terms(of: text, language: nil)
        words = occurrences.map(\.term)
        let language = LanguageDetector.stemming(of: words) ?? .english
        let dateWords = words.filter { !["of", "de", "the"].contains($0) }
        let dated = Self.datedMonths(dateWords)
        datedMonths = dated
        let numeric = Self.numericDates(in: text)
        days = Self.days(dateWords).union(numeric.map(\.day))
        /// The words that are neither function words nor negations, each with its stems.
        func stems(_ words: some Sequence<String>) -> [Set<String>] {
            words.filter { analyzer.term(of: $0, language: language) != nil && !Self.isNegation($0) }.map { word in
                Set(Self.languages.compactMap { analyzer.term(of: word, language: $0) }).union([word])
            }
        }
        content = stems(
            words.filter { word in
                !word.utf8.contains(where: \.isASCIIDigit) && MonthNames.number(of: word).map(dated.contains) != true
            })
        let digits = Self.digits(in: text)
        let spelled = Set(words.compactMap { NumberWords.values[$0].map(String.init) })
        numbers = digits.union(spelled).union(numeric.flatMap(\.numbers))
        undated = digits.subtracting(Self.datedNumbers(dateWords)).union(spelled)
        months = Set(words.compactMap(MonthNames.number)).union(numeric.map(\.day.month))
        names = Self.names(in: text, occurrences, isGerman: language == .german)
        let opening = occurrences.first.map { text.utf8Slice($0.range) }
        let isSubject =
            language != .german && opening?.first?.isUppercase == true && content.first?.contains(words[0]) == true
        subject = isSubject ? words[0] : nil
        quoted = Self.quotations(in: text).map(NameWords.words).filter { $0.count > 1 }
        quantities = Self.quantities(of: text, words)
        weekdays = Set(words.compactMap { Self.weekdayNumbers[$0] })
        // "No, it is excluded" answers a question, and denies nothing.
        let isAnswer = words.first.map(Self.answers.contains) == true && text.contains(/^\W*\w+,/)
        isNegated = words.dropFirst(isAnswer ? 1 : 0).contains(where: Self.isNegation)
        let clauses = ClaimClauses.clauses(of: text).map { NameWords.words(of: $0) }
        let denials = clauses.map(Self.denial)
        denied = stems(zip(clauses, denials).flatMap { $0[$1] })
        affirmed = stems(zip(clauses, denials).flatMap { $0[..<$1.lowerBound] + $0[$1.upperBound...] })
        rates = Self.rates(words)
        codes = Set(words.filter(Self.isCode))
    }

    /// True if it has numbers, dates, names or quoted words, which evidence must have.
    var hasFacts: Bool {
        !(numbers.isEmpty && datedMonths.isEmpty && weekdays.isEmpty && names.isEmpty && quoted.isEmpty)
    }

    /// The share, 0 to 1, of this text's content words that `others` contains.
    func coverage(by others: [Set<String>]) -> Float {
        // "He did it to her" says nothing that could be compared.
        content.isEmpty ? numbers.isEmpty && names.isEmpty ? 0 : 1 : Self.share(of: content[...], in: others)
    }

    /// The share of the content words behind the subject that `others` contains; 0 if there is only one.
    func coverageWithoutSubject(by others: [Set<String>]) -> Float {
        content.count > 2 ? Self.share(of: content.dropFirst(), in: others) : 0
    }

    private static func share(of content: ArraySlice<Set<String>>, in others: [Set<String>]) -> Float {
        let known = others.reduce(into: Set<String>()) { $0.formUnion($1) }
        return Float(content.count { !$0.isDisjoint(with: known) }) / Float(content.count)
    }

    // MARK: Numbers

    /// The numbers in digits. `1,234.50` and `1.234,50` are one, `1234.5`.
    private static func digits(in text: String) -> Set<String> {
        let written = text.split { !($0.isNumber || ".,'’".contains($0)) }.filter { $0.contains(where: \.isNumber) }
        return Set(written.map(number))
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

    /// `29.08.2024`, `2024-08-29`, `29/8/2024`: the day, and the numbers as they are said otherwise.
    private static func numericDates(in text: String) -> [(day: Day, numbers: [String])] {
        text.split { !($0.isNumber || "./-".contains($0)) }.compactMap { written in
            let parts = written.split { !$0.isNumber }
            guard parts.count == 3, let first = Int(parts[0]), let month = Int(parts[1]), let last = Int(parts[2]),
                1...12 ~= month
            else { return nil }
            let (day, year) = parts[0].count == 4 ? (last, first) : (first, last)
            guard 1...31 ~= day else { return nil }
            return (Day(month: month, day: day), [String(day), String(month), String(year)])
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

    /// The numbers that stand beside the name of a month and nowhere else.
    private static func datedNumbers(_ words: [String]) -> Set<String> {
        let numbers = words.indices.filter { words[$0].first?.isNumber == true }
        let isDated = { (index: Int) in
            [index - 1, index + 1].filter(words.indices.contains).contains { MonthNames.number(of: words[$0]) != nil }
        }
        func values(_ indices: [Int]) -> Set<String> { Set(indices.map { number(words[$0].prefix { $0.isNumber }) }) }
        return values(numbers.filter(isDated)).subtracting(values(numbers.filter { !isDated($0) }))
    }

    private static let timePrepositions = Set.words(
        """
        in on since until till before after by during from last next this im am seit bis ab vor nach ende anfang mitte
        en desde hasta antes despues depuis avant apres debut fin jusqu
        """)

    private static let weekdayNumbers: [String: Int] = {
        let names = RelativeTimeWords.all.map(\.weekdays)
        return names.reduce(into: [:]) { numbers, week in
            for (index, name) in week.enumerated() { (numbers[name], numbers[name + "s"]) = (index + 1, index + 1) }
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

    /// "month" of "£348 a month", "£348 per month".
    private static func rates(_ words: [String]) -> Set<String> {
        let places = words.indices.dropFirst().dropLast().filter { index in
            words[index - 1].first?.isNumber == true && rateWords.contains(words[index])
        }
        return Set(places.map { words[$0 + 1] })
    }

    private static let rateWords = Set.words("a an per each every pro je par por")

    private static func isCode(_ word: String) -> Bool {
        guard word.utf8.first?.isASCIIDigit == true else { return false }
        let letters = word.drop { $0.isNumber }
        return letters.count == 1 && letters.allSatisfy(\.isLetter) && !["h", "m", "g", "l", "s"].contains(letters)
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

    /// In German, where nouns have capitals too, two in a row: "Gisela Mehnert".
    private static func names(
        in text: String, _ occurrences: [TermAnalyzer.Occurrence], isGerman: Bool
    ) -> Set<String> {
        let bytes = Array(text.utf8)
        let isCapital = occurrences.map { word in
            let written = String(decoding: bytes[word.range], as: UTF8.self)
            return written.first?.isUppercase == true && written.count > 1
                && follows(word.range.lowerBound, bytes)
        }
        return occurrences.indices.reduce(into: []) { names, index in
            guard isCapital[index] else { return }
            let beside = [index - 1, index + 1].filter(occurrences.indices.contains)
            if !isGerman || beside.contains(where: { isCapital[$0] }) { names.insert(occurrences[index].term) }
        }
    }

    /// The marks that a name may stand in.
    private static let openings = Set("*_\"'(".utf8)

    /// True if a word at `start` follows another one in its sentence.
    private static func follows(_ start: Int, _ bytes: [UInt8]) -> Bool {
        let before = bytes[..<start].reversed().drop { $0 == UInt8(ascii: " ") || openings.contains($0) }.first
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

    /// The words of a clause that its negation denies: of "not before Friday" and "no later than Friday" none.
    private static func denial(_ clause: [String]) -> Range<Int> {
        let preference = clause.indices.dropLast().first { clause[$0] == "rather" && clause[$0 + 1] == "than" }
        guard let start = preference.map({ $0 + 2 }) ?? clause.firstIndex(where: isNegation).map({ $0 + 1 }) else {
            return clause.count..<clause.count
        }
        let end = clause[start...].firstIndex(where: limits.contains) ?? clause.count
        return start..<end
    }

    private static let answers = Set.words("no nein non")

    private static let limits = Set.words(
        """
        until till before later than but except unless only yet just bis bevor spater sondern ausser nur jusqu avant plus
        hasta antes sino salvo
        """)

    private static func isNegation(_ word: String) -> Bool { negations.contains(word) }

    private static let negations = Set.words(
        """
        not no never none unable hardly barely scarcely fail fails failed false untrue nobody nothing neither nor without cannot didn don doesn isn wasn weren aren won wouldn couldn
        shouldn hasn haven hadn
        nicht kein keine keinen keinem keiner keines nie niemals nichts niemand ohne kaum falsch keineswegs
        pas jamais rien aucun aucune
        nunca nada nadie ningun ninguno ninguna tampoco sin
        """)
}
