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
