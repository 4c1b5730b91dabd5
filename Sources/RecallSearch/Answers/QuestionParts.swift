import RecallCore
import RecallText

/// The division of a question into the questions that it consists of: "Who paid, and when did he?" are two.
package enum QuestionParts {
    /// More are not answered one by one.
    private static let most = 3

    /// The parts in order; the whole as the only one if it cannot be divided.
    package static func parts(of question: String) -> [String] {
        let sentences = SentenceSplitter.sentences(of: question).map { question.utf8Slice($0) }
        guard sentences.count == 1 || sentences.allSatisfy(QuestionType.endsInQuestion) else { return [question] }
        let parts = sentences.flatMap(clauses)
        return 1...most ~= parts.count ? parts : [question]
    }

    /// The clauses of a sentence, divided before each "and" that another question follows.
    private static func clauses(of sentence: String) -> [String] {
        let words = TermAnalyzer().terms(of: sentence, language: nil)
        guard isQuestion(words.map(\.term)[...]) else { return [sentence] }
        let ends = words.indices.dropFirst().filter { index in
            conjunctions.contains(words[index].term) && isQuestion(words[(index + 1)...].map(\.term)[...])
        }
        let starts = [0] + ends.map { words[$0].range.upperBound }
        let stops = ends.map { words[$0].range.lowerBound } + [sentence.utf8.count]
        return zip(starts, stops).map { trimmed(sentence.utf8Slice($0..<$1)) }
    }

    private static func trimmed(_ clause: String) -> String {
        var clause = clause[...]
        clause = clause.drop { $0.isWhitespace }
        while let last = clause.last, last.isWhitespace || last == "," || last == ";" { clause.removeLast() }
        return String(clause)
    }

    /// True if a question begins with these words: with a question word, or with a verb and its subject ("did I").
    private static func isQuestion(_ words: ArraySlice<String>) -> Bool {
        guard let first = words.first else { return false }
        if questionWords.contains(first) { return true }
        guard let second = words.dropFirst().first else { return false }
        return verbs.contains(first) && subjects.contains(second)
    }

    private static let conjunctions = Set.words("and und et y e")
    /// Not those that mostly begin another clause: "que", "wie", "which", "das".
    private static let questionWords = Set.words(
        """
        what who whom whose when where why how
        wer wem wen wessen wann wo warum wieso weshalb was wieviel wohin woher
        qui quoi quand pourquoi comment quel quelle quels quelles combien
        quien quienes cuando donde cual cuales cuanto cuantos cuanta cuantas como
        """)
    private static let verbs = Set.words(
        """
        did do does is are was were has have had can could will would should
        habe hat haben hatte hatten ist sind war waren wurde wurden wird werden kann konnte bekam bekomme
        ai as avons avez ont est sont etait
        """)
    private static let subjects = Set.words(
        """
        i you he she it we they my our his her its their the this that there
        ich du er sie es wir ihr man mein meine unser unsere sein seine das die der
        je tu il elle nous vous ils elles on
        """)
}
