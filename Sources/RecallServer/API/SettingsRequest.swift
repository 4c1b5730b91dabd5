import RecallCore

/// Settings to change.
struct SettingsRequest: RequestBody {
    enum Key: String, CodingKey, CaseIterable {
        case watchedFolders, maintenance, quietHours
    }

    let watchedFolders: [String]
    /// Absent to leave it as it is.
    let maintenance: Bool?
    /// Absent to leave them as they are; `.some(nil)` for none.
    let quietHours: QuietHours??

    init(from container: KeyedDecodingContainer<Key>) throws {
        watchedFolders = try container.paths(.watchedFolders, count: 0...ServerLimits.paths)
        maintenance =
            try container.contains(.maintenance) ? container.decode(Bool.self, forKey: .maintenance) : nil
        quietHours = try container.contains(.quietHours) ? .some(Self.quietHours(container)) : nil
    }

    private static func quietHours(_ container: KeyedDecodingContainer<Key>) throws -> QuietHours? {
        guard let text = try container.decode(String?.self, forKey: .quietHours) else { return nil }
        guard let hours = QuietHours(text) else {
            throw APIError.badRequest("quietHours are two different times of the day, as 22:00-07:00, or null.")
        }
        return hours
    }
}
