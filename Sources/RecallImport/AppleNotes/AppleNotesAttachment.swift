import RecallCore

/// A file, table, tag or link in a note, of which the text has a placeholder.
struct AppleNotesAttachment {
    /// Attachments of one note that are looked at.
    static let most = 10_000

    let identifier: String
    /// Its uniform type identifier: `public.jpeg`, `com.apple.notes.table`.
    let type: String
    /// The name of the file, else its title.
    var name: String
    /// The words that stand for it in the text: a tag, a name, the title of a note.
    let alternative: String
    let address: String
    /// A table, compressed; empty for others.
    let table: [UInt8]
    let byteCount: Int
    /// The row of its file.
    let media: Int?

    /// The columns that it is read from, as SQL.
    static func columns(_ columns: TableColumns, of table: String) -> String {
        let type = columns[["ZTYPEUTI", "ZTYPEUTI1"], of: table]
        let data = columns[["ZMERGEABLEDATA1", "ZMERGEABLEDATA"], of: table]
        return [
            columns["ZIDENTIFIER", of: table], type, columns[["ZUSERTITLE", "ZTITLE"], of: table],
            columns["ZALTTEXT", of: table], columns["ZURLSTRING", of: table],
            "CASE WHEN \(type) = '\(Self.table)' THEN \(data) END", columns["ZFILESIZE", of: table],
            columns["ZMEDIA", of: table],
        ].joined(separator: ", ")
    }

    /// The attachment in a row of these columns.
    init(_ row: DatabaseQuery) {
        (identifier, type) = (row.text(0), row.text(1))
        (name, alternative, address) = (row.text(2, atMost: 4_096), row.text(3, atMost: 4_096), row.text(4))
        (table, byteCount, media) = (row.bytes(5), row.integer(6) ?? 0, row.integer(7))
    }

    static let table = "com.apple.notes.table"
    private static let inline = "com.apple.notes.inlinetextattachment."

    /// The parts of a note that attachments are.
    enum Role {
        case table, tag, link, words, address, file
    }

    var role: Role {
        switch type {
        case Self.table: .table
        case Self.inline + "hashtag": .tag
        case Self.inline + "link": .link
        case _ where type.hasPrefix(Self.inline): .words
        case "public.url": .address
        default: .file
        }
    }

    /// The attachment as it is listed. One without a name has that of its type.
    var file: StoredNote.File {
        StoredNote.File(
            name: name.isEmpty ? type.split(separator: ".").last.map(String.init) ?? "file" : name,
            mediaType: Self.mediaTypes[type] ?? "", byteCount: max(0, byteCount))
    }

    private static let mediaTypes = [
        "public.jpeg": "image/jpeg", "public.png": "image/png", "public.heic": "image/heic",
        "com.compuserve.gif": "image/gif", "public.tiff": "image/tiff", "com.adobe.pdf": "application/pdf",
        "public.mpeg-4": "video/mp4", "com.apple.quicktime-movie": "video/quicktime",
        "com.apple.m4a-audio": "audio/mp4", "public.plain-text": "text/plain", "public.html": "text/html",
    ]
}
