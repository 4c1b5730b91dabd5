import Foundation
public import RecallCore

extension SourceFormat {
    /// Notes of Joplin's own export (`.jex`, or its "RAW" folder), or one of them: Markdown with a block of properties at its end.
    public static let joplin = SourceFormat(
        "joplin", singular: "Joplin export", plural: "Joplin exports", isContainer: true)
}

struct JoplinFormat: ImportFormat {
    let format = SourceFormat.joplin
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "md", let tail = file.tail else { return nil }
        let lines = tail.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
        guard let last = lines.last, last.hasPrefix("type_: "), Int(last.dropFirst(7)) != nil,
            lines.contains(where: { $0.hasPrefix("id: ") && JoplinExport.isID($0.dropFirst(4)) })
        else { return nil }
        return .overruling
    }

    // Other files in such a folder would not be read, so there may be none.
    func isUnit(folderOf names: [String]) -> Bool {
        let shown = names.filter { !$0.hasPrefix(".") }
        return shown.contains(where: JoplinExport.isRecord)
            && shown.allSatisfy { JoplinExport.isRecord($0) || $0 == JoplinExport.resources }
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { JoplinReader(extractor: extractor) }
}

/// Reads the notes of a folder, with what other files in it say of them, or one note. A cursor is the number of files that are
/// done.
struct JoplinReader: SourceReader {
    let extractor: DocumentTextExtractor

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard FileStatus(path: unit.location)?.type == .folder else {
            guard cursor == .start else { return }
            if let record = try await record(unit, JoplinExport(), unit) { try await emit(record, .end(of: unit)) }
            return
        }
        let export = JoplinExport(of: unit)
        for (number, path) in export.files.enumerated().dropFirst(cursor.number) {
            var file = unit
            file.path = unit.path + "/" + (AbsolutePath.relative(path, below: unit.location) ?? "")
            file.location = path
            guard let record = try await record(file, export, unit) else { continue }
            let done = Int(Double(unit.byteCount) * Double(number + 1) / Double(export.files.count))
            try await emit(record, SourceCursor("\(number + 1)", bytesRead: done))
        }
    }

    private func record(
        _ file: SourceUnit, _ export: JoplinExport, _ unit: SourceUnit
    ) async throws -> ImportRecord? {
        do {
            let reader = MarkdownReader(parserExecutable: extractor.parserExecutable)
            guard let note = try await JoplinNote(file, export, reader) else { return nil }
            return .item(try await NoteFiles(extractor: extractor).imported(note.item, with: note.files, of: unit))
        } catch let failure as ImportFailure {
            return .failure(failure)
        }
    }
}

/// A note with its files.
private struct JoplinNote {
    let item: Item
    let files: [NoteFile]

    /// The note in a file; `nil` if it is something else, or deleted.
    init?(_ unit: SourceUnit, _ export: JoplinExport, _ reader: MarkdownReader) async throws {
        let file = try PlainFile(unit)
        let (content, properties) = Self.parts(of: file.text)
        guard let type = properties["type_"] else {
            // Some other Markdown file, in a folder of ids.
            item = try await reader.note(file.text, defects: file.defects, unit)
            files = []
            return
        }
        // 1 is a note; 2 to 17 are what it is in and what belongs to it.
        guard type == "1", properties["deleted_time"] ?? "0" == "0" else { return nil }
        guard properties["encryption_applied"] != "1" else {
            throw ImportFailure(
                .encrypted, path: unit.path,
                reason: "The note is encrypted. Open it in Joplin with its password and export again.")
        }
        item = try await Self.item(content, properties, file.defects, unit, export, reader)
        files = export.resources(in: content)
    }

    private static func item(
        _ content: Substring, _ properties: [String: String], _ defects: Set<Defect>, _ unit: SourceUnit,
        _ export: JoplinExport, _ reader: MarkdownReader
    ) async throws -> Item {
        let title = content.prefix { $0 != "\n" }
        var body = String(content.dropFirst(title.count).drop { $0 == "\n" })
        // 2 is a page that was clipped.
        if properties["markup_language"] == "2" { body = HTMLText.extract(Array(body.utf8), charset: "utf-8").text }
        var item = try await reader.note(body, defects: defects.union(export.defects), unit)
        item.title = CleanText.line(String(title))
        if let id = properties["id"] { item.id = JoplinExport.identity(ofNote: id) }
        item.date =
            ["user_created_time", "created_time"].lazy.compactMap { properties[$0] }.compactMap(RFC3339.date).first
        if case .note(var details) = item.details {
            details.notebook = export.notebook(properties["parent_id"] ?? "") ?? details.notebook
            let tags = export.tags(ofNote: properties["id"] ?? "")
            details.tags = tags + details.tags.filter { !tags.contains($0) }
            if properties["is_todo"] == "1" {
                let isDone = properties["todo_completed"].map { $0 != "0" } ?? false
                details.properties.append(NoteDetails.Property("To-do", isDone ? "done" : "open"))
                let due = properties["todo_due"].flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil }
                if let due, let text = RFC3339.text(Date(timeIntervalSince1970: due / 1_000)) {
                    details.properties.append(NoteDetails.Property("Due", text))
                }
            }
            item.details = .note(details)
        }
        if let url = properties["source_url"], !url.isEmpty { item.url = url }
        return item
    }

    /// The note, and the properties in the lines after the last empty one.
    private static func parts(of whole: String) -> (Substring, [String: String]) {
        let text = whole.trimmingCharacters(in: .newlines)
        guard let end = text.range(of: "\n\n", options: .backwards) else {
            return ("", JoplinExport.properties(text[...]))
        }
        return (text[..<end.lowerBound], JoplinExport.properties(text[end.upperBound...]))
    }
}
