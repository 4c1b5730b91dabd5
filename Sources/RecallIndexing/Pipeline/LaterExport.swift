import Foundation
import RecallCore
import RecallImport
import RecallStore

/// Tells whether the export of a chat that is imported was made later than others, of which the library has messages: it has later
/// messages, or else its file was changed later.
struct LaterExport {
    private let transaction: LibraryTransaction
    private let file: BatchWriter.File
    /// The conversation, and the date of the last message of the part of the file.
    private let conversation: String?
    private let lastOfPart: Date?
    private let isStart: Bool
    private let isEnd: Bool
    /// The date of the last message that the file is known to have, once it was asked for: few messages are edited again.
    private var last: Date??
    private var lasts: [SourceRow: Date] = [:]

    /// - Parameters:
    ///   - imported: the messages of a part of the file.
    ///   - isStart: true if the file begins with the first of them.
    ///   - isEnd: true if it ends with the last.
    init(
        _ imported: [ImportedItem], file: BatchWriter.File, isStart: Bool, isEnd: Bool,
        _ transaction: LibraryTransaction
    ) {
        (self.transaction, self.file, self.isStart, self.isEnd) = (transaction, file, isStart, isEnd)
        (conversation, lastOfPart) = (imported.first?.item.conversation, imported.compactMap(\.item.date).max())
    }

    /// - Complexity: O(*m*) in the messages of the file, once.
    private mutating func lastOfFile() throws -> Date? {
        if let last { return last }
        let before = try conversation.flatMap { conversation in
            try isStart ? nil : transaction.snapshot.lastMessage(of: conversation, inFile: file.row)
        }
        let found = [lastOfPart, before].compactMap(\.self).max()
        last = .some(found)
        return found
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
        if let last = try lastOfFile(), let latest, last > latest || last < latest && isEnd { return last > latest }
        let changed = try transaction.latestChange(ofFilesWith: known.row, except: file.row)
        return changed.flatMap { $0 == file.modified ? nil : $0 < file.modified }
    }
}
