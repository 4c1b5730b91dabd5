/// Paths to import, or to recognise.
struct ImportRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case paths
    }

    let paths: [String]

    init(from container: KeyedDecodingContainer<Key>) throws {
        paths = try container.paths(.paths, count: 1...ServerLimits.paths)
    }
}
