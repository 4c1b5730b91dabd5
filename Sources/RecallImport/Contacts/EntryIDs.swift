import RecallCore

/// Tells the entries of one file apart. Some programs give all that they write one identifier: two entries that say different
/// things are two items then, unless they are versions of an event.
struct EntryIDs {
    private var firsts: [ItemID: (content: ItemID, version: EventVersion?)] = [:]
    private static let mostRemembered = 1_000_000

    /// The item of the next entry.
    ///
    /// - Parameter organizer: who invites to an event. Those of others are told apart where they are stored.
    mutating func entry(_ item: Item, by organizer: String = "") -> ImportedItem {
        let (content, version) = (ItemID(identifying: [item.text]), item.details.event)
        var imported = ImportedItem(item)
        imported.otherID = ItemID(identifying: ["entry", item.id.description, content.description])
        let entry = ItemID(identifying: [item.id.description, organizer])
        guard let first = firsts[entry] else {
            if firsts.count < Self.mostRemembered { firsts[entry] = (content, version) }
            return imported
        }
        let areVersions = version.flatMap { version in first.version.flatMap { version.isLater(than: $0) } } != nil
        imported.isRepeated = first.content != content && !areVersions
        return imported
    }
}
