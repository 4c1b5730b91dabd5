/// The settings of a library's server.
public struct SettingsPayload: Encodable, Sendable {
    let watchedFolders: [String]
    let precision: String

    /// Settings as sent.
    public init(watchedFolders: [String], precision: String) {
        (self.watchedFolders, self.precision) = (watchedFolders, precision)
    }
}
