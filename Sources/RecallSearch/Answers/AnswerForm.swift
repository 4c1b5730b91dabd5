import RecallCore
import RecallText

/// Tests for what a sentence has of the type of answer that a question asks for.
extension AnswerType {
    /// True if a sentence has something of this type that the question does not contain, false if it has nothing;
    /// `nil` if that cannot be recognised.
    ///
    /// - Parameters:
    ///   - words: of the sentence, folded.
    ///   - asked: the words of the question, folded.
    ///   - isGerman: true where nouns begin with capital letters.
    func isAnswered(by text: String, _ words: [String], besides asked: Set<String>, isGerman: Bool) -> Bool? {
        switch self {
        case .number: words.contains { !asked.contains($0) && QuestionType.isNumber($0) }
        case .duration: Self.hasDuration(words)
        case .clock: Self.hasClockTime(text, words)
        case .amount: Self.hasAmount(text, words)
        case .identifier: Self.hasIdentifier(words, besides: asked.union(Self.sums(in: text)))
        case .password: Self.hasPassword(text, besides: asked)
        case .time: words.contains { !asked.contains($0) && Self.isTime($0) }
        case .person, .place: Self.names(in: text, besides: asked, inRow: isGerman ? 2 : 1)
        case .surname: Self.hasMoreOfName(text, words, asked)
        case .address: AddressForm.isIn(text)
        case .reason, .name, .other: nil
        }
    }

    /// True if a sentence cannot be the answer alone, whatever its words are: of an amount it has no number but those of dates, of
    /// a code no sign of one. It may be worth reading all the same: "The code is on the card".
    ///
    /// - Parameter isAnswered: as `isAnswered(by:_:besides:isGerman:)` says of the sentence.
    func isLacking(
        in text: String, _ words: [String], besides asked: Set<String>, isGerman: Bool, isAnswered: Bool?
    ) -> Bool {
        switch self {
        case .number: !Self.hasQuantity(words, besides: asked.union(Self.references(in: text)))
        case .amount:
            isAnswered == false && !Self.hasQuantity(words, besides: asked.union(Self.references(in: text)))
        case .identifier, .password, .duration, .clock, .surname: isAnswered == false
        case .person:
            !isGerman && words.allSatisfy { !Self.firstPersons.contains($0) } && !Self.hasCapital(text, besides: asked)
        case .name: !Self.hasCapital(text, besides: asked)
        case .reason: words.allSatisfy { !Self.reasons.contains($0) }
        case .time: !Self.hasDate(text, words, besides: asked)
        case .place: isAnswered == false && !Self.hasPlace(words)
        case .address, .other: false
        }
    }

    // MARK: Numbers

    /// True if there is a number with a currency or a unit: `£1,450`, `300 euros`, `15 %`.
    private static func hasAmount(_ text: String, _ words: [String]) -> Bool {
        if text.contains(where: { "£$€¥₹%".contains($0) }) { return text.contains(where: \.isNumber) }
        return zip(words, words.dropFirst()).contains { QuestionType.isNumber($0) && units.contains($1) }
    }

    private static let units = Set.words(
        """
        euro euros eur pound pounds gbp quid dollar dollars usd franc francs franken chf cent cents pence libra libras
        dolares percent prozent pourcent ciento kg kilo kilos kilogram kilograms gram grams gramm grammes gramos liter
        liters litre litres litro litros km kilometer kilometers kilometre kilometres mile miles meter meters metre metres
        metros million millions millionen millones billion billions
        """)

    /// True if there is a number that is not of a date or a length of time.
    private static func hasQuantity(_ words: [String], besides asked: Set<String>) -> Bool {
        // Where hours are asked for, "28 hours" is what is counted.
        let units = durationUnits.union(multiples).subtracting(asked)
        return words.indices.contains { i in
            guard QuestionType.isNumber(words[i]), !isOrdinal(words[i]), !asked.contains(words[i]) else { return false }
            return !isOfDate(i, words) && !isBeside(units, i, words)
        }
    }

    /// The digits of references in a text, folded: "SDR-209-77413" counts nothing.
    private static func references(in text: String) -> [String] {
        digits(in: text) { $0.first { $0.isLetter || $0.isNumber }?.isLetter == true }
    }

