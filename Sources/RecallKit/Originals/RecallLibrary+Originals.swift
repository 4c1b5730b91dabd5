public import RecallCore
import RecallImport
public import RecallStore

/// E-mails as they were sent. A library keeps their text; their files are read again for the rest.
extension RecallLibrary {
    /// Where an item was found, by path.
    public func sources(of id: ItemID) throws -> [ItemSource] {
        try store.read { try $0.sources(of: id) }
    }

    /// The item as it was sent; `nil` if there is no such item. Nothing is read of its files yet.
    public func original(of id: ItemID) throws -> OriginalItem? {
        try store.read { snapshot in
            try snapshot.item(id).map { OriginalItem($0, sources: try snapshot.sources(of: id)) }
        }
    }
}
