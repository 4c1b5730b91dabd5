import RecallCore
import RecallText

/// The words of a language for times relative to the day of writing, folded.
struct RelativeTimeWords {
    /// A unit that a phrase counts.
    enum Unit: Hashable {
        case calendar(DateExpression.Unit)
        case weekend
    }

    let language: Language
    /// Words and phrases for a day, as the number of days after the day of writing.
    let days: [[String]: Int]
    /// "last", "this" and "next" as -1, 0 and 1.
    let directions: [String: Int]
    /// True if a direction may stand behind what it says more about: "semaine dernière".
    let directionFollows: Bool
    let units: [String: Unit]
    /// Monday first.
    let weekdays: [String]
    let seasons: [String: DateExpression.Yearly]
    /// The words before or behind a number of units that have passed: "vor", "ago".
    let ago: (before: [String], behind: [String])
    /// The same for units to come.
    let ahead: (before: [String], behind: [String])
    /// Numbers from one to twelve, and words for one.
    let numbers: [String: Int]

    /// The languages in which phrases are understood.
    static let all = [english, german, french, spanish]

    private static let english = RelativeTimeWords(
        language: .english,
        days: days(
            [
                -2: "day before yesterday", -1: "yesterday|last night|last evening",
                0: "today|tonight|this morning|this afternoon|this evening|earlier today|just now",
                1: "tomorrow", 2: "day after tomorrow",
            ]),
        directions: directions(last: "last past previous", this: "this", next: "next coming"), directionFollows: false,
        units: units(
            day: "day days", week: "week weeks", month: "month months", year: "year years",
            weekend: "weekend weekends"),
        weekdays: words("monday tuesday wednesday thursday friday saturday sunday"),
        seasons: DateWords.yearly.filter { $0.value != .christmas && $0.value != .easter },
        ago: ([], ["ago"]), ahead: ([], ["from", "now"]),
        numbers: numbers("one two three four five six seven eight nine ten eleven twelve", one: "a an"))

    private static let german = RelativeTimeWords(
        language: .german,
        days: days(
            [
                -2: "vorgestern", -1: "gestern", 0: "heute|heute morgen|heute abend", 1: "morgen|morgen abend",
                2: "ubermorgen",
            ]),
        directions: directions(
            last: "letzte letzten letzter letztes letztem vorige vorigen voriger voriges vergangene vergangenen",
            this: "diese diesen dieser dieses diesem", next: "nachste nachsten nachster nachstes kommende kommenden"),
        directionFollows: false,
        units: units(
            day: "tag tage tagen", week: "woche wochen", month: "monat monate monaten", year: "jahr jahre jahren",
            weekend: "wochenende wochenenden"),
        weekdays: words("montag dienstag mittwoch donnerstag freitag samstag sonntag"),
        seasons: ["fruhling": .spring, "fruhjahr": .spring, "sommer": .summer, "herbst": .autumn, "winter": .winter],
        ago: (["vor"], []), ahead: (["in"], []),
        numbers: numbers(
            "ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf", one: "eine einem einer einen"))

    private static let french = RelativeTimeWords(
        language: .french,
        days: days(
            [-2: "avant hier", -1: "hier|hier soir", 0: "aujourd hui|ce matin|ce soir", 1: "demain", 2: "apres demain"]
        ),
        directions: directions(
            last: "dernier derniere passe passee", this: "ce cet cette", next: "prochain prochaine"),
        directionFollows: true,
        units: units(
            day: "jour jours", week: "semaine semaines", month: "mois", year: "an ans annee annees", weekend: "weekend"),
        weekdays: words("lundi mardi mercredi jeudi vendredi samedi dimanche"),
        seasons: ["printemps": .spring, "ete": .summer, "automne": .autumn, "hiver": .winter],
        ago: (["il", "y", "a"], []), ahead: (["dans"], []),
        numbers: numbers("un deux trois quatre cinq six sept huit neuf dix onze douze", one: "une"))

    private static let spanish = RelativeTimeWords(
        language: .spanish,
        days: days(
            [
                -2: "anteayer|antier", -1: "ayer|anoche", 0: "hoy|esta manana|esta tarde|esta noche", 1: "manana",
                2: "pasado manana",
            ]),
        directions: directions(last: "pasado pasada", this: "este esta", next: "proximo proxima"),
        directionFollows: true,
        units: units(
            day: "dia dias", week: "semana semanas", month: "mes meses", year: "ano anos", weekend: "weekend"),
        weekdays: words("lunes martes miercoles jueves viernes sabado domingo"),
        seasons: ["primavera": .spring, "verano": .summer, "otono": .autumn, "invierno": .winter],
        ago: (["hace"], []), ahead: (["dentro", "de"], []),
        numbers: numbers("un dos tres cuatro cinco seis siete ocho nueve diez once doce", one: "una"))

    // MARK: Tables

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private static func days(_ phrases: [Int: String]) -> [[String]: Int] {
        phrases.reduce(into: [:]) { days, entry in
            for phrase in entry.value.split(separator: "|") { days[words(String(phrase))] = entry.key }
        }
    }

    private static func directions(last: String, this: String, next: String) -> [String: Int] {
        table([(last, -1), (this, 0), (next, 1)])
    }

    private static func units(
        day: String, week: String, month: String, year: String, weekend: String
    ) -> [String: Unit] {
        table([
            (day, .calendar(.day)), (week, .calendar(.week)), (month, .calendar(.month)), (year, .calendar(.year)),
            (weekend, .weekend),
        ])
    }

    private static func numbers(_ names: String, one: String) -> [String: Int] {
        table(words(names).enumerated().map { ($0.element, $0.offset + 1) } + [(one, 1)])
    }

    private static func table<Value>(_ entries: [(words: String, value: Value)]) -> [String: Value] {
        entries.reduce(into: [:]) { table, entry in for word in words(entry.words) { table[word] = entry.value } }
    }
}
