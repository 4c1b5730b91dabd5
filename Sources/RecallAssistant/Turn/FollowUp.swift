import RecallCore
import RecallKit

/// Follow-up questions: "and when was that?" is about what the conversation is about.
enum FollowUp {
    /// The query that a question is searched with. One that names too little by itself carries over what the question
    /// before it named.
    static func query(for question: Question) -> SearchQuery {
        SearchQuery(
            text(question), syntax: .words, filter: question.scope, clock: question.clock)
    }

    private static func text(_ question: Question) -> String {
        guard let before = question.earlier.last, refersBack(question.text) else { return question.text }
        return question.text + " " + RecallLibrary.contentWords(of: before.question).joined(separator: " ")
    }

    /// With so few words of its own, a question leaves out what it is about.
    private static let fewWords = 2

    private static func refersBack(_ question: String) -> Bool {
        let words = RecallLibrary.contentWords(of: question)
        if words.count <= fewWords { return true }
        return RecallLibrary.words(of: question).contains(where: pronouns.contains)
    }

    /// Folded, of English, German, French and Spanish.
    private static let pronouns: Set<String> = Set(
        """
        he she it they him her them his hers its their theirs that those this these there then
        er sie ihn ihm ihr ihnen sein seine ihre das dies dort damals davon dazu daruber
        il elle ils elles lui leur cela ca y la
        el ella ellos ellas eso esto ahi alli entonces
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
