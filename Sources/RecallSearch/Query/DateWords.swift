import RecallCore
import RecallText

/// The words of dates in plain words: English, and what other languages call months, seasons and holidays; folded.
enum DateWords {
    /// Prepositions that change nothing: "in March" is March.
    static let introductions: Set<String> = ["in", "on", "at", "during", "over", "around"]
    /// Prepositions that make a date one end of a range.
    static let bounds: Set<String> = ["before", "after", "since", "until", "till"]
    /// Words that relate a date to today.
    static let relations: Set<String> = ["last", "past", "this"]

    /// The thirds of a year, a season or a month.
    static let thirds: [String: DateExpression.Third] = [
        "early": .early, "beginning": .early, "start": .early, "mid": .middle, "middle": .middle, "late": .late,
        "end": .late,
    ]

    /// Seasons and holidays.
    static let yearly: [String: DateExpression.Yearly] = [
        "spring": .spring, "summer": .summer, "autumn": .autumn, "fall": .autumn, "winter": .winter,
        "christmas": .christmas, "xmas": .christmas, "easter": .easter,
        "weihnachten": .christmas, "noel": .christmas, "navidad": .christmas, "natale": .christmas,
        "ostern": .easter, "paques": .easter, "pascua": .easter, "pasqua": .easter,
        "fruhling": .spring, "printemps": .spring, "primavera": .spring,
        "sommer": .summer, "verano": .summer, "herbst": .autumn, "automne": .autumn, "otono": .autumn,
        "hiver": .winter, "invierno": .winter,
    ]

    /// Words within a date that change nothing: "17th of March 2024", "3 de noviembre de 2024", "am 3. März 2024".
    static let fillers: Set<String> = ["of", "de", "del", "le", "el", "am", "den"]

    /// Words after which a word that is also a verb, as "may" and "march" are, is a month.
    static let beforeMonths = introductions.union(bounds).union(relations).union(["of", "next", "en", "im"])

    /// The words with which a phrase of several words may begin, so that "the fall" is none.
    static let openings = introductions.union(bounds).union(relations).union(thirds.keys).union(yearly.keys)
        .union(["a", "an"])

    static let holidays = Set(yearly.lazy.filter { $0.value == .christmas || $0.value == .easter }.map(\.key))

    /// The word that is a date by itself and one typing error away, or two in a long one; `nil` if there is none.
    static func nearest(to text: String) -> String? {
        NearestName.nearest(to: WordFolding.fold(text), in: alone) { max(1, $0.count / 4) }
    }

    private static let alone =
        ["today", "yesterday", "tomorrow"] + MonthNames.english.map { $0.lowercased() } + yearly.keys.sorted()
}
