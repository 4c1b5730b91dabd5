import RecallCore
import RecallStore
import RecallText

/// The items that say words of a query which no passage has: in a signature, or in the lines around a quoted mail.
struct UnrankedMatches {
    let query: PreparedQuery
    let snapshot: SearchSnapshot
    /// The passages of what is not listed: junk that nobody asks for.
    let hidden: PassageSet?

    /// The threads whose items say all words of the query as they are, else those words that no passage has; the newest first.
    ///
    /// - Parameter filter: that of the query.
    func results(passing filter: SearchFilter, limit: Int) throws -> [SearchResult] {
        let (unsaid, library) = (query.lexical.unsaid, snapshot.library)
        let words = query.words.filter { !$0.isFunctionWord }
        guard query.ranking == .hybrid, !unsaid.isEmpty, words.count <= NoMatchNote.mostLiteralWords,
            !query.isContradictory, !query.isRequiredByFilter, !library.budget.isSpent,
            try unsaid.allSatisfy({ try library.itemCount(saying: WordSequence($0.text)) > 0 })
        else { return [] }
        let all = try results(saying: words, filter, limit: limit)
        return all.isEmpty && words.count > unsaid.count ? try results(saying: unsaid, filter, limit: limit) : all
    }

    private func results(saying words: [QueryWord], _ filter: SearchFilter, limit: Int) throws -> [SearchResult] {
        let sequences = words.map { WordSequence($0.text) }
        let said = sequences.reduce(filter) { $0.and(.words($1)) }
        guard let selection = try snapshot.matches(said).selection else { return [] }
        let table = selection.table
        let newestFirst = table.newestFirst(selection.items).filter { position in
            !(hidden.map { table.passages(at: position).contains(where: $0.contains) } ?? false)
        }
        return try FilterListing(
            library: snapshot.library, table: table, newestFirst: newestFirst, words: sequences,
            analyzer: snapshot.analyzer(), junk: hidden,
            reason: "says it in a part that is not ranked, such as a signature; newest first"
        ).results(limit: limit)
    }
}
