import RecallCore
import RecallImport
import RecallStore

/// The contacts and events of a part of a file. They tell whether the file is a later export of an address book or a calendar, which
/// says what holds now, or anybody's: whoever knows a contact or an event can write one with its UID.
struct ExportedEntries {
    /// The address books and calendars that hold some of the entries, and of which this file is no other export.
    private let others: Set<SourceRow>

    /// A file is another export of one that has as many of its entries, half of what it has or more than anybody else knows.
    private static let fewestShared = 5
    private static let mostKnown = 200

    /// - Returns: `nil` if nothing that the part holds is in an address book or a calendar of which this is no other export.
    /// - Complexity: O(*n*) in the entries of the part and of these files.
    init?(_ records: [ImportRecord], in file: BatchWriter.File, _ snapshot: LibrarySnapshot) throws {
        guard file.saysWhatHolds else { return nil }
        let ids = Set(records.compactMap(\.imported).filter(\.item.isEntry).map(\.item.id))
        var shared: [SourceRow: (format: String, count: Int)] = [:]
        for id in ids {
            guard let row = try snapshot.key(of: id)?.row else { continue }
            let isHeld = try snapshot.isHeld(item: row, by: file.row)
            for other in try snapshot.files(with: row, except: file.row) where Self.saysWhatHolds(other.format) {
                shared[other.file, default: (other.format, 0)].count += isHeld ? 0 : 1
            }
        }
        let others = try shared.filter { other, found in
            // What earlier parts of the file had is there already.
            let count = try found.count + snapshot.sharedItemCount(file.row, other)
            let all = try snapshot.itemCount(inFile: other)
            // A few events are an invitation, of which the later version counts.
            guard count >= Self.fewestShared else {
                return all >= Self.fewestShared || found.format != SourceFormat.calendar.identifier
            }
            return count < Self.mostKnown && 2 * count < all
        }
        guard !others.isEmpty else { return nil }
        self.others = Set(others.keys)
    }

    /// True if an entry is another one than that of its id, which only files hold that this one is no other export of.
    ///
    /// - Parameter holders: the other files that hold the entry.
    func isOfStranger(_ entry: Item, holders: [(file: SourceRow, path: String, format: String)]) -> Bool {
        let holders = holders.filter { Self.saysWhatHolds($0.format) }
        return entry.isEntry && !holders.isEmpty && holders.allSatisfy { others.contains($0.file) }
    }

    private static func saysWhatHolds(_ format: String) -> Bool { BatchWriter.File.sayingWhatHolds.contains(format) }
}

extension Item {
    /// True for a contact or an event of a file.
    fileprivate var isEntry: Bool {
        if case .document(let document) = details { (document.isContact || isEvent) && parent == nil } else { false }
    }
}
