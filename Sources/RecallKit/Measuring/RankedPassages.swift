public import RecallCore
import RecallSearch
import RecallStore

/// A passage of a ranking: its item, and its length.
public struct RankedPassage: Hashable, Sendable {
    /// The item that holds it.
    public let item: ItemID
    /// The id that the item's source gave it.
    public let externalID: String?
    /// The passage's tokens, estimated.
    public let tokenCount: Int
}

extension RecallLibrary {
    /// The best passages of a query by one ranking, the best first: for measuring.
    public func rankedPassages(_ query: SearchQuery, ranking: Ranking, limit: Int) throws -> [RankedPassage] {
        let found = try engine.passages(query, ranking: ranking, limit: limit)
        return try store.read { snapshot in
            try found.compactMap { passage, tokenCount in
                try snapshot.item(holding: passage).map {
                    RankedPassage(item: $0.id, externalID: $0.externalID, tokenCount: tokenCount)
                }
            }
        }
    }
}
