import RecallStore
import RecallText

/// The words of a question, to be looked for in texts: which of them a text contains, in any of their forms.
struct QuestionTerms {
    /// A set of words of the question, as bits.
    typealias Words = UInt64

    /// The words that count, with their idf.
    private let words: [(word: QueryWord, idf: Float)]
    /// The names and numbers among them.
    private var names: Words
    /// Those that begin with a capital letter, but for months and days.
    private var capitals: Words
    /// True if no word but the first and "I" begins with a capital letter: who types so does not write names with one either.
    let isWithoutCapitals: Bool
    private let beginnings: TermBeginnings
    private let analyzer: QueryAnalyzer
    /// For each folded word met so far, the words of the question that it is. Words repeat.
    private var known: [String: Words] = [:]
    /// The summed idf of the words that an answer is expected to be near.
    let total: Float
    /// The summed idf of these and of the words that only ask, as a multiple of `total`: 1 without any.
    let askedShare: Float

    init(_ query: PreparedQuery) {
        let ranked = zip(query.words, query.lexical.idfs).enumerated().filter { $0.element.1 > 0 }
        let hasNumber = !LongNumbers(query.text).digits.isEmpty
        let told = ranked.filter { position, _ in
            let word = query.words[position].folded
            return !Self.onlyAsks(query.words, at: position) && !query.mentions.kindWords.contains(word)
                && !(hasNumber && Self.wordsForNumbers.contains(word))
        }
        // A question of question words alone is about these.
        let counted = (told.isEmpty ? ranked : told).prefix(Words.bitWidth)
        words = counted.map { ($0.element.0, $0.element.1) }
        func bits(where predicate: (QueryWord, Int) -> Bool) -> Words {
            counted.enumerated().reduce(0) { found, next in
                predicate(next.element.element.0, next.element.offset) ? found | 1 << next.offset : found
            }
        }
        names = bits { Self.isName($0, at: $1) }
        capitals = bits { Self.isCapital($0, at: $1) && !QuestionType.timeWords.contains($0.folded) }
        isWithoutCapitals = query.words.dropFirst().allSatisfy { $0.text == "I" || $0.text.first?.isUppercase != true }
        beginnings = TermBeginnings(words.reduce(into: []) { $0.formUnion($1.word.terms) })
        analyzer = query.analyzer
        total = words.reduce(0) { $0 + $1.idf }
        askedShare = total > 0 ? ranked.reduce(0) { $0 + $1.element.1 } / total : 1
    }

    /// Adds to the words that are names.
    mutating func addNames(_ words: Words) {
        names |= words
        capitals |= words
    }

    /// The words of letters that are no words of time, of an idf and more, each with its bit.
    func rareWords(from leastIDF: Float) -> [(bit: Words, word: QueryWord)] {
        words.enumerated().compactMap { index, next in
            let word = next.word
            guard next.idf >= leastIDF, !QuestionType.timeWords.contains(word.folded),
                word.folded.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
            else { return nil }
            return (1 << index, word)
        }
    }

    /// True for a word that an answer does not repeat: "wer", "welche", "much" of "how much". Function words of the
    /// library's other languages are rare in it, so that "wer" would count as the rarest word that is missing.
    private static func onlyAsks(_ words: [QueryWord], at position: Int) -> Bool {
        let word = words[position].folded
        if askingWords.contains(word) { return true }
        if sayingWords.contains(word), words.contains(where: { topicWords.contains($0.folded) }) { return true }
        return position > 0 && QuestionType.numberQuestions.contains("\(words[position - 1].folded) \(word)")
    }

    /// The words of the question that an item's title consists of: what it says, it says of these. None where the title has others.
    mutating func words(naming title: String) -> Words {
        let folded = analyzer.foldedWords(of: title).filter {
            !analyzer.isFunctionWord($0) && !SubjectPrefixes.words.contains($0)
        }
        let found = folded.map { words(of: $0) }
        return found.contains(0) ? 0 : found.reduce(0, |)
    }

