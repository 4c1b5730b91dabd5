/// A name with an address as a hash, by which an answer that tells of them is found when no item has them any more.
public struct ParticipantDigest: Hashable, Sendable {
    /// The SHA-256 of both, 32 bytes.
    public let bytes: [UInt8]

    /// The digest of a name and address as an item has them.
    public init(_ participant: Participant) {
        var hash = SHA256()
        for part in [participant.name, participant.address] {
            hash.update("\(part.utf8.count):\(part)".utf8)
        }
        bytes = hash.finalize()
    }

    /// A digest as read from storage; `nil` if it has another length.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}
