import Foundation
import RecallKit

/// A model's answer, taken apart into sentences with the sources that they cite.
struct AnswerText {
    /// A sentence without its citation marks.
    struct Sentence: Hashable, Sendable {
        var text: String
        var citations: [Int]
        /// True for the first sentence of a paragraph that is not the first one.
        var beginsParagraph = false
    }

    /// More sentences are no answer; each costs time to check.
    private static let mostSentences = 100

    let sentences: [Sentence]
    /// True if the text has more.
    let isCut: Bool
    /// True if the model says that the sources do not answer.
    let isRefusal: Bool

    /// The sentences of an answer.
    init(_ text: String) {
        let marked = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let all = Self.sentences(inBlocksOf: marked)
        sentences = Array(all.prefix(Self.mostSentences))
        isCut = all.count > Self.mostSentences
        // What goes on after the words of a refusal is checked like any other answer.
        let rest = sentences.dropFirst(marked.uppercased().hasPrefix(Instructions.notFound) ? 1 : 0)
        isRefusal = rest.allSatisfy { Self.refuses($0.text) }
    }

    /// The text with each run of blanks as one, so that no pattern has to try them all; line breaks stay.
    private static func withSingleBlanks(_ text: String) -> String {
        text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { text, next in
            let isBlank = next != "\n" && next.properties.isWhitespace
            if isBlank, text.last == " " { return }
            text.append(isBlank ? " " : next)
        }.description
    }

    private static func refuses(_ sentence: String) -> Bool {
        let words = sentence.lowercased()
        return refusals.contains { words.contains($0) }
    }

    /// Words of models that do not keep to the instruction.
    private static let refusals = [
        "not found", "do not say", "does not say", "don't say", "doesn't say", "do not mention", "does not mention",
        "don't mention", "doesn't mention", "no information", "do not contain", "does not contain", "don't contain",
        "cannot find", "can't find", "i'm sorry", "i’m sorry", "i am sorry", "unable to", "not able to",
        "es tut mir leid",
        "lo siento", "désolé", "could not find", "couldn't find", "do not answer", "nicht gefunden",
        "keine information",
        "steht nicht in", "geht nicht hervor", "nicht erwähnt", "pas trouvé", "aucune information", "ne mentionne",
        "no se menciona", "ninguna información", "no encontr",
    ]

    /// The sentences of a text with marks. A table is one, and so is a block of code: their lines stay as they are.
    private static func sentences(inBlocksOf text: String) -> [Sentence] {
        AnswerBlock.texts(of: text).reduce(into: []) { sentences, block in
            // What code has in brackets cites nothing.
            if AnswerBlock.Line(block) == .fence {
                return sentences.append(Sentence(text: block, citations: [], beginsParagraph: !sentences.isEmpty))
            }
            if AnswerBlock.Line(block) == .row {
                let (rows, citations) = separated(withSingleBlanks(block))
                return sentences.append(
                    Sentence(text: rows, citations: citations.uniqued, beginsParagraph: !sentences.isEmpty))
            }
            var prose = Self.sentences(of: withSingleBlanks(block).trimmingCharacters(in: .whitespacesAndNewlines))
            if !sentences.isEmpty, !prose.isEmpty { prose[0].beginsParagraph = true }
            sentences += prose
        }
    }

    /// The sentences of a text with marks. A mark belongs to the sentence before it, also behind its full stop.
    private static func sentences(of text: String) -> [Sentence] {
        var sentences: [Sentence] = []
        for paragraph in text.split(separator: /\n[ \t\r]*\n/) {
            let first = sentences.count
            append(String(paragraph), to: &sentences)
            if first > 0, first < sentences.count { sentences[first].beginsParagraph = true }
        }
        return sentences.map { sentence in
            var sentence = sentence
            sentence.citations = sentence.citations.uniqued
            return sentence
        }
    }

    private static func append(_ paragraph: String, to sentences: inout [Sentence]) {
        for written in RecallLibrary.sentences(of: paragraph) {
            let (words, citations) = separated(written)
            // "It was paid. [1] He wrote so. [2]": what a sentence begins with belongs to the one before.
            let leading = sentences.isEmpty ? 0 : leadingMarks(written).count
            if leading > 0 { sentences[sentences.count - 1].citations += citations.prefix(leading) }
            guard !words.isEmpty else { continue }
            sentences.append(Sentence(text: words, citations: Array(citations.dropFirst(leading))))
        }
    }

    /// `[1]`, `[1, 2]`, `[source 3]`, `【1】`.
    private static let mark = #"[ \t]*(?:\[|【)(?:sources?|quellen?)?[ #]*(\d{1,4}(?:[ ,;]+\d{1,4})*)(?:\]|】)"#

    private static func leadingMarks(_ sentence: String) -> [Int] {
        guard let found = sentence.range(of: "^(?:" + mark + ")+", options: [.regularExpression, .caseInsensitive])
        else { return [] }
        return separated(String(sentence[found])).citations
    }

    private static func separated(_ sentence: String) -> (text: String, citations: [Int]) {
        guard let expression = try? NSRegularExpression(pattern: mark, options: .caseInsensitive) else {
            return (sentence, [])
        }
        let whole = NSRange(sentence.startIndex..., in: sentence)
        let citations = expression.matches(in: sentence, range: whole).flatMap { match -> [Int] in
            guard let numbers = Range(match.range(at: 1), in: sentence) else { return [] }
            return sentence[numbers].split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        }
        let text = expression.stringByReplacingMatches(in: sentence, range: whole, withTemplate: "")
        return (text.trimmingCharacters(in: .whitespacesAndNewlines), citations)
    }
}

extension [Int] {
    /// Each once, in the order of their first places.
    fileprivate var uniqued: [Int] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
