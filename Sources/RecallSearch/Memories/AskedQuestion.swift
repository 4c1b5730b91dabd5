import RecallCore
import RecallText

/// The question of a message that also states something: "My landlord is called Weber. When did he write?" asks "When did Weber
/// write?".
package enum AskedQuestion {
    /// The question that the message asks; the message itself if it states nothing beside a question.
    ///
    /// What is stated leaves the text, and the person whom it names stands for "he" and "she" in what is left.
    package static func text(of message: String) -> String {
        let rules = MemoryRules()
        guard message.contains("?"), rules.candidate(in: message)?.isAskedFor == false else { return message }
        let stated = OwnWords.sentences(of: message).filter { rules.candidate(in: $0) != nil && !$0.hasSuffix("?") }
        var asked = message
        for sentence in stated {
            guard let range = asked.firstRange(of: sentence) else { continue }
            asked.removeSubrange(range)
        }
        asked = asked.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard asked.contains("?"), !stated.isEmpty else { return message }
        return stated.lazy.compactMap(Person.init).first.map { $0.named(in: asked) } ?? asked
    }

    /// Somebody whom a statement introduces.
    private struct Person {
        let name: String

        /// The name beside the relation, else the relation; `nil` if the statement is about nobody.
        init?(_ statement: String) {
            let clause = Clause(statement, TermAnalyzer())
            let words = clause.words
            func isName(_ index: Int) -> Bool {
                words.indices.contains(index) && clause.written(index).first?.isUppercase == true
                    && Relatives([words[index]]).all.isEmpty
            }
            guard let relation = words.indices.first(where: { !Relatives([words[$0]]).all.isEmpty }) else { return nil }
            // "Anna is my sister", "my sister Anna", "my sister is called Anna Weber".
            var start = isName(0) && relation > 1 ? 0 : relation + 1
            if start > 0 { while words.indices.contains(start), links.contains(words[start]) { start += 1 } }
            let names = words.indices.dropFirst(start).prefix { isName($0) }
            name = names.isEmpty ? clause.written(relation) : names.map(clause.written).joined(separator: " ")
        }

        /// The question with the name for its first pronoun.
        func named(in question: String) -> String {
            let clause = Clause(question, TermAnalyzer())
            guard let pronoun = clause.words.firstIndex(where: { pronouns.contains($0) || possessives.contains($0) })
            else { return question }
            let rest = clause.text(from: pronoun)?.dropFirst(clause.written(pronoun).count) ?? ""
            let suffix = possessives.contains(clause.words[pronoun]) ? "'s" : ""
            return clause.text(before: pronoun) + name + suffix + rest
        }
    }

    private static let pronouns: Set<String> = ["he", "she", "him", "er", "sie", "ihn", "ella"]
    private static let possessives: Set<String> = ["his"]
    private static let links: Set<String> = [
        "is", "was", "called", "named", "ist", "heisst", "es", "se", "llama", "dr", "mr", "mrs", "ms",
    ]
}