    /// True for a word that begins with a capital letter, or that has a digit. The first one may be any word.
    private static func isName(_ word: QueryWord, at position: Int) -> Bool {
        isCapital(word, at: position) || position > 0 && word.text.utf8.contains(where: \.isASCIIDigit)
    }

    private static func isCapital(_ word: QueryWord, at position: Int) -> Bool {
        position > 0 && word.text.first?.isUppercase == true
    }

    private static let askingWords = foreignAskingWords.union(Set.words("who whom whose when where which what why how"))
    static let foreignAskingWords = Set.words(
        """
        wer wem wen wessen wann wo warum wieso weshalb was wie welche welcher welches welchem welchen wohin woher
        wieviel wieviele surname nachname familienname apellido
        quien quienes cuando donde adonde cual cuales cuanto cuantos cuanta cuantas como que
        qui quoi quand pourquoi comment quel quelle quels quelles combien
        chi che cosa quando dove perche quale quali quanto quanti quanta quante
        quem onde qual quais quantos quantas
        wat waar wanneer waarom hoe welke welk hoeveel hoelang wiens
        kto kogo komu kim gdzie kiedy dlaczego czemu jak jaki jaka jakie jakiego jakiej jakim ktory ktora ktore ktorego ktorej
        ile ilu czy
        кто кого кому кем что чего чему чем где куда откуда когда почему зачем как какой какая какое какие какого какую каком
        каким сколько чей чья чье чьи который которая которое ли
        """)
    /// Beside a long number these say only that it is one: "Whose number is 0171 2345678?"
    private static let wordsForNumbers = Set.words(
        """
        number phone telephone mobile nummer telefonnummer handynummer telefon handy numero telefono movil telefone telefoon
        numer номер телефон
        """)
    /// Before what somebody said something about, these only ask: "What did Ada write about the flat?"
    private static let sayingWords = Set.words(
        """
        say says said write writes wrote written mention mentioned tell told
        sagt sagte gesagt schreibt schrieb geschrieben erzahlt dit ecrit dijo dice escribio
        """)
    private static let topicWords = Set.words("about regarding uber sur sobre")

    /// The words of the question among folded words.
    mutating func words(in folded: [String]) -> Words {
        folded.reduce(0) { $0 | words(of: $1) }
    }

    /// The words of the question that a folded word is a form of.
    mutating func words(of folded: String) -> Words {
        guard beginnings.contain(folded) else { return 0 }
        if let known = known[folded] { return known }
        let terms = analyzer.isFunctionWord(folded) ? [folded] : analyzer.terms(of: folded)
        let found = words.indices.reduce(Words(0)) { words[$1].word.terms.isDisjoint(with: terms) ? $0 : $0 | 1 << $1 }
        known[folded] = found
        return found
    }

    /// The share of the question's idf in words with a capital letter that are not among these. Not of months and days.
    func missingCapitalShare(besides found: Words) -> Float { share(of: capitals & ~found) }

    /// The share of the question's idf that these words have.
    func share(of found: Words) -> Float {
        guard total > 0 else { return 0 }
        return words.indices.reduce(0) { found & 1 << $1 == 0 ? $0 : $0 + words[$1].idf } / total
    }

    /// The share of the question's idf of names and numbers that are not among these words.
    func missingNameShare(besides found: Words) -> Float { share(of: names & ~found) }

    /// The share of the question's idf of words that are among folded words in no form, but whose beginning is a part of
    /// one: "Meisterschaft" in "Weltmeisterschaften". Stems do not tell in compounds, nor in a language that is not known.
    mutating func partShare(in folded: [String]) -> Float {
        let whole = words(in: folded)
        let parts = words.indices.filter { index in
            let word = words[index].word.folded
            let beginning = word.prefix(max(Self.shortestPart, word.count - Self.longestEnding))
            return whole & 1 << index == 0 && folded.contains { $0.contains(beginning) }
        }
        return share(of: parts.reduce(0) { $0 | 1 << $1 })
    }

    /// The fewest letters by which a word is known within another.
    private static let shortestPart = 4
    /// The letters that inflection may change at the end of a word.
    private static let longestEnding = 2
}
