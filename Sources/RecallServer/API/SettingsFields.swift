/// What a person may change.
struct SettingsRequest: RequestFields {
    enum Key: String, CodingKey, CaseIterable {
        case watchedFolders
    }

    let watchedFolders: [String]

    init(from container: KeyedDecodingContainer<Key>) throws {
        watchedFolders = try container.paths(.watchedFolders, count: 0...ServerLimits.paths)
    }
}

struct SettingsFields: Encodable {
    var watchedFolders: [String]
    /// Of the library's vectors; empty without a model.
    var precision: String
}