    /// The digits, folded, of the words of a text that pass a test.
    private static func digits(in text: String, where isMeant: (Substring) -> Bool) -> [String] {
        text.split(whereSeparator: \.isWhitespace).filter(isMeant)
            .flatMap { $0.split { !$0.isNumber }.map(String.init) }
    }

    /// True for a number that stands beside a month, or behind others that do: "Apr 1 - 10, 2002".
    private static func isOfDate(_ i: Int, _ words: [String]) -> Bool {
        func isPart(_ word: String) -> Bool {
            Int(word).map { (1...31).contains($0) || (1900...2100).contains($0) } ?? false
        }
        let before = words[max(0, i - longestDate)..<i].last { !isPart($0) }
        let after = words[(i + 1)...].prefix(longestDate).first { !isPart($0) }
        return [before, after].contains { $0.map(months.contains) ?? false }
    }

    /// The words of a date on one side of a number, its month among them.
    private static let longestDate = 4

    private static func isBeside(_ others: Set<String>, _ i: Int, _ words: [String]) -> Bool {
        i > 0 && others.contains(words[i - 1]) || i + 1 < words.count && others.contains(words[i + 1])
    }

    /// The words between "password" and the password.
    private static let introductions: Set = ["is", "ist", "lautet", "est", "es", "=", ":", "->", "→", "–", "-"]

    private static let months = Set(MonthNames.fullNumbers.keys).union(MonthNames.abbreviations.keys)

