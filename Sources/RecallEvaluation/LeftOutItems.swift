import Foundation
import RecallCore

/// The items held out of a set so that a third of its queries has no answer.
///
/// Items are held out before the import. If they were hidden only from the ranking, the vectors and terms of
/// neighbouring passages would still contain them.
public struct LeftOutItems: Sendable {
    /// The ids of the items.
    public private(set) var items: Set<String> = []
    /// The ids of the queries whose relevant items are all held out.
    public private(set) var unanswerable: Set<String> = []

    private static let share = 1.0 / 3

    /// Holds out the relevant items of queries, in an order that depends on the queries' ids alone.
    public init(_ set: EvaluationSet) {
        var queries: [String: [String]] = [:]
        for query in set.queries {
            for item in set.judgements[query.id, default: [:]].keys { queries[item, default: []].append(query.id) }
        }
        var left = set.judgements.mapValues(\.count)
        let order = set.queries.map { (key: ItemID(identifying: [$0.id]), id: $0.id) }.sorted { $0.key < $1.key }
        for query in order where Double(unanswerable.count) < Self.share * Double(order.count) {
            for item in set.judgements[query.id, default: [:]].keys where items.insert(item).inserted {
                for other in queries[item, default: []] {
                    left[other, default: 0] -= 1
                    if left[other] == 0 { unanswerable.insert(other) }
                }
            }
        }
    }

    /// Copies a file of items without the held-out ones.
    public func copy(_ path: String, to other: String) throws {
        let lines = try EvaluationSet.lines(path).filter { line in
            let named = try? JSONDecoder().decode(Named.self, from: Data(line.utf8))
            return named.map { !items.contains($0.id) } ?? true
        }
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: other))
    }

    private struct Named: Decodable {
        var id: String
    }
}
