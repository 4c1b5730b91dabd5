/// The person's own searches, newest first.
public struct SearchesPayload: Encodable, Sendable {
    let recent, saved: [String]

    /// Searches as sent.
    public init(recent: [String], saved: [String]) {
        (self.recent, self.saved) = (recent, saved)
    }
}
