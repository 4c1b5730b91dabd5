import RecallCore

/// The searches to keep, in place of all that were kept.
struct SearchesRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case recent, saved
    }

    let values: KeptSearches.Values

    init(from container: KeyedDecodingContainer<Key>) throws {
        values = .init(recent: try container.queries(.recent), saved: try container.queries(.saved))
    }
}

extension KeyedDecodingContainer<SearchesRequest.Key> {
    fileprivate func queries(_ key: Key) throws -> [String] {
        let queries = try decode([String].self, forKey: key)
        let isKept = queries.allSatisfy { 1...ServerLimits.addressQueryLength ~= $0.unicodeScalars.count }
        guard isKept, queries.count <= ServerLimits.keptSearches else {
            throw APIError.badRequest(
                "\(key.stringValue) has at most \(ServerLimits.keptSearches) queries of 1 to "
                    + "\(ServerLimits.addressQueryLength) characters.")
        }
        return queries
    }
}
