import Foundation
public import RecallCore

extension SourceFormat {
    /// Notes that Evernote exported (`.enex`).
    public static let evernote = SourceFormat(
        "evernote", singular: "Evernote export", plural: "Evernote exports", isContainer: true)
}

struct EvernoteFormat: ImportFormat {
    let format = SourceFormat.evernote
    let extensions: Set = ["enex"]

    /// The notebook.
    func scope(of path: String) -> String { CopyNumber.title(path: path) }
    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { EvernoteReader() }
}

/// Reads an export note by note, its pictures and files by name alone. A cursor is the byte offset after a note.
///
/// Of a damaged export all notes are read that can be told from each other: one whose beginning or end is missing goes from the
/// title, or to the next one. One without a text is named.
struct EvernoteReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        var notes = EvernoteNotes(of: unit, links: try EvernoteLinks(in: file))
        var tokens = XMLTokens(file)
        var (isExport, isWhole) = (false, false)
        var last = cursor == .start ? SourceCursor("0", bytesRead: 0) : cursor
        while let token = try tokens.next() {
            switch token {
            case .start("en-export", _): isExport = true
            case .end("en-export"): isWhole = true
            default: break
            }
            guard let note = notes.note(endedBy: token), tokens.offset > cursor.number else { continue }
            if let damage = note.damage {
                let place = "byte \(tokens.offset)"
                try await emit(
                    .failure(ImportFailure(.malformed, path: unit.path, place: place, reason: damage)), last)
            }
            last = SourceCursor(byteOffset: tokens.offset)
            try await emit(.item(note.imported), last)
        }
        guard isExport else {
            throw ImportFailure(
                .wrongFormat, path: unit.path,
                reason: "The file is no Evernote export. Export the notes again as .enex.")
        }
        guard isWhole else {
            throw ImportFailure(
                .malformed, path: unit.path,
                reason: "The file is cut off: its last notes are missing. Export them again.")
        }
        let written = try Self.notes(in: file)
        guard notes.count >= written else {
            throw ImportFailure(
                .malformed, path: unit.path,
                reason: "The file is damaged: of \(written) notes \(notes.count) could be read. Export them again.")
        }
        guard notes.count == 0, cursor == .start else { return }
        let failure = ImportFailure(.empty, path: unit.path, reason: "The export has no notes.")
        try await emit(.failure(failure), SourceCursor(byteOffset: tokens.offset))
    }

    /// The number of notes of which a beginning or an end stands in the file. Within the text of a note neither does.
    private static func notes(in file: RegularFile) throws(ImportFailure) -> Int {
        var (begun, ended, offset) = (0, 0, 0)
        while true {
            let bytes = try file.bytes(from: offset, limit: 1 << 18)
            // A mark that is cut off here is whole in the next piece.
            let isLast = bytes.count < 1 << 18
            let end = isLast ? bytes.count : bytes.count - 8
            var rest = bytes[..<end]
            while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
                let tag = bytes[mark...].prefix(7)
                if tag.starts(with: "<note>".utf8) { begun += 1 }
                if tag.starts(with: "</note>".utf8) { ended += 1 }
                rest = rest[(mark + 1)...]
            }
            if isLast { return max(begun, ended) }
            offset += end
        }
    }
}

/// The notes of an export, from its tokens.
private struct EvernoteNotes {
    private let unit: SourceUnit
    private let links: EvernoteLinks
    /// The notebook is the file's name.
    private let notebook: String
    private var note: EvernoteNote?
    /// The number of notes of each title and time of creation: they have no ids.
    private var known: [ItemID: Int] = [:]
    /// The number of those that ended.
    private(set) var count = 0

    init(of unit: SourceUnit, links: EvernoteLinks) {
        (self.unit, self.links) = (unit, links)
        notebook = EvernoteFormat().scope(of: unit.path)
    }

    /// The note that a token ends, with what is wrong with it; `nil` if it ends none.
    mutating func note(endedBy token: XMLTokens.Token) -> (imported: ImportedItem, damage: String?)? {
        switch token {
        case .start("note", _):
            defer { note = EvernoteNote() }
            return ended(isWhole: false)
        case .start(let name, _):
            // The tag of its beginning is damaged.
            if note == nil, name == "title" || name == "content" { note = EvernoteNote() }
            note?.begin(name)
            return nil
        case .text(let text):
            note?.write(text)
            return nil
        case .end("note"): return ended(isWhole: true)
        case .end("en-export"): return ended(isWhole: false)
        case .end(let name):
            note?.end(name)
            return nil
        }
    }

    /// The note that is open; not whole if its end is missing.
    private mutating func ended(isWhole: Bool) -> (imported: ImportedItem, damage: String?)? {
        guard var done = note else { return nil }
        note = nil
        count += 1
        done.close()
        let first = done.identity(0, in: notebook)
        let ordinal = known[first, default: 0]
        known[first] = ordinal + 1
        var imported = ImportedItem(done.item(id: done.identity(ordinal, in: notebook), links, in: unit))
        imported.isKnownByContent = true
        if !isWhole { imported.item.defects.insert(.badStructure) }
        return (imported, done.damage)
    }
}

