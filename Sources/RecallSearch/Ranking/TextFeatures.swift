import RecallCore
import RecallStore
import RecallText

/// The parts of a passage's score that its text gives when it is reranked.
struct TextFeatures: Sendable {
    /// For looking like an answer to the question.
    var answerType: Float = 0
    /// The share of the query's adjacent words that stand together, from 0 to 1.
    var proximity: Float = 0
    /// For dotted numbers of the query.
    var versions: Float = 0
    /// For long numbers of the query.
    var numbers: Float = 0
    /// For words of the query in the item's title.
    var title: Float = 0
}

/// Computes the features of passages' texts, one passage after the other. For one thread.
struct TextFeatureReader {
    private let question: QuestionType
    private let versions: VersionMatch
    private let numbers: LongNumbers
    private var proximity: TermProximity
    private var titles: TitleMatch

    /// A reader for the text of a query, and its words with their idfs.
    init(_ text: String, _ words: [(word: QueryWord, idf: Float)], _ analyzer: QueryAnalyzer) {
        question = QuestionType(text, words.map(\.word.folded))
        versions = VersionMatch(text)
        numbers = LongNumbers(text)
        proximity = TermProximity(words, analyzer)
        titles = TitleMatch(words, analyzer)
    }

    /// The features of a passage.
    mutating func features(of passage: PassageText) -> TextFeatures {
        let text = passage.stored.text
        var features = TextFeatures(
            versions: versions.bonus(for: text), title: titles.bonus(for: passage.stored.item.title))
        if !question.isOpen || !proximity.isEmpty {
            features.answerType = question.bonus(for: passage)
            features.proximity = proximity.share(in: passage)
        }
        if !numbers.digits.isEmpty, numbers.areAll(among: LongNumbers(text)) { features.numbers = Self.numberWeight }
        return features
    }

    /// More than nearness in meaning can have: numbers of which some digits differ are near to each other, and mean others.
    private static let numberWeight: Float = 1.5
}
