import Foundation
import RecallCore
import RecallStore
import RecallText

/// The reasons why a passage was found, in words that a person reads.
struct Explanation {
    let query: PreparedQuery
    var filter = SearchFilter.everything
    var clock = QueryClock()
    /// The passages of junk, and of what its file has no longer.
    var junk: PassageSet?

    /// The reason why junk comes last: what is no mail, and came with none, is no longer in its file.
    static func place(of item: ItemSummary) -> String {
        item.kind == .document && item.parent == nil ? "no longer in its file" : "in the junk or trash"
    }

    /// The maximum length, in characters, of a line, of the matched terms, and of a quotation.
    private static let longestLine = 120
    private static let longestSaid = 60
    private static let longestQuote = 40
    /// From this cosine on a passage is very close to the query.
    private static let veryCloseCosine: Float = 0.5
    /// The least part of the highest idf of the words said that another one has to have to be a reason beside it.
    private static let leastShareOfIDF: Float = 0.35

    /// `says “deposit”, close in meaning to “rent security”, from Anna Kovacs, March 2023`
    ///
    /// - Parameter phrase: words of the query that the passage does not contain but is close to in meaning.
    func why(_ hit: ResultRow.Hit, closeTo phrase: String?) -> String {
        let said = wordsSaid(hit)
        let scored = hit.ranked.scored
        var reasons = said.isEmpty ? [] : [Self.line(["says " + said[0]] + said.dropFirst(), upTo: Self.longestSaid)]
        let unsaid = unsaidTerms(hit)
        if let name = nameSaid(hit, unsaid) {
            reasons.append("its name or its properties say " + name)
        } else if let title = titleSaid(hit, unsaid) {
            reasons.append("its \(hit.stored.item.kind == .email ? "subject" : "title") says " + title)
        } else if said.isEmpty, scored.match == .says {
            reasons.append("its title or its thread says it")
        }
        if let closeness = closeness(scored.candidate.cosine, closeTo: phrase, isSaid: !said.isEmpty) {
            reasons.append(closeness)
        }
        if reasons.isEmpty { reasons.append("the nearest, but not near") }
        let place = junk?.contains(hit.ranked.id) == true ? [Self.place(of: hit.stored.item)] : []
        return Self.line(place + reasons + circumstances(of: hit), upTo: Self.longestLine)
    }

    /// `attached to “Offer”`, if the item came with another one.
    static func attachment(of item: ItemSummary) -> [String] {
        item.parent.map { $0.title.isEmpty ? [] : ["attached to " + quoted($0.title)] } ?? []
    }

    /// The sender, date and place, as far as the query refers to them.
    private func circumstances(of hit: ResultRow.Hit) -> [String] {
        let (item, candidate) = (hit.stored.item, hit.ranked.scored.candidate)
        var parts: [String] = []
        if let sender = item.sender,
            candidate.namesSender || hit.ranked.hasSenderRole || filter.names(sender)
        {
            parts.append("from " + Self.named(sender))
        }
        if item.quoted != nil { parts.append("quoting " + (item.quotedAuthor.map(Self.named) ?? "an earlier mail")) }
        if let date = item.date, candidate.dateFit > 0 || filter.asksForDate { parts.append(month(of: date)) }
        let conversation = item.conversationTitle
        parts += filter.places.prefix(1).map { "in " + Self.quoted(conversation.isEmpty ? $0 : conversation) }
        return parts + Self.attachment(of: item)
    }

    private func closeness(_ cosine: Float?, closeTo phrase: String?, isSaid: Bool) -> String? {
        guard let cosine, cosine >= 0.2 else { return nil }
        let isClose = cosine >= Confidence.closeCosine
        let degree = cosine >= Self.veryCloseCosine ? "very close" : isClose ? "close" : "somewhat close"
        if isSaid || query.words.isEmpty {
            guard isClose || query.words.isEmpty else { return nil }
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
            .filter { helped($0.words, among: hit.matches.all) }
        var (told, seen): (Set<Int>, Set<String>) = ([], [])
        return parts.sorted { $0.words.count > $1.words.count }.filter { part in
            defer { told.formUnion(part.words) }
            return part.words.isEmpty
                ? seen.insert(part.text.lowercased()).inserted : !part.words.isSubset(of: told)
        }.map { Self.quoted($0.text) }
    }

    /// The words of the query that an item's title says and its passage does not, as they stand there, quoted.
    private func titleSaid(_ hit: ResultRow.Hit, _ terms: Set<String>) -> String? {
        guard !terms.isEmpty, hit.stored.item.kind != .message else { return nil }
        let words = hit.stored.item.title.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { word in
            query.analyzer.foldedWords(of: word).contains { !query.analyzer.terms(of: $0).isDisjoint(with: terms) }
        }
        return words.isEmpty ? nil : words.prefix(Self.mostTitleWords).map(Self.quoted).joined(separator: ", ")
    }

    private static let mostTitleWords = 3

    /// The terms of words of the query that its passage does not say.
    private func unsaidTerms(_ hit: ResultRow.Hit) -> Set<String> {
        let unsaid = query.words.indices.filter {
            query.lexical.idfs[$0] > 0 && !hit.matches.all.contains($0) && helped([$0], among: [$0])
        }
        return unsaid.reduce(into: Set<String>()) { $0.formUnion(query.words[$1].terms) }
    }

    /// The first of an item's other names that says words of the query that its passage does not say, quoted.
    private func nameSaid(_ hit: ResultRow.Hit, _ terms: Set<String>) -> String? {
        guard !terms.isEmpty else { return nil }
        return hit.stored.otherNames.split(separator: "\n").first { name in
            name != hit.stored.item.title
                && query.analyzer.foldedWords(of: String(name)).contains {
                    !query.analyzer.terms(of: $0).isDisjoint(with: terms)
                }
        }.map { Self.quoted(String($0)) }
    }

    /// True if words of the query are a reason for a match: not vague, and not much commoner than the others said.
    /// Words of the filter, which have no place in the query, always are.
    private func helped(_ words: Set<Int>, among all: Set<Int>) -> Bool {
        let idfs = query.lexical.idfs
        let highest = all.lazy.map { idfs[$0] }.max() ?? 0
        return words.isEmpty
            || words.contains {
                idfs[$0] >= Self.leastShareOfIDF * highest && (isVague || !VagueWords.contain(query.words[$0].folded))
            }
    }

    /// True if the query has no other words than vague ones.
    private var isVague: Bool {
        zip(query.words, query.lexical.idfs).allSatisfy { $1 == 0 || VagueWords.contain($0.folded) }
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

    private static func quoted(_ text: String) -> String { "“" + DisplayText.quotation(short(text)) + "”" }

    /// A name that does not read like one is quoted.
    private static func named(_ sender: Participant) -> String {
        sender.plainName ?? (sender.name.isEmpty ? short(sender.address) : quoted(sender.name))
    }

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
        case .address(let address, let roles):
            roles.contains(.from) && sender.address.lowercased() == address.lowercased()
        default: false
        }
    }
}
