import GRDB
public import RecallCore
import RecallText

extension LibrarySnapshot {
    /// The item at a position of the table, with the properties that lists show; `nil` if it was deleted.
    public func listedItem(at position: Int, of table: ItemTable) throws -> ListedItem? {
        try listedItem(table.row(at: position))
    }

    /// The item with the properties that lists show; `nil` if there is none.
    public func listedItem(_ id: ItemID) throws -> ListedItem? {
        try key(of: id).flatMap { try listedItem($0.row) }
    }

    private func listedItem(_ row: ItemRow) throws -> ListedItem? {
        try db.firstRow(Self.listedItemQuery, { $0.bind(row.rawValue) }) { row in
            guard let summary = Self.summary(row) else { return nil }
            let start = StoredRanges.decode(row.data(11)).first?.lowerBound ?? 0
            var preview = Preview.text(of: row.text(10) ?? "", from: start, summary)
            if preview.isEmpty { preview = try JSONColumns.attachments(row.text(12)).first?.mediaName ?? "" }
            return ListedItem(
                summary: summary, preview: preview, threadItemCount: Int(row.integer(13) ?? 0),
                isFormer: row.integer(14) == 1)
        }
    }

    private static let listedItemQuery = """
        SELECT \(summaryColumns), content.text, content.authored, content.attachments, thread.item_count,
            EXISTS (SELECT 1 FROM item_source AS gone WHERE gone.item_id = item.id AND \(isOfFormer))
        FROM item \(summaryJoins) JOIN thread ON thread.id = item.thread_id WHERE item.id = ?1
        """
}

/// The beginning of a text, for item lists.
private enum Preview {
    private static let maximumCharacters = 160
    /// The bytes to scan for the preview's characters, each of which takes a few bytes.
    private static let maximumBytes = 1_600

    /// The first words of `text` from the byte `start` on, on one line, without the marks of a note.
    static func text(of text: String, from start: Int, _ item: ItemSummary) -> String {
        let beginning = text.utf8Slice(start..<start + maximumBytes)
        // An event or a contact has its title as its first line.
        if !item.title.isEmpty, beginning.hasPrefix(item.title + "\n") {
            return line(of: beginning.dropFirst(item.title.count + 1))
        }
        guard item.isMarkdown else { return line(of: beginning) }
        return line(of: MarkdownMarks.removed(from: String(beginning), title: item.title))
    }

    private static func line(of text: some StringProtocol) -> String {
        var preview = ""
        var room = maximumCharacters
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !preview.isEmpty { preview += " " }
            preview += word.prefix(room)
            room = maximumCharacters - 1 - preview.count
            if room <= 0 { break }
        }
        return preview
    }
}
