import RecallCore
import RecallStore
import RecallText

/// The names in a question that is typed without capital letters: "which hotel was it in paris". They are the words that the
/// library's texts write with one.
struct WrittenNames {
    /// The words of the question that are names.
    private(set) var words: QuestionTerms.Words = 0

    /// - Complexity: a look at `passages` passages for each rare word.
    init(
        _ terms: inout QuestionTerms, of query: PreparedQuery, _ snapshot: SearchSnapshot, _ limits: SearchLimits
    ) throws {
        for (bit, word) in terms.rareWords(from: Self.leastIDF).prefix(Self.mostWords) {
            try limits.checkTask()
            let passages = query.lexical.passages(of: word)
            let step = max(1, passages.count / Self.passages)
            var (capitals, all) = (0, 0)
            for index in stride(from: 0, to: passages.count, by: step).prefix(Self.passages) {
                guard let passage = try snapshot.passage(PassageID(index: Int(passages[index]))) else { continue }
                let text = passage.stored.text
                // In German every noun has a capital letter.
                guard LanguageDetector.stemming(of: text) != .german else { continue }
                let written = Self.written(bit, in: text, &terms)
                (capitals, all) = (capitals + written.capitals, all + written.all)
            }
            if all > 0, capitals * 10 >= all * Self.leastCapitalsOfTen { words |= bit }
        }
    }

    /// The number of times that a text writes a word within a sentence, and of these with a capital letter. What is in capital letters
    /// as a whole tells nothing, nor does a title.
    private static func written(
        _ bit: QuestionTerms.Words, in text: String, _ terms: inout QuestionTerms
    ) -> (capitals: Int, all: Int) {
        var (capitals, all) = (0, 0)
        var before: Substring?
        for token in text.split(whereSeparator: \.isWhitespace) {
            let core = token.drop { !$0.isLetter }.prefix { $0.isLetter }
            defer { before = token }
            guard let last = before?.last, last.isLowercase || last == ",", before?.first?.isUppercase != true,
                let first = core.first, core.startIndex == token.startIndex,
                !core.dropFirst().contains(where: \.isUppercase),
                terms.words(of: WordFolding.fold(String(core))) & bit != 0
            else { continue }
            all += 1
            if first.isUppercase { capitals += 1 }
        }
        return (capitals, all)
    }

    /// A word of a smaller idf is in more than every twentieth passage.
    private static let leastIDF: Float = 3
    private static let (mostWords, passages) = (6, 8)
    private static let leastCapitalsOfTen = 8
}
