/// The finding of a check by `recall doctor`.
public struct DiagnosisPayload: Encodable, Sendable {
    /// The state of what was checked.
    public enum State: String, Encodable, Sendable, CaseIterable {
        case fine, missing, broken
    }

    let check: String
    let state: State
    let finding: String

    /// A finding.
    public init(check: String, state: State, finding: String) {
        (self.check, self.state, self.finding) = (check, state, finding)
    }
}

/// The findings of all checks.
public struct DiagnosisListPayload: Encodable, Sendable {
    let checks: [DiagnosisPayload]

    /// A list as sent.
    public init(_ checks: [DiagnosisPayload]) {
        self.checks = checks
    }
}

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
