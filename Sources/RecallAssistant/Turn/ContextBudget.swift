/// The part of a model's window that sources may fill, and the choice of those that do.
///
/// Everything else (instructions, the question, earlier questions, the calls of tools) is counted first. Of each result the
/// source that it is about comes before all others; then sources that were found themselves, before those that only
/// stand beside them; newer results before older ones, and within a result the best first. A source is put in whole;
/// only the very first one is cut where it alone has more tokens.
package struct ContextBudget: Sendable {
    /// A source that may be put before the model.
    package struct Entry: Sendable {
        let source: Int
        let tokens: Int
        let rank: Rank

        /// A source by its number.
        package init(source: Int, tokens: Int, rank: Rank) {
            (self.source, self.tokens, self.rank) = (source, tokens, rank)
        }
    }

    /// The claim of a source to be put in, the strongest first.
    package enum Rank: Int, Sendable, CaseIterable {
        case anchor, hit, beside
    }

    /// The tokens that sources may have in all.
    let tokens: Int

    /// A budget of so many tokens.
    package init(tokens: Int) { self.tokens = tokens }

    /// The sources that fit.
    ///
    /// - Parameter results: the entries of each result, oldest result first.
    /// - Returns: the numbers of the sources that are put in whole; if none fits, the first one and the tokens for it.
    package func fitting(_ results: [[Entry]]) -> (sources: Set<Int>, cut: (source: Int, tokens: Int)?) {
        let newestFirst = results.reversed().flatMap(\.self)
        let ordered = Rank.allCases.flatMap { rank in newestFirst.filter { $0.rank == rank } }
        var (chosen, left) = (Set<Int>(), tokens)
        for entry in ordered where !chosen.contains(entry.source) && entry.tokens <= left {
            chosen.insert(entry.source)
            left -= entry.tokens
        }
        guard chosen.isEmpty, let first = ordered.first else { return (chosen, nil) }
        return ([], (first.source, tokens))
    }
}
