public import RecallCore

/// The counts of a deletion.
public struct DeletionPayload: Encodable, Sendable {
    let items, threads: Int
    /// True if the text is not out of all files yet, else absent.
    let textRemains: Bool?
    let note: String?

    /// A deletion as sent.
    public init(_ deletion: Deletion) {
        (items, threads) = (deletion.items, deletion.threads)
        textRemains = deletion.text == .remains ? true : nil
        note = deletion.text.note
    }
}

/// The reply to a deletion whose text could not leave all files yet.
public struct DeletedTextPayload: Encodable, Sendable {
    let textRemains = true
    let note: String

    private enum Key: String, CodingKey {
        case textRemains, note
    }

    /// The state of a deleted text; `nil` if it is in no file any more.
    public init?(_ text: DeletedText) {
        guard let note = text.note else { return nil }
        self.note = note
    }

    /// Encodes both keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(textRemains, forKey: .textRemains)
        try container.encode(note, forKey: .note)
    }
}

extension DeletedText {
    /// A note for people on a text that is not gone yet.
    public var note: String? {
        guard self == .remains else { return nil }
        return
            "Its words are still in the library's files, because another program is reading the library or the disk is full. "
            + "They are removed at the next import or deletion after that, or by recall serve while it runs."
    }
}

/// The number of items that deleting a source would delete.
public struct DeletionPreviewPayload: Encodable, Sendable {
    let items: Int

    /// A preview of a deletion of `items` items.
    public init(items: Int) {
        self.items = items
    }
}
