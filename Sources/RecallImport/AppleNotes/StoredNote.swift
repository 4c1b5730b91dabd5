import Foundation
import RecallConfinement
import RecallCore

/// A note as it is in the database.
struct StoredNote: Hashable {
    /// Its row in the table of notes' texts.
    var row: Int
    /// The id that it has on all devices of a person.
    var identifier = ""
    var title = ""
    var text = ""
    /// The names of its folder and those above it, with `/` between them.
    var folder = ""
    /// Milliseconds since 2001; 0 if there is no date.
    var created = 0, modified = 0
    var tags: [String] = []
    /// The titles of notes that it links to.
    var links: [String] = []
    var attachments: [File] = []
    var flags: Flags = []

    /// A file in a note.
    struct File: Hashable {
        var name: String
        var mediaType: String
        var byteCount: Int
    }

    struct Flags: OptionSet, Hashable {
        let rawValue: Int
        /// Only a password opens it.
        static let locked = Flags(rawValue: 1)
        /// Its folder or its attachments cannot be read.
        static let damaged = Flags(rawValue: 2)
        /// Its text is not on this device.
        static let withoutText = Flags(rawValue: 4)
    }

    /// The note for people to read. Of a locked one it is the title, which Notes shows too.
    func item(of unit: SourceUnit) -> Item {
        let clean = CleanText(text.isEmpty ? title : text)
        let firstLine = text.split(separator: "\n").first.map { CleanText.line(String($0.prefix(200))) } ?? ""
        let line = CleanText.line(title)
        return Item(
            id: ItemID(identifying: identifier.isEmpty ? ["file", unit.path, "\(row)"] : ["apple-notes", identifier]),
            details: .note(
                NoteDetails(
                    path: unit.path, notebook: CleanText.line(folder), tags: tags.map(CleanText.line),
                    links: links.map(CleanText.line), fileModified: unit.modificationDate)),
            title: line.isEmpty ? firstLine : line, date: Self.date(created) ?? Self.date(modified), text: clean.text,
            authoredRanges: AuthoredRanges.all(of: clean.text),
            attachments: attachments.map {
                Attachment(chatFile: $0.name, mediaType: $0.mediaType, byteCount: $0.byteCount > 0 ? $0.byteCount : nil)
            },
            defects: defects.union(clean.defects))
    }

    private var defects: Set<Defect> {
        var defects: Set<Defect> = []
        if flags.contains(.locked) { defects.insert(.encrypted) }
        if flags.contains(.damaged) { defects.insert(.badStructure) }
        if flags.contains(.withoutText) { defects.insert(.noText) }
        return defects
    }

    private static func date(_ milliseconds: Int) -> Date? {
        guard milliseconds != 0 else { return nil }
        return ChatDate.since1970(Double(milliseconds) / 1_000 + Date.timeIntervalBetween1970AndReferenceDate)
    }
}

extension StoredNote {
    /// The note as the process that reads it hands it over.
    var encoded: [UInt8] {
        var writer = ReplyWriter(UInt8(ascii: "N"), [identifier, title, text, folder])
        writer.put(integers: [row, created, modified, flags.rawValue, tags.count, links.count])
        for name in tags + links { writer.put(name.utf8) }
        for file in attachments {
            writer.put(file.name.utf8)
            writer.put(file.mediaType.utf8)
            writer.put(integers: [file.byteCount])
        }
        return writer.bytes
    }

    /// The note that `bytes` encode; `nil` if they are none.
    init?(_ bytes: [UInt8]) {
        var fields = ReplyReader(bytes)
        guard fields.kind == UInt8(ascii: "N"), let identifier = fields.string(), let title = fields.string(),
            let text = fields.string(), let folder = fields.string(), let numbers = fields.integers(),
            numbers.count == 6, let tags = Self.names(numbers[4], &fields), let links = Self.names(numbers[5], &fields)
        else { return nil }
        self.init(
            row: numbers[0], identifier: identifier, title: title, text: text, folder: folder, created: numbers[1],
            modified: numbers[2], tags: tags, links: links, flags: Flags(rawValue: numbers[3]))
        while !fields.isAtEnd {
            guard let name = fields.string(), let type = fields.string(), let size = fields.integers()?.first else {
                return nil
            }
            attachments.append(File(name: name, mediaType: type, byteCount: size))
        }
    }

    private static func names(_ count: Int, _ fields: inout ReplyReader) -> [String]? {
        guard (0...AppleNoteText.mostNames).contains(count) else { return nil }
        var names: [String] = []
        for _ in 0..<count {
            guard let name = fields.string() else { return nil }
            names.append(name)
        }
        return names
    }
}
