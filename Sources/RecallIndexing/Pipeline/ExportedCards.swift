import RecallCore
import RecallImport
import RecallStore

/// The contacts of a part of a file. They tell whether the file is a later export of an address book, which says what holds now, or
/// anybody's card: whoever knows a contact can write one with its UID, or its name and number.
struct ExportedCards {
    /// The address books that hold some of the contacts, and of which this file is no other export.
    private let books: Set<SourceRow>

    /// - Parameter isWhole: true if the part is all of the file. Of a large file each part is looked at by itself: it is another export
    ///   of the address book that holds half of the part, since nobody else has hundreds of its contacts. One contact is no address
    ///   book.
    /// - Returns: `nil` if nothing that the part holds is in an address book elsewhere.
    /// - Complexity: O(*n*) in the contacts of the part and of these address books.
    init?(
        _ records: [ImportRecord], in file: BatchWriter.File, isWhole: Bool, _ snapshot: LibrarySnapshot
    ) throws {
        let ids = Set(records.compactMap { $0.imported.flatMap { $0.item.isCard ? $0.item.id : nil } })
        var held: [SourceRow: Int] = [:]
        for id in ids {
            guard let row = try snapshot.key(of: id)?.row else { continue }
            for other in try snapshot.files(with: row, except: file.row) where Self.isBook(other.format) {
                held[other.file, default: 0] += 1
            }
        }
        let books = try held.filter { book, count in
            guard isWhole || 2 * count < ids.count else { return false }
            return try count < 2 || 2 * count < snapshot.itemCount(inFile: book)
        }
        guard !books.isEmpty else { return nil }
        self.books = Set(books.keys)
    }

    /// True if a card is another one than the contact of its id, which only address books hold that the file is no export of.
    ///
    /// - Parameter holders: the other files that hold the contact.
    func isOfStranger(_ card: Item, holders: [(file: SourceRow, path: String, format: String)]) -> Bool {
        let holders = holders.filter { Self.isBook($0.format) }
        return card.isCard && !holders.isEmpty && holders.allSatisfy { books.contains($0.file) }
    }

    private static func isBook(_ format: String) -> Bool {
        [SourceFormat.contacts, .contactsTable].contains { $0.identifier == format }
    }
}

extension Item {
    /// True for a contact of a file.
    fileprivate var isCard: Bool {
        if case .document(let document) = details { document.isContact && parent == nil } else { false }
    }
}
