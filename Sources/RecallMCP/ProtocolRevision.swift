/// A revision of the protocol that is spoken.
enum ProtocolRevision: String, CaseIterable {
    /// Every request says by itself which revision it is of; there is no handshake.
    case withoutHandshake = "2026-07-28"
    /// The revisions that begin with `initialize`. What is used here is the same in both.
    case latestHandshake = "2025-11-25"
    case earlierHandshake = "2025-06-18"

    /// True for revisions that begin with a handshake.
    var hasHandshake: Bool { self != .withoutHandshake }

    static let names = allCases.map(\.rawValue)

    /// The revision to go on with after a handshake: the one that was asked for, if it has a handshake, else the latest.
    static func negotiated(_ requested: String) -> ProtocolRevision {
        let revision = ProtocolRevision(rawValue: requested) ?? .latestHandshake
        return revision == .withoutHandshake ? .latestHandshake : revision
    }
}
