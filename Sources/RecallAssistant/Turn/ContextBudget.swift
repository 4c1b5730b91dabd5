/// The part of a model's window that sources may fill, and the choice of those that do.
///
/// Everything else (instructions, the question, earlier questions, the calls of tools) is counted first. Sources that were found
/// themselves come before those that only stand beside them, newer results before older ones, and within a result
/// the best first. A source is put in whole; only the very first one is cut where it alone has more tokens.
struct ContextBudget: Sendable {
    /// A source that may be put before the model.
    struct Entry: Sendable {
        let source: Int
        let tokens: Int
        let isHit: Bool
    }

    /// The tokens that sources may have in all.
    let tokens: Int

    /// The sources that fit.
    ///
    /// - Parameter results: the entries of each result, oldest result first.
    /// - Returns: the numbers of the sources that are put in whole, and the tokens left for the first one if it is the only one
    ///   and has to be cut.
    func fitting(_ results: [[Entry]]) -> (sources: Set<Int>, cut: (source: Int, tokens: Int)?) {
        let ordered =
            results.reversed().flatMap { $0.filter(\.isHit) } + results.reversed().flatMap { $0.filter { !$0.isHit } }
        var (chosen, left) = (Set<Int>(), tokens)
        for entry in ordered where !chosen.contains(entry.source) && entry.tokens <= left {
            chosen.insert(entry.source)
            left -= entry.tokens
        }
        guard chosen.isEmpty, let first = ordered.first else { return (chosen, nil) }
        return ([], (first.source, tokens))
    }
}