/// One note, as it is read.
struct EvernoteNote {
    /// The longest title or tag, in bytes.
    private static let longestField = 4_096

    private var path: [String] = []
    private var text: [UInt8] = []
    private var isTooLong = false
    private var fields: [String: String] = [:]
    private var tags: [String] = []
    private var content: [UInt8] = []
    private var attachments: [Attachment] = []
    private var tasks: [(title: String, isDone: Bool)] = []
    private var resource = Attachment(name: "", mediaType: "")
    /// The base64 characters of a resource, which are only counted.
    private var dataLength = 0

    mutating func begin(_ name: String) {
        path.append(name)
        text = []
        if name == "resource" { (resource, dataLength) = (Attachment(name: "", mediaType: ""), 0) }
    }

    /// Takes the text of a note whose content does not end.
    mutating func close() {
        if content.isEmpty, path.last == "content" { content = text }
    }

    /// The reason for which not all of its text could be read, if there is one: each note that Evernote writes has some.
    var damage: String? {
        let isWhole =
            content.firstOccurrence(of: "<en-note") != nil && content.firstOccurrence(of: "<content>") == nil
            && (content.firstOccurrence(of: "</en-note>") != nil || content.firstOccurrence(of: "/>") != nil)
        return isWhole ? nil : "The text of a note is damaged. Export it again."
    }

    mutating func write(_ piece: ArraySlice<UInt8>) {
        guard let name = path.last else { return }
        if name == "data" || name == "recognition" {
            dataLength += name == "data" ? piece.count : 0
            return
        }
        guard text.count + piece.count <= ImportLimits.textBytes else {
            isTooLong = true
            return
        }
        text += piece
    }

    mutating func end(_ name: String) {
        guard path.last == name else { return }
        path.removeLast()
        let line = Self.line(text)
        switch name {
        case "content": content = text
        case "tag": tags.append(line)
        case "title" where path.last == "task": tasks.append((line, false))
        case "taskStatus": if line == "completed", !tasks.isEmpty { tasks[tasks.count - 1].isDone = true }
        // A task has a title and dates too.
        case _ where path.contains("task"): break
        case "title", "created", "updated", "author", "source-url": fields[name] = line
        case "mime": resource.mediaType = line.lowercased()
        case "file-name": resource.name = line
        case "resource":
            resource.byteCount = dataLength * 3 / 4
            if resource.name.isEmpty { resource.name = resource.mediaType }
            attachments.append(resource)
        default: break
        }
        text = []
    }

    /// A title or tag as one line.
    static func line(_ text: [UInt8]) -> String {
        CleanText.line(String(decoding: text.prefix(longestField), as: UTF8.self))
    }

    func identity(_ ordinal: Int, in notebook: String) -> ItemID {
        let parts = ["evernote", notebook, fields["title"] ?? "", fields["created"] ?? ""]
        return ItemID(identifying: ordinal == 0 ? parts : parts + [String(ordinal)])
    }

    func item(id: ItemID, _ links: EvernoteLinks, in unit: SourceUnit) -> Item {
        let linked = links.resolved(in: content)
        var body = HTMLText.extract(EvernoteMarkup.asHTML(linked.content), charset: "utf-8")
        for task in tasks { body.text += (body.text.isEmpty ? "" : "\n") + (task.isDone ? "☑ " : "☐ ") + task.title }
        var defects = body.defects
        if isTooLong { defects.insert(.truncatedText) }
        return Item(
            id: id,
            details: .note(
                NoteDetails(
                    path: unit.path, notebook: EvernoteFormat().scope(of: unit.path), tags: tags,
                    links: linked.titles, fileModified: unit.modificationDate)),
            title: title(body.text), sender: Participant(chatName: fields["author"]),
            date: Self.date(fields["created"]) ?? Self.date(fields["updated"]), text: body.text,
            authoredRanges: body.visibleRanges, attachments: attachments, url: fields["source-url"], defects: defects)
    }

    /// The title, or the first line of a note without one.
    private func title(_ text: String) -> String {
        let title = fields["title"] ?? ""
        return title.isEmpty ? NoteTitle.firstLine(of: text) : title
    }

    /// `20181006T084349Z`
    private static func date(_ text: String?) -> Date? {
        guard let text, text.utf8.count == 16, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let part = { (start: Int, count: Int) in String(text.dropFirst(start).prefix(count)) }
        let (day, time) = ("\(part(0, 4))-\(part(4, 2))-\(part(6, 2))", "\(part(9, 2)):\(part(11, 2)):\(part(13, 2))")
        return RFC3339.date("\(day)T\(time)Z")
    }
}
