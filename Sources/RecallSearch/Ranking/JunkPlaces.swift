import RecallCore
import RecallText

/// The last places for junk, unless the query asks for it: what a mail program or its owner threw away. It is ranked apart, since
/// thousands of such mails would take all places among the candidates, and their senders choose the words.
enum JunkPlaces {
    /// The words that ask for it.
    private static let names: Set = ["spam", "junk", "trash"]

    /// True if the words of a query, or its filter, ask for junk.
    static func areAskedFor(by query: QueryReading, _ analyzer: QueryAnalyzer) -> Bool {
        !names.isDisjoint(with: analyzer.foldedWords(of: query.freeText)) || areAskedFor(by: query.filter, analyzer)
    }

    private static func areAskedFor(by filter: SearchFilter, _ analyzer: QueryAnalyzer) -> Bool {
        switch filter {
        case .all(let parts), .any(let parts): parts.contains { areAskedFor(by: $0, analyzer) }
        case .words(let words), .subject(let words), .place(let words), .tag(let words):
            !names.isDisjoint(with: analyzer.foldedWords(of: words.text))
        default: false
        }
    }

    /// The passages with those of junk behind all of them, best first. They score no more than these.
    static func joined(_ ranked: [RankedPassage], junk: [RankedPassage]) -> [RankedPassage] {
        var joined = ranked + junk
        for place in joined.indices.dropFirst() {
            joined[place].bonus = min(joined[place].bonus, joined[place - 1].score - joined[place].scored.score)
        }
        return joined
    }
}
