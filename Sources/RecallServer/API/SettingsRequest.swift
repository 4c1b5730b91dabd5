/// Settings to change.
struct SettingsRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case watchedFolders, maintenance
    }

    let watchedFolders: [String]
    /// Absent to leave it as it is.
    let maintenance: Bool?

    init(from container: KeyedDecodingContainer<Key>) throws {
        watchedFolders = try container.paths(.watchedFolders, count: 0...ServerLimits.paths)
        maintenance =
            try container.contains(.maintenance) ? container.decode(Bool.self, forKey: .maintenance) : nil
    }
}
