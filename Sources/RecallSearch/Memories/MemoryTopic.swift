import RecallCore
import RecallText

/// The subject of a statement, by which "Never about this" is remembered.
package enum MemoryTopic {
    /// The thing that a value is given of ("my dentist is ..."), or that is liked or disliked, else the first content word.
    package static func of(_ text: String) -> String {
        let analyzer = TermAnalyzer()
        let statement = MemoryStatement(text, analyzer)
        let stems = (statement.slot ?? statement.words).compactMap { analyzer.term(of: $0, language: .english) }
        if statement.slot != nil, !stems.isEmpty { return stems.joined(separator: " ") }
        let isAttitude = stems.first.map(attitudes.contains) ?? false
        return (isAttitude ? stems.last : stems.first) ?? words(of: text)
    }

    /// Stems.
    private static let attitudes: Set<String> = [
        "prefer", "like", "love", "hate", "dislik", "enjoy", "ador", "detest", "avoid",
    ]

    /// The folded words of a text.
    package static func words(of text: String) -> String {
        NameWords.words(of: text).joined(separator: " ")
    }
}
