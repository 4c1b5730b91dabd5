public import Foundation
public import RecallCore
public import RecallKit

/// One measurement of a library's own queries, with each query's figures so that the next one can be compared in pairs.
public struct KnownItemRun: Sendable, Codable {
    private var version = 1
    /// The date of the measurement.
    public var date: Date
    /// The encoder and its precision; `nil` if search was lexical only.
    public var encoder: String?
    /// Metrics by ranking and query id.
    public var figures: [String: [String: RetrievalMetrics]]

    init(date: Date, encoder: String?, rows: [Evaluation.Row]) {
        self.date = date
        self.encoder = encoder
        figures = Dictionary(uniqueKeysWithValues: rows.map { ($0.ranking.rawValue, $0.queries) })
    }

    /// The path of a library's last run.
    public static func path(in location: LibraryLocation) -> String { location.folder + "/evaluation-run.json" }

    /// The last saved run; `nil` if there is none.
    public static func last(in location: LibraryLocation) throws -> KnownItemRun? {
        try EvaluationFile.read(path(in: location))
    }

    /// Saves the run as the baseline of the next one.
    public func keep(in location: LibraryLocation) throws {
        try EvaluationFile.write(self, to: Self.path(in: location))
    }

    /// The mean over all queries.
    public func mean(of ranking: Ranking) -> RetrievalMetrics {
        RetrievalMetrics.mean(figures[ranking.rawValue].map { Array($0.values) } ?? [])
    }

    /// The paired difference in nDCG@10 of a ranking to `earlier`, over the queries (of `ids`) measured in both;
    /// `nil` if there are none.
    public func difference(
        of ranking: String, from earlier: KnownItemRun, over ids: Set<String>? = nil
    ) -> PairedDifference? {
        guard let now = figures[ranking], let then = earlier.figures[ranking] else { return nil }
        let pairs = now.keys.filter { ids?.contains($0) ?? true }.sorted().compactMap { id in
            then[id].map { now[id, default: RetrievalMetrics()].ndcg10 - $0.ndcg10 }
        }
        return pairs.isEmpty ? nil : PairedDifference(pairs)
    }

    /// True if a ranking, the full search by default, is significantly worse than in `earlier`.
    public func isWorse(than earlier: KnownItemRun, by ranking: Ranking = .hybrid) -> Bool {
        let change = difference(of: ranking.rawValue, from: earlier)
        return change.map { $0.mean < 0 && $0.isSignificant } ?? false
    }
}

extension RecallLibrary {
    /// Ranks the library's own queries (without those whose item is gone): by BM25, by vectors if there is a model,
    /// and by the full search; or by `rankings` alone.
    public func measure(_ set: KnownItemSet, rankings: [Ranking]? = nil, at date: Date = Date()) throws -> (
        run: KnownItemRun, rows: [Evaluation.Row]
    ) {
        let own = try EvaluationSet(set, in: self)
        let rows = try Evaluation.run(own, in: self, only: rankings, alwaysFused: true)
        return (KnownItemRun(date: date, encoder: encoderFingerprint, rows: rows), rows)
    }
}
