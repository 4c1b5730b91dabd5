import Foundation
import RecallCore
import RecallStore
import RecallTestSupport

/// A library in a folder of its own.
struct StoreFixture {
    let store: LibraryStore

    init() throws {
        try self.init(LibraryLocation(path: ScratchFolder().path + "/library"))
    }

    /// The library at a place.
    init(_ location: LibraryLocation) throws {
        store = try LibraryStore(at: location, for: .write)
    }

    /// Adds a thread of items, each of which is cut at empty lines.
    @discardableResult
    func add(_ items: [Item]) throws -> ThreadRow {
        try store.write { transaction in
            let thread = try transaction.makeThread(kind: items[0].kind, grouping: nil, title: items[0].title)
            for item in items { _ = try transaction.insert(item, thread: thread, parentRow: nil) }
            try transaction.cut([thread])
            return thread
        }
    }

    /// The items that pass a filter, by external id.
    func found(_ filter: SearchFilter) throws -> Set<String> {
        try store.read { snapshot in
            let table = try snapshot.itemTable()
            let items = try snapshot.items(passing: filter, in: table)
            return Set(try items.positions.compactMap { try snapshot.summary(at: $0, of: table)?.externalID })
        }
    }
}

extension LibraryTransaction {
    /// Writes the passages of threads: their items cut at empty lines.
    func cut(_ threads: [ThreadRow]) throws {
        try write(
            threads.map { thread in
                let texts = try snapshot.texts(thread: thread)
                let dates = texts.compactMap(\.date)
                return ThreadDraft(
                    thread: thread, title: texts.first?.title ?? "", dates: dates.min().map { $0...dates.max()! },
                    items: texts.map { ItemDraft(text: $0, passages: Self.spans(of: $0.text)) })
            })
    }

    static func spans(of text: String) -> [PassageSpan] {
        var (spans, start) = ([PassageSpan](), 0)
        for part in text.components(separatedBy: "\n\n") {
            let end = start + part.utf8.count
            if end > start {
                spans.append(PassageSpan(range: start..<end, tokenCount: part.split(separator: " ").count))
            }
            start = end + 2
        }
        return spans
    }
}
