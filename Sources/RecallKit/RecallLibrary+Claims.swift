public import RecallCore
import RecallSearch
import RecallText

/// Checking of answers against the items that they cite.
extension RecallLibrary {
    /// The verdicts on claims, in their order: true for those whose evidence says them, as far as words, numbers and
    /// closeness in meaning tell.
    public func check(_ claims: [Claim], clock: QueryClock) throws -> [ClaimVerdict] {
        try ClaimCheck(encoder: encoder, clock: clock).verdicts(on: claims)
    }

    /// The sentences of a text, without the blanks around them.
    public static func sentences(of text: String) -> [String] {
        SentenceSplitter.sentences(of: text).map { text.utf8Slice($0) }
    }

    /// The words of a text, folded, in order.
    public static func words(of text: String) -> [String] {
        NameWords.words(of: text)
    }

    /// The words of a text that are not function words, as written, in order.
    public static func contentWords(of text: String) -> [String] {
        let analyzer = TermAnalyzer()
        let occurrences = analyzer.terms(of: text, language: nil)
        let language = LanguageDetector.stemming(of: occurrences.map(\.term)) ?? .english
        return occurrences.filter { analyzer.term(of: $0.term, language: language) != nil }.map {
            text.utf8Slice($0.range)
        }
    }
}
