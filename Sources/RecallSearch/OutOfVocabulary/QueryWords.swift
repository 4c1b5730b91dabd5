import RecallCore
import RecallEmbedding
import RecallStore
import RecallText

/// Reads the words of a query: words that are out of the library's vocabulary are replaced by the parts of a compound, or by the
/// word that was meant where one was mistyped, and numbers by the form in which they stand there. The library's own vocabulary is
/// the dictionary.
struct QueryWords {
    let analyzer: QueryAnalyzer
    let library: LibrarySnapshot
    /// Knows by its own vocabulary which words are spelled right. Without one, no word is corrected: the library may not
    /// have "treaty", but "treat" is none the less another word.
    let encoder: (any SentenceEncoder)?
    /// Words that the filter asks for as they are, folded.
    let required: Set<String>

    /// The words of a query as they are searched for.
    struct Reading {
        var words: [QueryWord]
        /// Words that were read as others: as typed, and as read.
        var corrections: [(typed: String, read: [String])] = []
        /// The number of words that are left out because a search has no room for more.
        var leftOut = 0

        /// Notes for the person.
        var notes: [String] {
            let corrected = corrections.map { correction in
                let read = correction.read.map { "\"\($0)\"" }.joined(separator: " and ")
                return "No item says \"\(correction.typed)\": searched for \(read)."
            }
            guard leftOut > 0 else { return corrected }
            return corrected + [
                "The query has more words than one search can look up: the \(leftOut) most common ones were left out."
            ]
        }
    }

    /// The maximum number of corrected words. Each costs hundreds of lookups, and a long pasted text is not mistyped.
    private static let mostReplaced = 4
    /// The words whose spelling is looked at.
    private static let mostChecked = 64

    /// The words of a text. Single rankings are evaluated without corrections.
    ///
    /// - Parameter query: tells if the last word may be incomplete.
    func read(_ text: String, in query: SearchQuery, _ ranking: Ranking) throws -> Reading {
        var (words, leftOut) = try affordable(withFunctionWords(analyzer.words(of: text)))
        guard ranking == .hybrid else { return Reading(words: words, leftOut: leftOut) }
        var unfinished: [QueryWord] = []
        if query.isBeingTyped, var last = words.last, query.text.hasSuffix(last.text) {
            let begun = try library.terms(beginningWith: last.folded)
            // What no word begins with is not the beginning of one, and read like the other words.
            if !begun.isEmpty {
                last.terms.formUnion(begun)
                words.removeLast()
                unfinished = [last]
            }
        }
        var reading = try replacingUnknown(words, in: text)
        reading.leftOut = leftOut
        reading.words += unfinished
        return reading
    }

    /// The words of a short question in another language than English, which is taken for English where nothing but the word that
    /// asks tells the language, with its function words.
    private func withFunctionWords(_ words: [QueryWord]) -> [QueryWord] {
        guard let first = words.first, !first.isFunctionWord, QuestionTerms.foreignAskingWords.contains(first.folded)
        else { return words }
        let known = words.map { word in
            var word = word
            word.isFunctionWord = word.isFunctionWord || word.folded == "beim" || analyzer.isFunctionWord(word.folded)
            return word
        }
        return known.dropFirst().allSatisfy(\.isFunctionWord) ? words : known
    }

    private func replacingUnknown(_ words: [QueryWord], in text: String) throws -> Reading {
        var reading = Reading(words: [])
        var (replaced, position) = (0, 0)
        let numbers = LongNumbers(text)
        while position < words.count {
            let word = words[position]
            let isRead = replaced < Self.mostReplaced && position < Self.mostChecked
            if isRead, let length = numbers.length(of: words[position...]) {
                try reading.add(
                    words[position..<position + length], in: self, isInternational: { text.contains("+" + $0) })
                (replaced, position) = (replaced + 1, position + length)
                continue
            }
            if isRead, let length = NumberForms.codeLength(of: words[position...]),
                try reading.add(code: words[position..<position + length], in: self)
            {
                (replaced, position) = (replaced + 1, position + length)
                continue
            }
            position += 1
            switch isRead ? try defect(of: word) : nil {
            case .unknown: try reading.add(word, in: self)
            case .foreignForm(let meant): reading.add(word.text, readAs: [meant], by: analyzer)
            case nil:
                reading.words.append(word)
                continue
            }
            replaced += 1
        }
        return reading
    }

    /// The reasons to read a word as another.
    private enum Defect {
        /// It is in no item and no name, and the encoder has neither it nor a word that it is a form of: what the encoder has
        /// whole is spelled as it is meant, and the vectors know it.
        case unknown
        /// It is a form of a word of the library by another language's rules alone, and a slip of one that was meant: those
        /// of Spanish make "boil" of "boilar".
        case foreignForm(meant: String)
    }

