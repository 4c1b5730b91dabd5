import RecallCore
import RecallKit

/// A question about what somebody said: "what did Kev Stott write about the boiler?". Only their own words answer it.
struct StatementQuestion: Hashable, Sendable {
    /// The name in the question.
    let speaker: String
    /// The words after the verb; may be empty.
    let subject: String

    /// The question in these words; `nil` if it is about something else.
    init?(_ question: String) {
        let parts = QuestionPattern.words(of: question).split(separator: "?", maxSplits: 1)
        guard let text = parts.first,
            let groups = QuestionPattern.groups(of: String(text), Self.patterns, options: [])
        else { return nil }
        speaker = groups[0]
        // What was carried over from the question before: its subject, not who was asked about there.
        let carried = parts.dropFirst().flatMap { $0.split(separator: " ") }.filter { $0.first?.isUppercase == false }
        subject = groups[1].isEmpty ? carried.joined(separator: " ") : groups[1]
    }

    /// A name begins with a capital letter; the verb says that it is who wrote.
    private static let name = #"(\p{Lu}\S*(?: \p{Lu}\S*){0,2})"#
    private static let patterns = [
        #"(?:[Aa]nd |[Bb]ut )?[Ww]hat (?:did|does|had|has) "# + name
            + #" (?:say|said|write|written|ask|asked|tell|told|answer|answered|reply|replied|suggest|suggested"#
            + #"|mention|mentioned|think|propose|proposed|report|reported)\b(?: (?:to )?(?:me|us))? ?(.*)"#,
        #"(?:[Uu]nd |[Aa]ber )?[Ww]as (?:hat|sagt|sagte|schreibt|schrieb|meint|meinte|fragt|fragte"#
            + #"|antwortet|antwortete) "# + name + #"(?:$| (.*))"#,
    ]

    /// The quotations of the speaker's own words that answer the query; `nil` where there are none. What has the words of
    /// the subject is an answer.
    func answer(_ query: SearchQuery, _ library: RecallLibrary) throws -> QuotedAnswer? {
        try QuestionPattern.answer(query, from: speaker, about: subject, library)
    }
}
