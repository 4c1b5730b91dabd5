public import RecallCore
import RecallImport
import RecallStore
import RecallText

/// E-mails as they were sent. A library keeps their text; their files are read again for the rest.
extension RecallLibrary {
    /// The files in which an item was found, by path.
    public func sources(of id: ItemID) throws -> [ItemSource] {
        try store.read { try $0.sources(of: id) }
    }

    /// The item with its language, its parent, the message that it answers, and the files it was found in.
    public func described(_ item: Item) throws -> DescribedItem {
        try store.read { snapshot in
            let parent = try item.parent.flatMap { try snapshot.item($0) }
            let sources = try snapshot.sources(of: item.id)
            return try DescribedItem(
                item, language: item.language,
                parent: parent.map { ItemSummary.Parent(id: $0.id, title: $0.title) },
                answered: try item.details.answered.flatMap { try snapshot.listedItem($0) }, sources: sources,
                hasOriginal: OriginalItem.isOffered(item, in: sources),
                hasHTML: OriginalItem.offersPage(item, in: sources), isFormer: snapshot.isFormer(item.id))
        }
    }

    /// The file of a document or note; `nil` if there is no such item. Nothing is read of it yet.
    ///
    /// - Throws: `OriginalError` if the item was not read from a file of its own.
    public func originalDocument(of id: ItemID) throws -> OriginalDocument? {
        try store.read { snapshot in
            guard let item = try snapshot.item(id) else { return nil }
            let parent = try item.parent.flatMap { try snapshot.item($0) }
            let mail = try parent.map { OriginalItem($0, sources: try snapshot.sources(of: $0.id)) }
            guard let document = OriginalDocument(item, sources: try snapshot.sources(of: id), parent: mail) else {
                throw OriginalError(.noOriginal)
            }
            return document
        }
    }

    /// The item as it was sent; `nil` if there is no such item. Nothing is read of its files yet.
    public func original(of id: ItemID) throws -> OriginalItem? {
        try store.read { snapshot in
            try snapshot.item(id).map { OriginalItem($0, sources: try snapshot.sources(of: id)) }
        }
    }
}
