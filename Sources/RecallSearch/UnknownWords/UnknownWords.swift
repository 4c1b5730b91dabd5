import RecallEmbedding
import RecallStore
import RecallText

/// What the library may call a word that nobody in it says: the parts of a compound, or the word without a slip of the
/// finger. The library's own vocabulary is the dictionary.
struct UnknownWords {
    let analyzer: QueryAnalyzer
    let snapshot: LibrarySnapshot
    /// Knows by its own vocabulary which words are spelled right. Without one, no word is taken for a slip: the library
    /// does not say "treaty", but "treat" is none the less another word.
    let encoder: (any SentenceEncoder)?
    /// Words that the filter asks for as they are, folded.
    let required: Set<String>

    /// What was made of a query's words.
    struct Reading {
        var words: [QueryWord]
        /// Words that were read as others: as typed, and as read.
        var corrections: [(typed: String, read: String)] = []
    }

    /// Each costs some hundred lookups. A long text that somebody pastes is none that slipped.
    private static let mostWords = 4

    /// The words: of compounds that nobody says their parts, others as they may be meant.
    func read(_ words: [QueryWord]) throws -> Reading {
        var reading = Reading(words: [])
        var unknown = 0
        for word in words {
            if unknown < Self.mostWords, try isUnknown(word) {
                unknown += 1
                try reading.add(word, in: self)
            } else {
                reading.words.append(word)
            }
        }
        return reading
    }

    /// Whether it is a word, is in no item and no name, and not one that the encoder has whole: such a word is spelled as it
    /// is meant, and the vectors know it.
    private func isUnknown(_ word: QueryWord) throws -> Bool {
        guard !word.isFunctionWord, !word.isIdeographic, !required.contains(word.folded),
            word.folded.unicodeScalars.allSatisfy(\.properties.isAlphabetic),
            try snapshot.usage(of: word.terms).isEmpty, try !snapshot.isNameOfParticipant(word.folded)
        else { return false }
        let pieces = encoder?.tokens(of: word.folded) ?? []
        return pieces.count != 1 || pieces[0] == encoder?.unknownToken
    }

    /// How much some folded words are said, in any form; those that are not are left out.
    func usage(of words: some Sequence<String>) throws -> [String: Int] {
        let terms = Dictionary(words.map { ($0, analyzer.terms(of: $0)) }) { first, _ in first }
        let said = try snapshot.usage(of: terms.values.reduce(into: Set()) { $0.formUnion($1) })
        return terms.mapValues { $0.reduce(0) { $0 + said[$1, default: 0] } }.filter { $0.value > 0 }
    }
}

extension UnknownWords.Reading {
    /// Adds an unknown word as what it may be.
    fileprivate mutating func add(_ word: QueryWord, in vocabulary: UnknownWords) throws {
        if let parts = try CompoundSplitting(vocabulary: vocabulary).parts(of: word.folded) {
            words += parts.flatMap(vocabulary.analyzer.words)
        } else if vocabulary.encoder != nil,
            let meant = try SpellingCorrection(vocabulary: vocabulary).correct(word.folded)
        {
            words += vocabulary.analyzer.words(of: meant)
            corrections.append((word.text, meant))
        } else {
            words.append(word)
        }
    }
}