    /// The defect of a word; `nil` if it is read as it is.
    private func defect(of word: QueryWord) throws -> Defect? {
        guard !word.isFunctionWord, !word.isUnspaced, !required.contains(word.folded),
            word.folded.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
        else { return nil }
        let known = try library.documentFrequencies(of: word.terms)
        guard analyzer.usualTerms(of: word.folded).isDisjoint(with: known.keys),
            try !library.isNameOfParticipant(word.folded)
        else { return nil }
        // What only quoted text says is spelled as it is meant, too.
        if known.isEmpty {
            return try word.terms.contains(where: encoderHas) || library.containsWord(word.folded) ? nil : .unknown
        }
        guard !encoderHas(word.folded), try !library.containsWord(word.folded),
            let meant = try SpellingCorrection(vocabulary: self).correct(word.folded), encoderHas(meant)
        else { return nil }
        return .foreignForm(meant: meant)
    }

    fileprivate func encoderHas(_ word: String) -> Bool {
        encoder?.subwords(of: word) == SubwordCount(pieces: 1, unknownWords: 0)
    }

    /// The document frequencies of folded words in any form; out-of-vocabulary words are left out.
    func documentFrequencies(of words: some Sequence<String>) throws -> [String: Int] {
        let terms = Dictionary(words.map { ($0, analyzer.terms(of: $0)) }) { first, _ in first }
        let used = try library.documentFrequencies(of: terms.values.reduce(into: Set()) { $0.formUnion($1) })
        return terms.mapValues { $0.reduce(0) { $0 + used[$1, default: 0] } }.filter { $0.value > 0 }
    }
}

extension QueryWords.Reading {
    /// Adds what an unknown word may be: a compound of two words, or another word with a typing error, whichever is more
    /// common. A misspelled word may be divided into parts too ("compre" and "sed"). Where compounds begin with it, it is a word
    /// of the library's language, and no slip of another one: "herzen" where there is "Herzchirurgie".
    fileprivate mutating func add(_ word: QueryWord, in vocabulary: QueryWords) throws {
        let parts = try CompoundSplitting(vocabulary: vocabulary).parts(of: word.folded)
        let mayBeWrong = vocabulary.encoder?.subwords(of: word.folded) != nil
        let meant = mayBeWrong ? try SpellingCorrection(vocabulary: vocabulary).correct(word.folded) : nil
        if let parts, try meant.map({ try vocabulary.isRarer([$0], than: parts) }) ?? true {
            words += parts.flatMap(vocabulary.analyzer.words)
        } else if meant.map(vocabulary.encoderHas) != true,
            let compounds = try CompoundSplitting(vocabulary: vocabulary).compounds(of: word.folded)
        {
            var word = word
            word.terms.formUnion(compounds.terms)
            words.append(word)
            corrections.append((word.text, [compounds.beginning + "…"]))
        } else if let meant {
            add(word.text, readAs: [meant], by: vocabulary.analyzer)
        } else {
            words.append(word)
        }
    }

    /// Adds the groups of a long number in the form that the library has; as one word where only somebody's number is the same.
    fileprivate mutating func add(
        _ groups: ArraySlice<QueryWord>, in vocabulary: QueryWords, isInternational: (String) -> Bool
    ) throws {
        let digits = groups.map(\.folded)
        let numbers = NumberForms(library: vocabulary.library)
        guard let first = groups.first, vocabulary.required.isDisjoint(with: digits), try !numbers.isSaid(digits) else {
            words += groups
            return
        }
        let hasCode = isInternational(first.text)
        let forms = try numbers.forms(of: digits, isInternational: hasCode)
        if !forms.isEmpty {
            let typed = (hasCode ? "+" : "") + groups.map(\.text).joined(separator: " ")
            add(typed, readAs: forms, by: vocabulary.analyzer)
        } else if groups.count > 1, try !vocabulary.library.participants(numbered: digits.joined()).isEmpty {
            words += vocabulary.analyzer.words(of: digits.joined())
        } else {
            words += groups
        }
    }

    /// Adds a code in the form that the library has; false if it has none.
    fileprivate mutating func add(code groups: ArraySlice<QueryWord>, in vocabulary: QueryWords) throws -> Bool {
        guard vocabulary.required.isDisjoint(with: groups.map(\.folded)) else { return false }
        let forms = try NumberForms(library: vocabulary.library).forms(ofCode: groups.map(\.folded))
        guard !forms.isEmpty else { return false }
        add(groups.map(\.text).joined(separator: " "), readAs: forms, by: vocabulary.analyzer)
        return true
    }

    fileprivate mutating func add(_ typed: String, readAs meant: [String], by analyzer: QueryAnalyzer) {
        words += meant.flatMap(analyzer.words).reduce(into: []) { distinct, word in
            if !distinct.contains(word) { distinct.append(word) }
        }
        corrections.append((typed, meant))
    }
}

extension QueryWords {
    /// True if the rarest of some folded words is in fewer passages than the rarest of others.
    fileprivate func isRarer(_ words: [String], than others: [String]) throws -> Bool {
        let frequencies = try documentFrequencies(of: words + others)
        func rarest(_ words: [String]) -> Int { words.map { frequencies[$0, default: 0] }.min() ?? 0 }
        return rarest(words) < rarest(others)
    }
}
