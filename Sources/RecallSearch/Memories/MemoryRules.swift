package import RecallCore
import RecallText

/// Proposes a memory from a message that the person wrote, without a model: at most one, in the person's own words.
///
/// Only statements that the person makes about themselves or the people and things they call theirs, and what they ask to
/// have remembered. Nothing from questions, guesses, reported speech, quotations and pasted mail. What is doubtful is left out:
/// a proposal that is none costs more than one that is missed.
package struct MemoryRules {
    private let clock: QueryClock
    private let analyzer = TermAnalyzer()

    /// The longest statement that is proposed, in words.
    private static let mostWords = 40
    /// The longest message that is read, in bytes: what is longer is pasted.
    private static let mostBytes = 4_000

    /// Rules; an end such as "until Friday" is one by the clock.
    package init(clock: QueryClock = QueryClock()) {
        self.clock = clock
    }

    /// The candidate of a message; one that the person asks for comes first.
    package func candidate(in message: String) -> MemoryCandidate? {
        guard message.utf8.count <= Self.mostBytes else { return nil }
        let found = OwnWords.sentences(of: message).compactMap(candidate(inSentence:))
        return found.first(where: \.isAskedFor) ?? found.first
    }

    /// A text that the person writes down, with the type, the sensitivity and the end that its words tell.
    package func content(of text: String) -> MemoryContent {
        let clause = Clause(text, analyzer)
        return MemoryContent(
            text, type: type(of: clause), sensitivity: .suggested(for: clause.words),
            end: MemoryEnd(clause.words, clock)?.date)
    }

    private func type(of clause: Clause) -> MemoryType {
        (StandingInstruction.isOne(clause) ? .instruction : OwnStatement.type(of: clause)) ?? .fact
    }

    private func candidate(inSentence sentence: String) -> MemoryCandidate? {
        guard let statement = StatedClause(sentence, analyzer) else { return nil }
        let clause = statement.clause
        guard clause.words.count <= Self.mostWords else { return nil }
        if let request = RememberRequest(clause, analyzer) { return made(request.text, nil, isAskedFor: true) }
        if StandingInstruction.isOne(clause) { return made(clause.text, .instruction, isAskedFor: false) }
        guard !Hedges.areIn(clause), let type = OwnStatement.type(of: clause) else { return nil }
        return made(clause.text, type, isAskedFor: false)
    }

    private func made(_ text: String, _ type: MemoryType?, isAskedFor: Bool) -> MemoryCandidate? {
        let text = Self.tidied(text)
        let clause = Clause(text, analyzer)
        guard !clause.words.isEmpty else { return nil }
        let sensitivity = MemorySensitivity.suggested(for: clause.words)
        // A password is for those who ask to have it kept.
        guard isAskedFor || sensitivity != .secret else { return nil }
        var content = content(of: text)
        if let type { content.type = type }
        return MemoryCandidate(content: content, topic: MemoryTopic.of(text), isAskedFor: isAskedFor)
    }

    /// Without the full stop, with a capital at the start.
    private static func tidied(_ text: String) -> String {
        let bare = text.trimming { $0.isWhitespace || ".!,;:".contains($0) }
        return bare.prefix(1).uppercased() + bare.dropFirst()
    }
}

extension MemorySensitivity {
    /// Secrets and matters of health or money are not for everybody.
    static func suggested(for words: [String]) -> MemorySensitivity {
        if !secrets.isDisjoint(with: words) { return .secret }
        return privates.isDisjoint(with: words) ? .normal : .private
    }

    private static let secrets = Set.words(
        "password passwords passphrase pin code passwort kennwort geheimzahl contrasena clave")
    private static let privates = Set.words(
        """
        allergic allergy asthma diabetes diabetic blood medicine medication thinners pregnant cancer depression therapy iban
        salary income debt tax account insurance passport allergisch asthma diabetiker alergico alergica
        """)
}
