/// An installed model.
public struct InstalledModelPayload: Encodable, Sendable {
    let folder: String
    let name, fingerprint: String?
    let dimension: Int?
    let problem: String?

    /// A model that can be used.
    public init(folder: String, name: String, fingerprint: String, dimension: Int) {
        (self.folder, self.name, self.fingerprint) = (folder, name, fingerprint)
        (self.dimension, problem) = (dimension, nil)
    }

    /// A folder whose model cannot be used.
    public init(folder: String, problem: String) {
        (self.folder, self.problem) = (folder, problem)
        (name, fingerprint, dimension) = (nil, nil, nil)
    }
}

/// The installed models.
public struct InstalledModelListPayload: Encodable, Sendable {
    let models: [InstalledModelPayload]

    /// A list as sent.
    public init(_ models: [InstalledModelPayload]) {
        self.models = models
    }
}
