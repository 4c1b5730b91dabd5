public import RecallCore
public import RecallEmbedding
public import RecallImport
import RecallIndexing
public import RecallStore

/// A file that is not on disk: records as a reader would find them.
public struct RecordList: SourceReader {
    private let records: [ImportRecord]
    /// Called before each record, with its number.
    private let willEmit: @Sendable (Int) async -> Void

    /// A reader that finds `records`.
    public init(_ records: [ImportRecord], willEmit: @escaping @Sendable (Int) async -> Void = { _ in }) {
        self.records = records
        self.willEmit = willEmit
    }

    /// A reader that finds `items`.
    public init(_ items: [Item], willEmit: @escaping @Sendable (Int) async -> Void = { _ in }) {
        self.init(items.map { .item(ImportedItem($0)) }, willEmit: willEmit)
    }

    /// Hands over the records from `cursor` on, which is a number of records.
    public func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        for (index, record) in records.enumerated().dropFirst(cursor.number) {
            await willEmit(index)
            try await emit(record, SourceCursor(byteOffset: index + 1))
        }
    }
}

extension LibraryStore {
    /// Imports what `reader` finds through the real pipeline, as the file at `path` of a format, changed at `modified`.
    @discardableResult
    public func importRecords(
        _ reader: RecordList, path: String = "/made-up/file", format: SourceFormat = .jsonl,
        modified: Int64 = 1, restoringDeleted: Bool = false,
        progress: @escaping @Sendable (ImportSummary) -> Void = { _ in }
    ) async throws -> ImportSummary {
        let unit = SourceUnit(path: path, root: path, format: format, byteCount: 1, modified: modified)
        return try await ImportPipeline(
            store: self, readers: { _ in reader }, restoresDeleted: restoringDeleted, progress: progress
        ).run([.unit(unit)])
    }

    /// Imports what `reader` finds as one file, and embeds it beside that.
    public func importAndEmbedRecords(
        _ reader: RecordList, _ encoder: any SentenceEncoder
    ) async throws -> (summary: ImportSummary, embedding: EmbeddingProgress) {
        let unit = SourceUnit(path: "/made-up/file", root: "/made-up", format: .jsonl, byteCount: 1, modified: 1)
        return try await ImportPipeline(store: self, readers: { _ in reader }).run(
            [.unit(unit)], embeddingWith: EmbeddingPipeline(store: self, encoder: encoder))
    }

    /// Imports items, each call as a file of its own.
    @discardableResult
    public func importItems(_ items: [Item], path: String) async throws -> ImportSummary {
        try await importRecords(RecordList(items), path: path)
    }

    /// All items, by id.
    public func allItems() throws -> [Item] {
        try read { snapshot in
            let ids = try "0123456789abcdef".flatMap { try snapshot.items(withIDPrefix: String($0), limit: .max) }
            return try ids.compactMap { try snapshot.item($0) }
        }
    }

    /// The rows of all threads that have items, lowest first.
    public func allThreads() throws -> [ThreadRow] {
        try read { snapshot in
            let ids = try "0123456789abcdef".flatMap { try snapshot.items(withIDPrefix: String($0), limit: .max) }
            return Set(try ids.compactMap { try snapshot.key(of: $0)?.thread }).sorted()
        }
    }

    /// The groups of items that share a thread, by their external ids.
    public func grouping() throws -> Set<Set<String>> {
        let threads = try allThreads()
        return try read { snapshot in
            Set(try threads.map { Set(try snapshot.items(thread: $0).compactMap(\.externalID)) })
        }
    }
}