    private static func isOrdinal(_ word: String) -> Bool {
        word.utf8.first?.isASCIIDigit == true && ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) }
    }

    /// True if there are the digits of a code or a number: at least three, or digits among letters. "5 to 7 working days" has none,
    /// and the year of a date is none.
    private static func hasIdentifier(_ words: [String], besides asked: Set<String>) -> Bool {
        words.indices.contains { i in
            let word = words[i].utf8
            let digits = word.count(where: \.isASCIIDigit)
            guard digits > 0, !isOrdinal(words[i]), !asked.contains(words[i]) else { return false }
            return digits < word.count && word.count >= 4 || digits >= 3 && !isOfDate(i, words)
        }
    }

    /// True if there is what looks like a password, letters with digits or with a hyphen or an underscore within, or what follows
    /// "password:" and "the password is". "The old password does not work" has none.
    private static func hasPassword(_ text: String, besides asked: Set<String>) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.indices.contains { i in
            let core = words[i].drop { !$0.isLetter && !$0.isNumber }
            let isKnown = asked.contains(WordFolding.fold(String(core.prefix { $0.isLetter || $0.isNumber })))
            if !isKnown, core.count >= 6, core.contains(where: \.isLetter),
                core.dropLast().contains(where: { $0.isNumber || $0 == "-" || $0 == "_" })
            {
                return true
            }
            let word = WordFolding.fold(String(core.prefix { $0.isLetter }))
            guard AnswerType.passwords.contains(word), i + 1 < words.count else { return false }
            return core.last.map { ":=".contains($0) } ?? false || introductions.contains(words[i + 1].lowercased())
        }
    }

    /// The digits of the sums of money in a text, folded: no code has a currency.
    private static func sums(in text: String) -> [String] {
        digits(in: text) { $0.contains { "£$€¥₹".contains($0) } }
    }

    // MARK: Times

    private static func isTime(_ word: String) -> Bool {
        QuestionType.timeWords.contains(word) || word.utf8.contains(where: \.isASCIIDigit)
    }

    /// True if there is a day, a date or a time of day. A length of time is none: "two years ahead".
    private static func hasDate(_ text: String, _ words: [String], besides asked: Set<String>) -> Bool {
        words.indices.contains { i in
            let word = words[i]
            guard !asked.contains(word) else { return false }
            if QuestionType.timeWords.contains(word) { return !lengths.contains(word) || isBeside(agos, i, words) }
            return isOrdinal(word) || isYear(word) || isBeside(months, i, words) && Int(word) != nil
        } || hasHourAndMinutes(Array(text.utf8))
    }

    /// True for a year, or a decade: "1206", "1950s".
    private static func isYear(_ word: String) -> Bool {
        Int(word.hasSuffix("s") ? word.dropLast() : word[...]).map { (1_000...2_100).contains($0) } ?? false
    }

    /// Words of time that say how long, beside one of `agos` when.
    private static let lengths = Set.words("days weeks months years tage wochen jahre jours annee dias")
    private static let agos = Set.words("ago later before last past next vor hace dans")

    /// True if there is a length of time, a date that ends one, or a point since or until which something lasts.
    private static func hasDuration(_ words: [String]) -> Bool {
        words.contains { durationUnits.contains($0) || spans.contains($0) || months.contains($0) }
    }

    private static let durationUnits = Set.words(
        """
        second seconds minute minutes min mins hour hours hr hrs day days night nights week weeks fortnight month months
        year years yr yrs decade decades century centuries
        sekunde sekunden minuten stunde stunden tag tage tagen nacht nachte woche wochen monat monate monaten jahr jahre
        jahren jahrzehnt jahrzehnte jahrhundert
        seconde secondes heure heures jour jours nuit nuits semaine semaines mois an ans annee annees siecle
        segundo segundos minuto minutos hora horas dia dias noche noches semana semanas mes meses ano anos siglo
        minuti ore giorno giorni notti settimana settimane mesi anni anno uur uren dagen weken maand maanden jaar jaren
        minut minuty godzin godziny godzine dni tygodni tygodnie tydzien miesiac miesiecy miesiace rok lat lata
        минут минуты минуту час часа часов день дня дней ночь ночи неделя неделю недели недель месяц месяца месяцев год года
        лет сутки суток
        """)
    /// "Three times the sum" is no sum.
    private static let multiples = Set.words("times mal fois veces")
    private static let spans = Set.words(
        "since until till overnight forever always seit bis immer depuis toujours desde hasta siempre")

    /// True if there is a time of day: `22:00`, `7.30`, `10 pm`, `8 Uhr`, "noon".
    private static func hasClockTime(_ text: String, _ words: [String]) -> Bool {
        if words.contains(where: clockWords.contains) { return true }
        if zip(words, words.dropFirst()).contains(where: { isHour($0) && clockUnits.contains($1) }) { return true }
        return words.contains { word in clockEndings.contains { word.hasSuffix($0) && isHour(word.dropLast($0.count)) }
        }
            || hasHourAndMinutes(Array(text.utf8))
    }

    /// True for digits as in `6:55`, `06.55` or `6h55`.
    private static func hasHourAndMinutes(_ text: [UInt8]) -> Bool {
        text.indices.contains { i in
            guard i > 0, i + 2 < text.count, ":.h".utf8.contains(text[i]), text[i - 1].isASCIIDigit else {
                return false
            }
            let ends = i + 3 == text.count || !(text[i + 3].isASCIIDigit || text[i + 3] == text[i])
            let begins = i < 3 || !(text[i - 3].isASCIIDigit || text[i - 3] == text[i]) || !text[i - 2].isASCIIDigit
            let minutes = text[i + 1]
            return begins && ends && (UInt8(ascii: "0")...UInt8(ascii: "5")).contains(minutes)
                && text[i + 2].isASCIIDigit
        }
    }

    private static func isHour(_ word: some StringProtocol) -> Bool {
        Int(word).map { (0...24).contains($0) } ?? QuestionType.isNumber(String(word))
    }

    private static let clockWords = Set.words(
        "noon midnight midday mittag mittags mitternacht midi minuit mediodia medianoche")
    private static let clockUnits = Set.words("am pm o oclock uhr h heures horas")
    private static let clockEndings = ["am", "pm", "h"]

    // MARK: People and reasons

    /// True if so many words in a row, not at the beginning of a sentence, begin with a capital letter.
    private static func names(in text: String, besides asked: Set<String>, inRow least: Int) -> Bool {
        var (row, isFirst) = (0, true)
        for word in text.split(whereSeparator: \.isWhitespace) {
            let letters = word.drop { !$0.isLetter && !$0.isNumber }.prefix { $0.isLetter || $0.isNumber }
            let isName =
                !isFirst && letters.count > 1 && letters.first?.isUppercase == true
                && !asked.contains(WordFolding.fold(String(letters)))
            row = isName ? row + 1 : 0
            if row == least { return true }
            isFirst = word.last.map { ".!?:".contains($0) } ?? false
        }
        return false
    }

    /// True if there is an adverb of place, or a preposition of place before anything but a time.
    private static func hasPlace(_ words: [String]) -> Bool {
        words.indices.contains { i in
            guard i + 1 < words.count else { return placeAdverbs.contains(words[i]) }
            let next = words[i + 1]
            // "Here is the list", and "wir reden über die Hündin".
            if placeAdverbs.contains(words[i]) { return !copulas.contains(next) }
            if words[i] == "uber" { return datives.contains(next) }
            return placePrepositions.contains(words[i]) && !QuestionType.timeWords.contains(next)
                && !QuestionType.isNumber(next)
        }
    }

    private static let copulas: Set = ["is", "are", "s", "ist", "sind"]
    /// The articles behind a preposition that says where something is, not where it goes or what is talked about.
    private static let datives: Set = ["dem", "der", "einem", "einer"]

    private static let placePrepositions = Set.words(
        """
        in at on under behind near beside inside outside above below between opposite to into from by through
        im am in auf unter hinter neben bei beim an zwischen vor aus nach
        dans sur sous chez pres en sobre bajo detras junto entre
        nel nella sul sulla sotto dietro vicino em na pod przy obok naast achter op bij tussen
        в во на под за у около возле над между из с со
        """)
    private static let placeAdverbs = Set.words(
        """
        here there home upstairs downstairs abroad hier dort oben unten daheim ici chez aqui ahi alli arriba abajo
        qui casa aqui thuis daar tu tam domu здесь тут там дома
        """)

    /// True if any word may be a name, also the first one: "Bogna came to see it".
    private static func hasCapital(_ text: String, besides asked: Set<String>) -> Bool {
        text.split { !$0.isLetter && !$0.isNumber }.contains { word in
            guard word.first?.isUppercase == true else { return false }
            let folded = WordFolding.fold(String(word))
            return !asked.contains(folded) && !beginnings.contains(folded) && !QuestionType.timeWords.contains(folded)
        }
    }

    /// True if another name stands beside one that the question has, or if a surname is spoken of: "Ida Lang", "née Lang".
    private static func hasMoreOfName(_ text: String, _ words: [String], _ asked: Set<String>) -> Bool {
        let spoken = words.contains { surnames.contains($0) || birthNames.contains($0) }
        if spoken, hasCapital(text, besides: asked) { return true }
        let tokens = text.split(whereSeparator: \.isWhitespace)
        return zip(tokens, tokens.dropFirst()).contains { first, second in
            guard first.last?.isLetter == true, first.first?.isUppercase == true,
                second.first?.isUppercase == true
            else { return false }
            let pair = [first, second].map { WordFolding.fold(String($0.prefix { $0.isLetter })) }
            return asked.contains(pair[0]) != asked.contains(pair[1]) && pair.allSatisfy { !beginnings.contains($0) }
        }
    }

    private static let birthNames = Set.words("nee born geborene geb")

    /// Words that begin sentences, and are no names.
    private static let beginnings = Set.words(
        """
        the a an this that these those it its he she they there then and but or so if as at in on of to for from with by
        not no yes is are was were do did has have had what when where who how why which all some any your their his her
        also just still i my our we me you hi hello dear thanks thank please paid got well oh ok okay now
        """)

    /// Those who write may be who is asked for.
    private static let firstPersons = Set.words(
        """
        i me we us my our ich mich mir wir uns je moi nous yo nosotros mi io noi eu ik mij wij ja mnie я мне меня мы нам нас
        """)

    /// Words by which a sentence gives a reason, however loosely.
    private static let reasons = Set.words(
        """
        because cause since so as due owing after for therefore thus hence reason reasons thanks order avoid too enough if
        weil da denn deshalb daher wegen grund damit um zu car parce puisque afin raison porque pues ya debido razon para
        perche poiche siccome causa want omdat doordat dus bo poniewaz dlatego zeby aby gdyz
        потому поэтому из чтобы так ведь
        """)
}
