import RecallCore
import RecallText

/// The subject of a statement, by which "Never about this" is remembered.
package enum MemoryTopic {
    /// The thing that a value is given of ("my dentist is ..."), else the content words.
    package static func of(_ text: String) -> String {
        let analyzer = TermAnalyzer()
        let statement = MemoryStatement(text, analyzer)
        let words = statement.slot ?? statement.words
        let stems = words.compactMap { analyzer.term(of: $0, language: .english) }
        return (stems.isEmpty ? words : stems).joined(separator: " ")
    }

    /// The folded words of a text.
    package static func words(of text: String) -> String {
        NameWords.words(of: text).joined(separator: " ")
    }
}
