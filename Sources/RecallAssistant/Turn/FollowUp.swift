import RecallCore
import RecallKit

/// The questions that are searched for a question: its parts, each with what it is about.
///
/// "And when was that?" is about what the conversation is about; in "Who paid, and when?" the second part is about the
/// first.
enum FollowUp {
    /// The parts of a question as queries, in order. One that names too little by itself carries over what the part or the
    /// question before it named.
    static func queries(for question: Question) -> [SearchQuery] {
        let earlier = question.earlier.suffix(turns).flatMap { RecallLibrary.parts(ofQuestion: $0.question) }
        let parts = RecallLibrary.parts(ofQuestion: question.text)
        return carrying(earlier + parts).suffix(parts.count).map {
            SearchQuery($0, syntax: .words, filter: question.scope, clock: question.clock)
        }
    }

    /// The questions before this one that it may be about.
    private static let turns = 6
    /// The words that one question hands on to the next, at most.
    private static let words = 12

    /// Each question with what it carries over from those before it.
    private static func carrying(_ questions: [String]) -> [String] {
        questions.reduce(into: []) { carried, question in
            guard let subject = carried.last, refersBack(question) else { return carried.append(question) }
            carried.append(
                question + " " + RecallLibrary.contentWords(of: subject).suffix(words).joined(separator: " "))
        }
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
        he she it they him them her his hers its their theirs that those this these there then
        er sie ihn ihm ihr ihnen sein seine ihre das dies dort damals davon dazu daruber
        il elle ils elles lui leur cela ca y la
        el ella ellos ellas eso esto ahi alli entonces
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
