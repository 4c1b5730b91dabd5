import Foundation
import GRDB
import RecallCore
import RecallFiles
import RecallText

/// The meaning of a label. The raw values are stored.
enum LabelField: Int {
    /// The folder or container file it was read from, without the home folder's path.
    case source = 1
    /// The name of the chat or notebook.
    case group = 2
    /// The name of its file.
    case file = 3
    /// The name of an attachment.
    case attachment = 4
    /// A document's format.
    case format = 5
    /// A label of a mail, or a tag of a note.
    case tag = 6
    /// Another name of a note, or a property with its name.
    case property = 7
}

/// A property shared by many items, as folded words.
struct Label: Hashable {
    var field: LabelField
    /// The words, separated and surrounded by blanks, so that word sequences can be found as substrings.
    var words: String

    init(_ field: LabelField, _ text: some StringProtocol) {
        self.field = field
        words = Self.words(of: String(text))
    }

    static func words(of text: String) -> String {
        NameWords.words(of: text).reduce(into: " ") { $0 += $1 + " " }
    }
}

/// SQL queries for items by label.
enum LabelQuery {
    /// Items with a label in one of the fields that contains the words; `nil` if `words` is empty.
    static func words(_ words: WordSequence, in fields: [LabelField]) -> (sql: String, arguments: StatementArguments)? {
        var part = Label.words(of: words.text)
        guard part != " " else { return nil }
        if words.isPrefix { part.removeLast() }
        let fields = fields.map { String($0.rawValue) }.joined(separator: ", ")
        return (
            """
            SELECT item_id FROM item_label WHERE label_id IN
                (SELECT id FROM label WHERE field IN (\(fields)) AND instr(words, ?) > 0)
            """, [part]
        )
    }

    /// Items with any label of the field.
    static func anything(in field: LabelField) -> (sql: String, arguments: StatementArguments) {
        ("SELECT item_id FROM item_label WHERE label_id IN (SELECT id FROM label WHERE field = ?)", [field.rawValue])
    }
}

extension Label {
    /// The labels that follow from an item's content. Those of its source are added when the source is known.
    static func labels(
        details: ItemDetails, attachments: [Attachment], conversation: String?, conversationTitle: String
    ) -> Set<Label> {
        var labels = Set(attachments.map { Label(.attachment, $0.name) })
        let group = conversationTitle.isEmpty ? conversation ?? "" : conversationTitle
        if !group.isEmpty { labels.insert(Label(.group, group)) }
        switch details {
        case .document(let document):
            labels.formUnion([Label(.file, document.path.lastPathComponent), Label(.format, document.format)])
        case .note(let note):
            labels.insert(Label(.file, note.path.lastPathComponent))
            if !note.notebook.isEmpty { labels.insert(Label(.group, note.notebook)) }
            labels.formUnion(ofNote(note))
        case .email(let mail): labels.formUnion(mail.labels.map { Label(.tag, $0) })
        case .message: break
        }
        return labels
    }

    /// The labels of what a note says of itself: its tags, other names and properties.
    static func ofNote(_ note: NoteDetails) -> Set<Label> {
        Set(
            note.tags.map { Label(.tag, $0) } + note.aliases.map { Label(.property, $0) }
                + note.properties.map { Label(.property, $0.name + " " + $0.value) })
    }
}

extension Label {
    /// The name of the place of a file's items, without the home folder's path.
    static func place(ofFile path: String, isContainer: Bool) -> Substring {
        let place = isContainer ? path[...].withoutWordsOfAllMail : Maildir.place(ofFolder: path.folder)
        return place.hasPrefix(home + "/") ? place.dropFirst(home.count + 1) : place == home ? "" : place
    }

    /// The home folder's path tells nothing about the place, and contains words such as "home".
    private static let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
}

extension Item {
    var labels: Set<Label> {
        Label.labels(
            details: details, attachments: attachments, conversation: conversation,
            conversationTitle: conversationTitle)
    }

