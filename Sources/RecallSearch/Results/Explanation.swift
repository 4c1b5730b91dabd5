import Foundation
import RecallCore
import RecallStore
import RecallText

/// The reasons why a passage was found, in words that a person reads.
struct Explanation {
    let query: PreparedQuery
    var filter = SearchFilter.everything
    var clock = QueryClock()

    /// The maximum length, in characters, of a line, of the matched terms, and of a quotation.
    private static let longestLine = 120
    private static let longestSaid = 60
    private static let longestQuote = 40
    /// From these cosines on a passage is close to the query, and very close.
    static let closeCosine: Float = 0.35
    private static let veryCloseCosine: Float = 0.5

    /// `says “deposit”, close in meaning to “rent security”, from Anna Kovacs, March 2023`
    ///
    /// - Parameter phrase: words of the query that the passage does not contain but is close to in meaning.
    func why(_ hit: ResultRow.Hit, closeTo phrase: String?) -> String {
        let said = wordsSaid(hit)
        let scored = hit.ranked.scored
        var reasons = said.isEmpty ? [] : [Self.line(["says " + said[0]] + said.dropFirst(), upTo: Self.longestSaid)]
        if said.isEmpty, scored.coverage > 0 { reasons.append("words of the query stand next to it") }
        if let closeness = closeness(scored.candidate.cosine, closeTo: phrase, isSaid: !said.isEmpty) {
            reasons.append(closeness)
        }
        if reasons.isEmpty { reasons.append("the nearest in meaning, but not near") }
        return Self.line(reasons + circumstances(of: hit), upTo: Self.longestLine)
    }

    /// `attached to “Offer”`, if the item came with another one.
    static func attachment(of item: ItemSummary) -> [String] {
        item.parent.map { $0.title.isEmpty ? [] : ["attached to " + quoted($0.title)] } ?? []
    }

    /// The sender, date and place, as far as the query refers to them.
    private func circumstances(of hit: ResultRow.Hit) -> [String] {
        let (item, candidate) = (hit.stored.item, hit.ranked.scored.candidate)
        var parts: [String] = []
        if let sender = item.sender, candidate.namesSender || filter.names(sender) {
            parts.append("from " + Self.short(sender.displayName))
        }
        if let date = item.date, candidate.dateFit > 0 || filter.asksForDate { parts.append(month(of: date)) }
        let conversation = item.conversationTitle
        parts += filter.places.prefix(1).map { "in " + Self.quoted(conversation.isEmpty ? $0 : conversation) }
        return parts + Self.attachment(of: item)
    }

    private func closeness(_ cosine: Float?, closeTo phrase: String?, isSaid: Bool) -> String? {
        guard let cosine, cosine >= 0.2 else { return nil }
        let degree =
            cosine >= Self.veryCloseCosine ? "very close" : cosine >= Self.closeCosine ? "close" : "somewhat close"
        if isSaid || query.words.isEmpty {
            guard cosine >= Self.closeCosine || query.words.isEmpty else { return nil }
            return phrase.map { "close in meaning to " + Self.quoted($0) } ?? "\(degree) in meaning"
        }
        return "\(degree) in meaning to " + (phrase.map(Self.quoted) ?? "the query")
    }

    /// The matched terms as written in the passage, quoted: adjacent ones together, by descending idf, without
    /// repetitions.
    private func wordsSaid(_ hit: ResultRow.Hit) -> [String] {
        let bytes = Array(hit.stored.text.utf8)
        var runs: [Range<Int>] = []
        for range in hit.matches.ranges {
            if let last = runs.last, bytes[last.upperBound..<range.lowerBound].allSatisfy({ $0 == 0x20 }) {
                runs[runs.count - 1] = last.lowerBound..<range.upperBound
            } else {
                runs.append(range)
            }
        }
        let parts = runs.map { (text: String(decoding: bytes[$0], as: UTF8.self), words: hit.matches.words(in: $0)) }
        var (told, seen): (Set<Int>, Set<String>) = ([], [])
        return parts.sorted { $0.words.count > $1.words.count }.filter { part in
            defer { told.formUnion(part.words) }
            return part.words.isEmpty
                ? seen.insert(part.text.lowercased()).inserted : !part.words.isSubset(of: told)
        }.map { Self.quoted($0.text) }
    }

    /// `May 2024`
    private func month(of date: Date) -> String {
        let parts = clock.calendar.dateComponents([.year, .month], from: date)
        return "\(MonthNames.english[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
    }

    /// The distinct reasons, as many as fit.
    private static func line(_ reasons: [String], upTo longest: Int) -> String {
        reasons.reduce("") { line, reason in
            let longer = line.isEmpty ? reason : line + ", " + reason
            return longer.count > longest ? line : longer
        }
    }

    private static func quoted(_ text: String) -> String { "“" + short(text) + "”" }

    private static func short(_ text: String) -> String {
        let safe = DisplayText.safe(text).split(separator: " ").joined(separator: " ")
        return safe.count > longestQuote ? safe.prefix(longestQuote - 1) + "…" : safe
    }
}

extension SearchFilter {
    /// The places (folders, files, chats) that the filter requires of all results, as written.
    fileprivate var places: [String] {
        switch self {
        case .all(let parts): parts.flatMap(\.places)
        case .place(let words): [words.text]
        case .conversation(let key): [key]
        default: []
        }
    }

    /// True if the filter requires a date of all results.
    fileprivate var asksForDate: Bool {
        switch self {
        case .all(let parts): parts.contains(where: \.asksForDate)
        case .date: true
        default: false
        }
    }

    /// True if the filter requires items sent by the participant.
    fileprivate func names(_ sender: Participant) -> Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.names(sender) }
        case .participant(let words, let roles):
            roles.contains(.from)
                && [sender.name, sender.address].contains { $0.lowercased().contains(words.text.lowercased()) }
        default: false
        }
    }
}
