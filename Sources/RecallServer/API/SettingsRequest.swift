/// Settings to change.
struct SettingsRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case watchedFolders
    }

    let watchedFolders: [String]

    init(from container: KeyedDecodingContainer<Key>) throws {
        watchedFolders = try container.paths(.watchedFolders, count: 0...ServerLimits.paths)
    }
}
