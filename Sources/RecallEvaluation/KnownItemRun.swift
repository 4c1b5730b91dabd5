public import Foundation
public import RecallCore
public import RecallKit

/// One measurement of a library's own queries, with each query's figures so that the next one can be compared in pairs.
public struct KnownItemRun: Sendable, Codable {
    private var version = 1
    /// When it was measured.
    public var date: Date
    /// The encoder and its precision; `nil` when only words were searched.
    public var encoder: String?
    /// The figures of each query, by ranking and query id.
    public var figures: [String: [String: RetrievalMetrics]]

    init(date: Date, encoder: String?, rows: [Evaluation.Row]) {
        self.date = date
        self.encoder = encoder
        figures = Dictionary(uniqueKeysWithValues: rows.map { ($0.ranking.rawValue, $0.queries) })
    }

    /// Where a library's last run is.
    public static func path(in location: LibraryLocation) -> String { location.folder + "/evaluation-run.json" }

    /// The last run that was kept; `nil` if there is none.
    public static func last(in location: LibraryLocation) throws -> KnownItemRun? {
        try EvaluationFile.read(path(in: location))
    }

    /// Keeps it as the one that the next run is compared with.
    public func keep(in location: LibraryLocation) throws {
        try EvaluationFile.write(self, to: Self.path(in: location))
    }

    /// How a ranking's nDCG@10 differs from that of `earlier` over the queries (of `ids`) that both measured; `nil` if
    /// there are none.
    public func difference(
        of ranking: String, from earlier: KnownItemRun, over ids: Set<String>? = nil
    ) -> PairedDifference? {
        guard let now = figures[ranking], let then = earlier.figures[ranking] else { return nil }
        let pairs = now.keys.filter { ids?.contains($0) ?? true }.sorted().compactMap { id in
            then[id].map { now[id, default: RetrievalMetrics()].ndcg10 - $0.ndcg10 }
        }
        return pairs.isEmpty ? nil : PairedDifference(pairs)
    }

    /// Whether search as it is ranks worse than in `earlier`, by more than noise.
    public func isWorse(than earlier: KnownItemRun) -> Bool {
        let change = difference(of: Ranking.hybrid.rawValue, from: earlier)
        return change.map { $0.mean < 0 && $0.isSignificant } ?? false
    }
}

extension RecallLibrary {
    /// Ranks the library's own queries, those whose item is gone left out: by words, by vectors if there is a model, and as
    /// `search` does.
    public func measure(_ set: KnownItemSet, at date: Date = Date()) throws -> (
        run: KnownItemRun, rows: [Evaluation.Row]
    ) {
        let own = try EvaluationSet(set, in: self)
        let rows = try Evaluation.run(own, in: self, alwaysFused: true)
        return (KnownItemRun(date: date, encoder: encoderFingerprint, rows: rows), rows)
    }
}
