import RecallCore
import RecallStore

/// The first places for what is from whom the query says ("from Dirk") and of the time that it names, if that has to do with the
/// rest of it: "emails from Dirk about Rcpp in 2022". Where nothing is of that time, for what is from whom it says. And for what is
/// from somebody whom a topic names without more ("kev invoice"), if it says all else.
///
/// Scores add up, so a mail of another year that says more of the words stands above all of that year, whatever the bonus.
struct MentionPlaces {
    private let query: PreparedQuery
    private let snapshot: SearchSnapshot
    /// The least date fit that counts as the time named; `nil` if none is named.
    private let leastFit: Float?
    private let constraint: Constraint

    /// The mentions that what comes first has to fit.
    private enum Constraint {
        case senderNamedAsSuch, time, sender
    }

    private static let places = 10
    /// The passages among which threads are looked for.
    private static let depth = 150
    /// The share of a sender's boost that only those have whom the query names as senders.
    private static let namedAsSender: Float = 0.5
    /// The share of the query's words that what is of the time alone has to say: of a time there is much.
    private static let leastCoverage: Float = 0.5

    /// `nil` where the query names no sender nor a time for a kind of item, or asks something.
    init?(_ query: PreparedQuery, _ snapshot: SearchSnapshot) {
        let mentions = query.mentions
        leastFit = mentions.boosts.dates.map(\.fit).max()
        if mentions.namesSenderAsSuch {
            constraint = .senderNamedAsSuch
        } else if leastFit != nil, !mentions.kinds.wishes.isEmpty {
            constraint = .time
        } else if !mentions.senderNames.subtracting(query.lexical.ordinaryNames).isEmpty,
            QuestionType.isTopic(query.words.map(\.folded)), query.lexical.contentWordCount > 1
        {
            constraint = .sender
        } else {
            return nil
        }
        (self.query, self.snapshot) = (query, snapshot)
    }

    /// The passages with those that fit moved up, best first. One that is moved gets the score of the one whose place it takes.
    func filled(in ranked: [RankedPassage]) -> [RankedPassage] {
        let isOfTime = ranked.prefix(Self.depth).contains { fits($0, ofTime: true) }
        let layout = snapshot.index.layout
        var ranked = ranked
        for place in 0..<Self.places {
            let first = ranked.prefix(Self.depth).enumerated()
                .firsts(ofThreads: { layout.threadStart(of: $0.element.id) }, limit: Self.depth)
            guard first.count > place, let next = first[place...].first(where: { fits($0.element, ofTime: isOfTime) })
            else { break }
            let taken = first[place]
            guard next.offset > taken.offset else { continue }
            ranked.move(from: next.offset, to: taken.offset)
        }
        return ranked
    }

    private func fits(_ ranked: RankedPassage, ofTime: Bool) -> Bool {
        let (candidate, coverage) = (ranked.scored.candidate, ranked.scored.coverage)
        let isOfTime = !ofTime || (leastFit.map { candidate.dateFit >= $0 } ?? true)
        switch constraint {
        case .senderNamedAsSuch:
            return isOfTime && ranked.match != .weak && candidate.namesSender
                && candidate.correspondentShare >= Self.namedAsSender
        case .time: return ofTime && isOfTime && coverage >= Self.leastCoverage
        case .sender: return isOfTime && candidate.namesSender && ranked.match == .says
        }
    }
}
