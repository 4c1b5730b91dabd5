import Foundation
public import RecallCore
import RecallFiles
import RecallImport
import RecallStore

/// Items leave a library in forms that other programs read.
extension RecallLibrary {
    /// Hands over the items that match a query as the bytes of a file, oldest first, those without a date before; what is attached to
    /// one of them follows it.
    ///
    /// - Parameters:
    ///   - query: as for `count`; an empty one is everything.
    ///   - write: called with the next bytes, a megabyte or so. What it throws ends the export.
    /// - Throws: `CancellationError` if the task is cancelled.
    /// - Complexity: O(*n*) in the items; holds their ids and a few hundred items in memory.
    public func export(
        as format: ExportFormat, matching query: SearchQuery, write: ([UInt8]) throws -> Void
    ) throws -> LibraryExport {
        let ids = try idsToExport(query)
        var run = ExportRun(format: format)
        for start in stride(from: 0, to: ids.count, by: Self.itemsAtATime) {
            try Task.checkCancellation()
            // In one read each: what is deleted meanwhile is left out.
            let items = try store.read { snapshot in
                try ids[start..<min(start + Self.itemsAtATime, ids.count)].compactMap { id in
                    try snapshot.item(id).map { ($0, try snapshot.sources(of: id), try snapshot.isFormer(id)) }
                }
            }
            for (item, sources, isFormer) in items {
                try run.add(item, sources, isFormer: isFormer)
                if run.bytes.count >= Self.bytesAtATime { try write(run.take()) }
            }
        }
        if !run.bytes.isEmpty { try write(run.take()) }
        return run.counts
    }

    private static let (itemsAtATime, bytesAtATime) = (200, 1 << 20)

    private func idsToExport(_ query: SearchQuery) throws -> [ItemID] {
        var (newestFirst, parents): ([ItemID], [ItemID: ItemID]) = ([], [:])
        try forEachMatch(query) { item in
            newestFirst.append(item.id)
            if let parent = item.parent { parents[item.id] = parent.id }
        }
        guard !parents.isEmpty else { return newestFirst.reversed() }
        let all = Set(newestFirst)
        let attached = Dictionary(grouping: newestFirst) { parents[$0] }
        var ids: [ItemID] = []
        var waiting = newestFirst.filter { parents[$0].map(all.contains) != true }
        while let next = waiting.popLast() {
            ids.append(next)
            waiting += attached[next] ?? []
        }
        return ids
    }

    /// Writes the same to a file for the owner alone, which gets its name when it is complete.
    ///
    /// - Throws: `BackupError` with the code `exists` unless `replacing`, or `unwritable`; `CancellationError`.
    public func export(
        as format: ExportFormat, matching query: SearchQuery, to path: String, replacing: Bool = false
    ) throws -> LibraryExport {
        let path = URL(fileURLWithPath: NSString(string: path).expandingTildeInPath).standardizedFileURL.path
        guard replacing || !Folder.isTaken(path) else { throw BackupError.exists(path) }
        do {
            let new = try AtomicFile(replacing: path)
            let counts = try export(as: format, matching: query) { try new.file.append($0) }
            try new.commit()
            return counts
        } catch let error as FileError {
            throw BackupError.unwritable(path, error.summary)
        }
    }
}

/// One export, while it goes on.
private struct ExportRun {
    private(set) var bytes: [UInt8] = []
    private(set) var counts = LibraryExport()
    private let format: ExportFormat
    /// The ids of lines of each kind.
    private var writtenIDs: Set<[String]> = []

    init(format: ExportFormat) {
        self.format = format
    }

    /// The bytes that are to be written next.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    mutating func add(_ item: Item, _ sources: [ItemSource], isFormer: Bool) throws {
        switch format {
        case .jsonl:
            let line = JSONLine(item, id: id(of: item), sources: sources.map(\.path), isFormer: isFormer)
            bytes += try line.bytes()
        case .mbox:
            guard item.kind == .email else {
                counts.leftOut += 1
                return
            }
            bytes += MboxWriter.entry(mail(item, sources), from: item.sender?.address ?? "", date: item.date)
        }
        counts.items += 1
    }

    /// The id that the source gave the item where no other has it, so that an export of what was exported is the same; else its
    /// own. An item may have been exported and imported beside the one that it was.
    private mutating func id(of item: Item) -> String {
        let given = item.kind == .email ? nil : item.externalID
        let own = item.id.description
        for id in [given, own].compactMap(\.self) where writtenIDs.insert([item.kind.rawValue, id]).inserted {
            return id
        }
        return own + "-copy"
    }

    /// The mail as it was sent, or else one of what the library has of it.
    private mutating func mail(_ item: Item, _ sources: [ItemSource]) -> [UInt8] {
        if let whole = OriginalItem(item, sources: sources).wholeInProcess() { return whole }
        counts.composed += 1
        return ComposedMail.bytes(of: item)
    }
}