    /// The size of its text and attachments in bytes.
    var byteCount: Int {
        text.utf8.count + attachments.byteCount
    }
}

extension [Attachment] {
    /// The total of the known sizes, in bytes.
    var byteCount: Int { reduce(0) { $0 &+ Swift.max(0, $1.byteCount ?? 0) } }
}

extension String {
    var lastPathComponent: Substring {
        self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...]
    }

    fileprivate var folder: Substring {
        self[..<(lastIndex(of: "/") ?? startIndex)]
    }
}

extension Substring {
    /// Without what Gmail's exports of all mail are called: not all of it is spam.
    fileprivate var withoutWordsOfAllMail: Substring {
        let words = " Including Spam and Trash.mbox"
        if hasSuffix(words) { return dropLast(words.count) }
        let folded = lowercased()
        let trash = ["papierkorb", "papelera", "corbeille", "cestino"]
        guard folded.hasSuffix(".mbox"), trash.contains(where: folded.contains),
            let spam = range(of: "spam", options: .caseInsensitive)
        else { return self }
        return self[..<spam.lowerBound]
    }
}

extension LibraryTransaction {
    func insertLabels(_ labels: Set<Label>, item row: ItemRow) throws {
        guard !labels.isEmpty else { return }
        for label in labels { try insert(label: labelRow(label), item: row) }
    }

    /// Labels an item with the file that it was read from.
    func insertSourceLabel(item row: ItemRow, file: SourceRow) throws {
        guard let label = try sourceLabelRow(file) else { return }
        try insert(label: label, item: row)
    }

    private func insert(label: Int64, item row: ItemRow) throws {
        try db.run("INSERT OR IGNORE INTO item_label (label_id, item_id) VALUES (?, ?)") {
            $0.bind(label)
            $0.bind(row.rawValue)
        }
    }

    private func sourceLabelRow(_ file: SourceRow) throws -> Int64? {
        if let known = caches.sourceLabel(file) { return known }
        let source = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT path, is_container FROM source_file WHERE id = ?"), arguments: [file])
        guard let source else { return nil }
        let label = try labelRow(Label(.source, Label.place(ofFile: source[0], isContainer: source[1])))
        caches.remember(sourceLabel: label, of: file)
        return label
    }

    /// Asked of each label of an item. A library has a label for each file and name: of a list of them SQLite asks for every one.
    private static let fieldOfLabel = "SELECT field FROM label WHERE id = label_id"

    /// Sets the source labels of an item to those of `files`.
    func labelSources(item row: ItemRow, files: [SourceRow]) throws {
        let before = try Set(
            Int64.fetchCursor(
                db.cachedStatement(
                    sql: """
                        DELETE FROM item_label WHERE item_id = ?
                            AND (\(Self.fieldOfLabel)) = \(LabelField.source.rawValue)
                        RETURNING label_id
                        """), arguments: [row]))
        for file in files { try insertSourceLabel(item: row, file: file) }
        try deleteUnused(labels: before)
    }

    /// Deletes the labels derived from an item's content.
    func deleteLabels(item row: ItemRow) throws {
        try db.execute(
            sql: """
                DELETE FROM item_label WHERE item_id = ?
                    AND (\(Self.fieldOfLabel)) <> \(LabelField.source.rawValue)
                """, arguments: [row])
    }

    private func labelRow(_ label: Label) throws -> Int64 {
        if let known = caches.label(label) { return known }
        let id = try storedLabelRow(label)
        caches.remember(label, id: id)
        return id
    }

    private func storedLabelRow(_ label: Label) throws -> Int64 {
        let arguments: StatementArguments = [label.field.rawValue, label.words]
        let select = try db.cachedStatement(sql: "SELECT id FROM label WHERE field = ? AND words = ?")
        if let id = try Int64.fetchOne(select, arguments: arguments) { return id }
        try db.cachedStatement(sql: "INSERT INTO label (field, words) VALUES (?, ?)").execute(arguments: arguments)
        return db.lastInsertedRowID
    }
}
