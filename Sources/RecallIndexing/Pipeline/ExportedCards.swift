import RecallCore
import RecallImport
import RecallStore

/// The contacts of a part of a file. They tell whether the file is a later export of an address book, which says what holds now, or
/// anybody's card: whoever knows a contact can write one with its UID, or its name and number.
struct ExportedCards {
    private let ids: Set<ItemID>

    /// `nil` if the records have no contacts.
    init?(_ records: [ImportRecord]) {
        ids = Set(records.compactMap { $0.imported.flatMap { $0.item.isCard ? $0.item.id : nil } })
        guard !ids.isEmpty else { return nil }
    }

    /// True if a card of a file is another one than the contact of its id, which only address books hold of which the file does not
    /// have half.
    ///
    /// - Parameter holders: the other files that hold the contact.
    /// - Complexity: O(*n*) in what they hold.
    func isOfStranger(
        _ card: Item, in file: SourceRow, holders: [(file: SourceRow, path: String, format: String)],
        _ snapshot: LibrarySnapshot
    ) throws -> Bool {
        let books = holders.filter { [SourceFormat.contacts, .contactsTable].map(\.identifier).contains($0.format) }
        guard card.isCard, !books.isEmpty else { return false }
        let own = try ids.union(snapshot.itemIDs(inFile: file))
        return try !books.contains { book in
            let held = try snapshot.itemIDs(inFile: book.file)
            return 2 * held.count(where: own.contains) >= held.count
        }
    }
}

extension Item {
    /// True for a contact of a file.
    fileprivate var isCard: Bool {
        if case .document(let document) = details { document.isContact && parent == nil } else { false }
    }
}
