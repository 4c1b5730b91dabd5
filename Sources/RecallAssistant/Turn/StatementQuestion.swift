import Foundation
import RecallCore
import RecallKit

/// A question about what somebody said: "what did Kev Stott write about the boiler?". Only their own words answer it.
struct StatementQuestion: Hashable, Sendable {
    /// The name in the question.
    let speaker: String

    /// The question in these words; `nil` if it is about something else.
    init?(_ question: String) {
        let text = question.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let range = NSRange(text.startIndex..., in: text)
        let matches = Self.patterns.lazy.compactMap { pattern in
            try? NSRegularExpression(pattern: pattern).firstMatch(in: text, range: range)
        }
        guard let match = matches.first, let name = Range(match.range(at: 1), in: text) else { return nil }
        speaker = String(text[name])
    }

    /// A name begins with a capital letter; the verb says that it is who wrote.
    private static let name = #"(\p{Lu}\S*(?: \p{Lu}\S*){0,2})"#
    private static let patterns = [
        #"^[Ww]hat (?:did|does|had|has) "# + name
            + #" (?:say|said|write|written|ask|asked|tell|told|answer|answered|reply|replied|suggest|suggested"#
            + #"|mention|mentioned|think|propose|proposed|report|reported)\b"#,
        #"^[Ww]as (?:hat|sagt|sagte|schreibt|schrieb|meint|meinte|fragt|fragte|antwortet|antwortete) "# + name
            + #"(?: |\?|$)"#,
    ]

    /// The quotations of the speaker's own words that answer the query; `nil` where there are none.
    func answer(_ query: SearchQuery, _ library: RecallLibrary) throws -> QuotedAnswer? {
        var query = query
        query.filter = query.filter.and(.participant(WordSequence(speaker), in: [.from]))
        let answer = try library.quotations(for: query)
        return answer.quotations.isEmpty ? nil : answer
    }
}
