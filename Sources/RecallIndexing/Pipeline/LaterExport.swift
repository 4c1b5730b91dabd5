import Foundation
import RecallCore
import RecallImport
import RecallStore

/// Tells whether the export of a chat that is imported was made later than others, of which the library has messages: it has later
/// messages, or else its file was changed later.
struct LaterExport {
    private let transaction: LibraryTransaction
    private let file: BatchWriter.File
    /// The date of the last message that the file is known to have.
    private let last: Date?
    /// True if the file ends with that.
    private let isEnd: Bool
    private var lasts: [SourceRow: Date] = [:]

    /// - Parameters:
    ///   - imported: the messages of a part of the file.
    ///   - isStart: true if the file begins with the first of them.
    ///   - isEnd: true if it ends with the last.
    init(
        _ imported: [ImportedItem], file: BatchWriter.File, isStart: Bool, isEnd: Bool,
        _ transaction: LibraryTransaction
    ) throws {
        (self.transaction, self.file, self.isEnd) = (transaction, file, isEnd)
        let before = try imported.first?.item.conversation.flatMap { conversation in
            try isStart ? nil : transaction.snapshot.lastMessage(of: conversation, inFile: file.row)
        }
        last = (imported.compactMap(\.item.date) + [before].compactMap(\.self)).max()
    }

    /// True if no other file that holds a message was made later; `nil` if nothing tells.
    ///
    /// - Complexity: O(*m*) in the messages of the others, once.
    mutating func isLater(thanOthersWith known: StoredItemKey, of conversation: String) throws -> Bool? {
        let others = try transaction.snapshot.files(with: known.row, except: file.row)
        guard !others.isEmpty else { return true }
        var latest: Date?
        for other in others where other.format != SourceFormat.jsonl.identifier {
            if lasts[other.file] == nil {
                lasts[other.file] =
                    try transaction.snapshot.lastMessage(of: conversation, inFile: other.file) ?? .distantPast
            }
            latest = [latest, lasts[other.file]].compactMap(\.self).max()
        }
        if let last, let latest, last > latest || last < latest && isEnd { return last > latest }
        let changed = try transaction.latestChange(ofFilesWith: known.row, except: file.row)
        return changed.flatMap { $0 == file.modified ? nil : $0 < file.modified }
    }
}
