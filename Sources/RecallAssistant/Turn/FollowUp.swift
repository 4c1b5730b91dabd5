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
        let earlier = question.earlier.suffix(turns).flatMap {
            RecallLibrary.parts(ofQuestion: RecallLibrary.askedQuestion(in: $0.question))
        }
        let parts = RecallLibrary.parts(ofQuestion: question.asked)
        return carrying(earlier + parts, partsFrom: earlier.count + 1).suffix(parts.count).map {
            SearchQuery($0, syntax: .words, filter: question.scope, clock: question.clock)
        }
    }

    /// The questions before this one that it may be about.
    private static let turns = 6
    /// The words that one question hands on to the next, at most.
    private static let words = 12

    /// Each question with what it carries over from those before it.
    ///
    /// - Parameter parts: the place of the second part of the last question.
    private static func carrying(_ questions: [String], partsFrom parts: Int) -> [String] {
        questions.enumerated().reduce(into: []) { carried, next in
            let question = next.element
            guard let subject = carried.last, refersBack(question, isPart: next.offset >= parts) else {
                return carried.append(question)
            }
            carried.append(
                question + " " + RecallLibrary.contentWords(of: subject).suffix(words).joined(separator: " "))
        }
    }

    /// With more words of its own, a question says itself what it is about, whatever its pronouns mean.
    private static let (fewWords, leastWords) = (3, 1)

    /// True if a question leaves out what it is about. "Who is Tariq?" is short, and complete; "what did I have to bring?" is not
    /// after another part.
    private static func refersBack(_ question: String, isPart: Bool) -> Bool {
        let all = RecallLibrary.words(of: question)
        let content = RecallLibrary.contentWords(of: question)
        let own = content.map { $0.lowercased() }.filter { !quantities.contains($0) }
        if own.isEmpty { return true }
        if isPart, own.count <= leastWords, content.allSatisfy({ $0.first?.isUppercase != true }) { return true }
        if all.contains(where: pronouns.contains) { return own.count <= fewWords }
        let isShort = own.count <= leastWords
        return isShort && (all.first.map(conjunctions.contains) == true || all.contains(where: pointers.contains))
    }

    private static let quantities = set("much many long often old far lange viel viele oft combien")
    private static let conjunctions = set("and but und aber et mais y pero also")
    /// Folded, of English, German, French and Spanish.
    private static let pronouns = set(
        """
        he she it they him them his hers its theirs those these
        er ihn ihm es davon dazu daruber damals
        elle ils elles lui leur cela ca
        ellos ellas ella eso esto
        """)
    /// Words that are articles or conjunctions as often.
    private static let pointers = set(
        "that this there then her their sie ihr ihre sein seine das dies dort il y alli ahi")

    private static func set(_ words: String) -> Set<String> {
        Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
