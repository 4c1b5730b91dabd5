import RecallCore

/// The ids of the entries of one file, in their order. Some programs give all that they write one identifier: two entries that
/// say different things are two items then, unless they are versions of an event.
struct EntryIDs {
    private var firsts: [ItemID: (content: ItemID, version: EventVersion?)] = [:]
    private static let mostRemembered = 1_000_000

    /// The id of the next entry.
    ///
    /// - Parameters:
    ///   - identity: the strings that make it the same in another export.
    ///   - organizer: who invites to an event. Those of others are told apart where they are stored.
    ///   - content: what it says.
    mutating func id(
        of identity: [String], by organizer: String = "", saying content: [String], version: EventVersion? = nil
    ) -> ItemID {
        let (id, said) = (ItemID(identifying: identity), ItemID(identifying: content))
        let entry = ItemID(identifying: identity + [organizer])
        guard let first = firsts[entry] else {
            if firsts.count < Self.mostRemembered { firsts[entry] = (said, version) }
            return id
        }
        guard first.content != said else { return id }
        if let version, let earlier = first.version, version.isLater(than: earlier) != nil { return id }
        return ItemID(identifying: identity + ["", said.description])
    }
}
