import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A backup of Standard Notes, decrypted.
    public static let standardNotes = SourceFormat(
        "standard-notes", singular: "Standard Notes backup", plural: "Standard Notes backups", isContainer: true)
}

/// One file with all notes and tags. In the archive that Standard Notes makes, a folder beside it has the same notes as files,
/// which are passed over.
struct StandardNotesFormat: JSONNoteFormat {
    let format = SourceFormat.standardNotes
    static let fileName = "Standard Notes Backup and Import File.txt"
    private static let copies = "Items"
    /// Tags of notes that are kept in memory.
    private static let mostReferences = 200_000

    func evidence(in file: SniffedFile) -> Evidence? {
        let isBackup =
            file.name.hasPrefix("Standard Notes") && file.isJSON(from: "{", [["\"items\""], ["\"version\""]])
        guard isBackup || ["json", "txt"].contains(file.fileExtension) || file.isNamed else { return nil }
        let marks = [["\"items\"", "\"content_type\"", "\"uuid\""]]
        return isBackup || file.isJSON(from: "{", marks) ? .signature : nil
    }

    func isUnit(folderOf names: [String]) -> Bool {
        Set(names.filter { !$0.hasPrefix(".") }) == [Self.fileName, Self.copies]
    }

    func file(of unit: SourceUnit) throws(ImportFailure) -> RegularFile {
        guard FileStatus(path: unit.location)?.type == .folder else { return try RegularFile(of: unit) }
        return try RegularFile(path: unit.location + "/" + Self.fileName, named: unit.path + "/" + Self.fileName)
    }

    func holdsNotes(_ path: JSONWalk.Path) -> Bool { path.isEmpty || path == ["items"] }
    func isNote(_ path: JSONWalk.Path) -> Bool { path == ["items", "*"] }

    /// The tags of notes, by the notes' ids.
    struct Context {
        var tags: [String: [String]] = [:]
        var count = 0
    }

    func context(of file: RegularFile) -> Context {
        var context = Context()
        eachNote(in: file) { value in
            guard context.count < Self.mostReferences, value.bytes?.firstOccurrence(of: "\"Tag\"") != nil,
                let tag = value.parsed, tag["content_type"]?.string == "Tag", tag["deleted"]?.bool != true,
                let title = tag["content"]?["title"]?.string.map(CleanText.line), !title.isEmpty
            else { return }
            for reference in tag["content"]?["references"]?.elements ?? [] where context.count < Self.mostReferences {
                guard let note = reference["uuid"]?.string, reference["content_type"]?.string != "Tag" else { continue }
                context.tags[note, default: []].append(title)
                context.count += 1
            }
        }
        return context
    }

    func record(_ value: JSONValue, _ context: Context, _ unit: SourceUnit) throws(ImportFailure) -> ImportRecord? {
        guard value["content_type"]?.string == "Note", value["deleted"]?.bool != true, let content = value["content"]
        else { return nil }
        guard content.string == nil else {
            throw ImportFailure(
                .encrypted, path: unit.path,
                reason: "The backup is encrypted. In Standard Notes, open Preferences, Backups, choose Decrypted, "
                    + "download the backup again and import that.")
        }
        guard content["trashed"]?.bool != true else { return nil }
        let text = Self.text(content)
        let title = CleanText.line(content["title"]?.string ?? "")
        guard !text.text.isEmpty || !title.isEmpty else { return nil }
        return .item(ImportedItem(item(value, title, text, context, unit)))
    }

    private func item(
        _ value: JSONValue, _ title: String, _ text: CleanText, _ context: Context, _ unit: SourceUnit
    ) -> Item {
        let id = value["uuid"]?.string ?? ""
        let date = [value["created_at"], value["updated_at"]].lazy.compactMap { $0?.string }
            .compactMap(RFC3339.date).first
        let details = NoteDetails(
            path: unit.path, notebook: "Standard Notes", tags: context.tags[id] ?? [],
            fileModified: unit.modificationDate)
        return Item(
            id: ItemID(
                identifying: id.isEmpty ? ["standard-notes", unit.path, title, text.text] : ["standard-notes", id]),
            details: .note(details), title: title.isEmpty ? NoteTitle.firstLine(of: text.text) : title, date: date,
            text: text.text.isEmpty ? title : text.text,
            authoredRanges: text.text.isEmpty ? nil : AuthoredRanges.all(of: text.text),
            defects: text.defects)
    }

    /// The name of a group of tasks, and these.
    private static func tasks(_ group: JSONValue) -> [String] {
        var lines = [group["name"]?.string ?? ""]
        for task in group["tasks"]?.elements ?? [] {
            let box = task["completed"]?.bool == true ? "☑ " : "☐ "
            lines.append(box + (task["description"]?.string ?? ""))
        }
        return lines
    }

    /// The text of a note; Super notes are a tree of JSON, others of the former editors HTML.
    private static func text(_ content: JSONValue) -> CleanText {
        let text = content["text"]?.string ?? ""
        if content["noteType"]?.string == "super" || text.hasPrefix("{\"root\":"),
            let plain = LexicalText.text(of: text)
        {
            return CleanText(plain)
        }
        if content["noteType"]?.string == "task", let list = try? JSONValue(parsing: text.utf8),
            let groups = list["groups"]?.elements
        {
            return CleanText(groups.flatMap(Self.tasks).filter { !$0.isEmpty }.joined(separator: "\n"))
        }
        guard content["noteType"]?.string == "rich-text" else { return CleanText(text) }
        return CleanText(HTMLText.extract(Array(text.utf8), charset: "utf-8").text)
    }
}
