import Foundation
import RecallCore
import RecallImport
import RecallStore

/// Finds the messages of a part of a WhatsApp export that the library has with the text of before or after an edit.
///
/// WhatsApp gives messages no ids, and says of an edit only that there was one. So a message is taken for an earlier one with another
/// text only if nothing else can be: it is the only one of its author and minute that the library does not know, there is one that
/// the file does not have, one of both is edited, and both stand between the same messages. Else both are kept.
struct EditedMessages {
    let snapshot: LibrarySnapshot
    let identity: KnownIdentity
    let imported: [ImportedItem]
    /// True if the file begins with the first of the messages, and ends with the last.
    let isStart: Bool, isEnd: Bool

    /// More messages than one person sends in a minute.
    private static let mostOfMinute = 50
    /// More messages than there are between the first and the last of a part, if these are in order.
    private static let mostOfSpan = 65_536

    private struct AuthorsMinute: Hashable {
        let start: Date
        let author: Participant
    }

    /// The ids that some of the messages have in the library, by their positions.
    ///
    /// - Complexity: O(*m*) in the messages, and in those of the library between the first and the last.
    func knownIDs() throws -> [Int: ItemID] {
        let dates = imported.compactMap(\.item.date)
        guard let conversation = imported.first?.item.conversation, let first = dates.min(), let last = dates.max()
        else { return [:] }
        var minutes = Set(imported.lazy.filter(\.item.isEdited).compactMap(\.item.date?.startOfMinute))
        let span = first.startOfMinute...last.startOfMinute.addingTimeInterval(60)
        let edits = try snapshot.datesOfEdits(in: conversation, dates: span, limit: Self.mostOfSpan)
        minutes.formUnion(edits.map(\.startOfMinute))
        guard !minutes.isEmpty else { return [:] }
        // The messages of these minutes may be in another part of the file.
        if !isStart, let date = imported.first?.item.date { minutes.remove(date.startOfMinute) }
        if !isEnd, let date = imported.last?.item.date { minutes.remove(date.startOfMinute) }
        let minute = { (place: Int) in imported[place].item.date?.startOfMinute }
        let places = imported.indices.filter { minute($0).map(minutes.contains) == true }
        // What was deleted leaves a notice.
        let noticed = Set(places.filter { imported[$0].item.isNotice }.compactMap(minute))
        let groups = Dictionary(grouping: places) { place in
            let item = imported[place].item
            return item.sender.flatMap { author in
                item.date.map { AuthorsMinute(start: $0.startOfMinute, author: author) }
            }
        }
        return try groups.reduce(into: [:]) { known, group in
            guard let minute = group.key, !noticed.contains(minute.start), group.value.count <= Self.mostOfMinute,
                let (place, id) = try edited(group.value, minute, conversation)
            else { return }
            known[place] = id
        }
    }

    /// The place of the message that the library has with another text, and its id there.
    private func edited(_ places: [Int], _ minute: AuthorsMinute, _ conversation: String) throws -> (Int, ItemID)? {
        let ids = try places.map { try knownID(at: $0) }
        let unknown = zip(places, ids).filter { $0.1 == nil }.map(\.0)
        guard unknown.count == 1, let place = unknown.first else { return nil }
        let stored = try snapshot.messages(
            of: conversation, inMinuteFrom: minute.start, limit: 4 * Self.mostOfMinute)
        guard stored.count < 4 * Self.mostOfMinute else { return nil }
        let others = stored.filter { $0.sender == minute.author && !ids.contains($0.id) }
        guard others.count == 1, let other = others.first, other.isEdited || imported[place].item.isEdited,
            try isBetweenSame(place, minute, conversation)
        else { return nil }
        return (place, other.id)
    }

    /// True if the messages before and after a place are in the library, at least one of them; an export may end with the message.
    private func isBetweenSame(_ place: Int, _ minute: AuthorsMinute, _ conversation: String) throws -> Bool {
        let isFirst = place == imported.startIndex
        let isLast = place == imported.index(before: imported.endIndex)
        let before = try isFirst ? nil : knownID(at: place - 1)
        let after = try isLast ? nil : knownID(at: place + 1)
        guard before != nil || after != nil, before != nil || isFirst && isStart else { return false }
        if after != nil || isLast { return true }
        return try !snapshot.hasMessages(in: conversation, from: minute.start.addingTimeInterval(60))
    }

    /// The id of a message in the library; `nil` if it does not have it.
    private func knownID(at place: Int) throws -> ItemID? {
        let id = try identity.id(of: imported[place])
        return try snapshot.hasItem(id) ? id : nil
    }
}
