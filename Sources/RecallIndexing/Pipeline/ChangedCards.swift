import RecallCore
import RecallStore

/// Contacts without ids in files that are read again. Such a card is known by its name within its file, as long as that has one
/// of the name: else a number that changed would make a second contact.
struct ChangedCards {
    private let transaction: LibraryTransaction
    /// The contacts without ids that files held before this batch, by their names.
    private var held: [SourceRow: [String: [NamedDocument]]] = [:]

    init(transaction: LibraryTransaction) {
        self.transaction = transaction
    }

    /// Gives the card that a file held under the name of this one its id, so that this one takes its place. Where another file holds
    /// that card too, it stays, and is not of this file any more.
    ///
    /// - Parameter card: the only one of its name in the file.
    mutating func replace(by card: Item, in file: SourceRow) throws {
        guard try !transaction.snapshot.hasItem(card.id) else { return }
        if held[file] == nil {
            held[file] = Dictionary(
                grouping: try transaction.snapshot.documentsWithoutIDs(inFile: file), by: \.title)
        }
        // Of two that are gone, nothing says which one became this.
        guard let known = held[file]?.removeValue(forKey: card.title), known.count == 1, let earlier = known.first
        else { return }
        if try transaction.snapshot.files(with: earlier.row, except: file).isEmpty {
            try transaction.rename(item: earlier.row, to: card.id)
        } else {
            _ = try transaction.unlink(item: earlier.row, file: file)
        }
    }
}
