package import RecallCore

/// The words of a name, as a query may contain them.
package enum NameWords {
    /// The folded words of `text`.
    package static func words(of text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = WordScanner(bytes)
            var words: [String] = []
            while let word = scanner.next() { words.append(WordFolding.fold(bytes, word)) }
            // Accents on their own fold to nothing.
            words.removeAll(where: \.isEmpty)
            return words
        }
    }
}

extension WordSequence {
    /// True if there is a word in it.
    package var hasWords: Bool { !NameWords.words(of: text).isEmpty }
}
