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
        var last = cursor
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
        guard notes.isEmpty, cursor == .start else { return }
        let failure = ImportFailure(.empty, path: unit.path, reason: "The export has no notes.")
        try await emit(.failure(failure), SourceCursor(byteOffset: tokens.offset))
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

    init(of unit: SourceUnit, links: EvernoteLinks) {
        (self.unit, self.links) = (unit, links)
        notebook = EvernoteFormat().scope(of: unit.path)
    }

    /// True if none has ended.
    var isEmpty: Bool { known.isEmpty }

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
        if content.isEmpty { return "The text of a note is damaged. Export it again." }
        guard let end = content.firstOccurrence(of: "</en-note>"),
            content[end...].firstOccurrence(of: "<note>") != nil
        else { return nil }
        return "The end of a note's text is damaged: the notes after it are a part of it. Export them again."
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

/// ENML, the HTML of notes with elements of its own.
private enum EvernoteMarkup {
    /// Boxes of tasks as characters; encrypted text as a word; code with its spaces. What stands for the tasks of newer versions
    /// is left out: they follow the text.
    static func asHTML(_ content: [UInt8]) -> [UInt8] {
        let marks: [StaticString] = ["<en-todo", "<en-crypt", "-en-checked:", "-en-task-group:", "-en-codeblock:"]
        guard marks.contains(where: { content.firstOccurrence(of: $0) != nil }) else { return content }
        var (result, rest, box) = ([UInt8](), content[...], "")
        while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
            // The box stands before the first word of an item, within the blocks around that.
            if !box.isEmpty, rest[..<mark].contains(where: { $0 > 0x20 }) {
                result += Array(box.utf8)
                box = ""
            }
            result += rest[..<mark]
            rest = rest[mark...]
            let tag = rest.prefix { $0 != UInt8(ascii: ">") }
            if tag.starts(with: "<en-todo".utf8) {
                result += Array((tag.firstOccurrence(of: "checked=\"true\"") == nil ? "☐ " : "☑ ").utf8)
            } else if tag.starts(with: "<en-crypt".utf8) {
                result += Array("(encrypted)".utf8)
                rest = rest.firstOccurrence(of: "</en-crypt").map { rest[$0...] } ?? rest.dropFirst(rest.count)
                continue
            } else if tag.starts(with: "<li".utf8), tag.firstOccurrence(of: "-en-checked:") != nil {
                box = tag.firstOccurrence(of: "-en-checked:true") == nil ? "☐ " : "☑ "
            } else if tag.starts(with: "</li".utf8) {
                box = ""
            } else if tag.starts(with: "<div".utf8), tag.firstOccurrence(of: "-en-task-group:") != nil {
                rest = afterElement("div", rest)
                continue
            } else if tag.starts(with: "<div".utf8), tag.firstOccurrence(of: "-en-codeblock:") != nil {
                result += Array("<div style=\"white-space:pre\"".utf8)
                rest = rest.dropFirst(tag.count)
                continue
            }
            result += rest.prefix(tag.count + 1)
            rest = rest.dropFirst(tag.count + 1)
        }
        return result + rest
    }

    /// The bytes after the element of a name with which `html` begins.
    private static func afterElement(_ name: String, _ html: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (rest, depth) = (html, 0)
        while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[mark...]
            if rest.starts(with: "<\(name)".utf8) { depth += 1 }
            if rest.starts(with: "</\(name)".utf8) { depth -= 1 }
            rest = rest.dropFirst()
            guard depth <= 0 else { continue }
            return rest.firstIndex(of: UInt8(ascii: ">")).map { rest[($0 + 1)...] } ?? rest.dropFirst(rest.count)
        }
        return rest.dropFirst(rest.count)
    }
}
