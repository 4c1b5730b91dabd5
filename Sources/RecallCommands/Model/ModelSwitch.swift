import Foundation
import RecallCore
import RecallEvaluation
import RecallKit

/// The switch of a library to the vectors of another model, which it makes only if search gets no worse.
struct ModelSwitch: Sendable {
    /// By meaning alone too: words of an item find it however little a model understands.
    private static let rankings: [Ranking] = [.semantic, .hybrid]
    /// Queries that are made where the person made none.
    private static let queryCount = 200

    private let library: RecallLibrary
    private let isForced: Bool
    private let say: @Sendable (String) -> Void

    /// - Parameters:
    ///   - isForced: true to switch without a comparison.
    ///   - say: called with the outcome, in sentences.
    init(_ library: RecallLibrary, isForced: Bool = false, say: @escaping @Sendable (String) -> Void) {
        (self.library, self.isForced, self.say) = (library, isForced, say)
    }

    /// True if `candidate`, the library as another model's vectors search it, may take its place. If not, the library stays
    /// with the model that serves.
    func isAllowed(to candidate: RecallLibrary) throws -> Bool {
        let generations = try library.generations()
        guard !isForced, Set(generations.map(\.model)).count == 2 else { return true }
        let location = library.location
        let queries =
            try KnownItemSet.read(from: location) ?? library.makeKnownItems(count: Self.queryCount, seed: 1)
        let searching = library.with(.installed)
        let before = try searching.measure(queries, rankings: Self.rankings).run
        let after = try candidate.measure(queries, rankings: Self.rankings).run
        say(Self.text(queries.queries.count, before, after))
        guard Self.rankings.contains(where: { after.isWorse(than: before, by: $0) }) else { return true }
        try library.keepServingModel()
        say(
            "Not switched: search would get worse. To switch all the same: "
                + location.command("model use --force \(generations[1].model)"))
        return false
    }

    private static func text(_ count: Int, _ before: KnownItemRun, _ after: KnownItemRun) -> String {
        let figures = rankings.map { ranking in
            let (from, to) = (before.mean(of: ranking).ndcg10, after.mean(of: ranking).ndcg10)
            return String(
                format: "%@ %.3f, now %.3f", ranking == .semantic ? "by meaning alone" : "as searched", from, to)
        }
        return "Compared by \(Count.grouped(count)) queries made of your items (nDCG@10): "
            + figures.joined(separator: "; ") + "."
    }
}
