import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A note of Google Keep (a JSON file of Google Takeout).
    public static let googleKeep = SourceFormat(
        "google-keep", singular: "Google Keep note", plural: "Google Keep notes")
}

struct GoogleKeepFormat: ImportFormat {
    let format = SourceFormat.googleKeep
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "json" || file.isNamed, !file.isBinary else { return nil }
        let times: [StaticString] = ["\"userEditedTimestampUsec\"", "\"createdTimestampUsec\""]
        let isNote = file.head.firstOccurrence(of: "\"isTrashed\"") != nil
        return isNote && times.contains { file.head.firstOccurrence(of: $0) != nil } ? .signature : nil
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { GoogleKeepReader() }
}

/// Reads one note: its text, or its list with marks for what is done.
struct GoogleKeepReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let bytes = try RegularFile(of: unit).bytes(limit: ImportLimits.textBytes)
        guard let note = try? JSONValue(parsing: bytes, replacingLoneSurrogates: true) else {
            throw ImportFailure(
                .malformed, path: unit.path, reason: "The note cannot be read. Make a new export with Google Takeout.")
        }
        guard note["isTrashed"]?.bool != true else { return }
        var imported = ImportedItem(item(note, unit))
        (imported.formerIDs, imported.otherID) = ([unit.fileIdentity], unit.fileIdentity)
        try await emit(.item(imported), .end(of: unit))
    }

    private func item(_ note: JSONValue, _ unit: SourceUnit) -> Item {
        let list = (note["listContent"]?.elements ?? []).map { entry in
            (entry["isChecked"]?.bool == true ? "☑ " : "☐ ") + (entry["text"]?.string ?? "")
        }
        let links = (note["annotations"]?.elements ?? []).compactMap { $0["url"]?.string }
        let parts = [note["textContent"]?.string ?? "", list.joined(separator: "\n"), links.joined(separator: "\n")]
        let text = CleanText(parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
        let labels = (note["labels"]?.elements ?? []).compactMap { $0["name"]?.string }
        let files = (note["attachments"]?.elements ?? []).compactMap { file in
            file["filePath"]?.string.map { Attachment(chatFile: $0, mediaType: file["mimetype"]?.string ?? "") }
        }
        let given = CleanText.line(note["title"]?.string ?? "")
        // The file of a note without a title is called after the time of its change.
        let title = given.isEmpty ? NoteTitle.firstLine(of: text.text) : given
        return Item(
            id: Self.identity(note) ?? unit.fileIdentity,
            details: .note(
                NoteDetails(
                    path: unit.path, notebook: "Keep", tags: labels.map(CleanText.line),
                    fileModified: unit.modificationDate)),
            title: title.isEmpty ? PlainFile.title(path: unit.path) : title,
            date: Self.date(note["createdTimestampUsec"]) ?? Self.date(note["userEditedTimestampUsec"]),
            text: text.text, attachments: files, defects: text.defects)
    }

    /// The moment of its creation, to the microsecond: the file is called after its title, which may change.
    private static func identity(_ note: JSONValue) -> ItemID? {
        note["createdTimestampUsec"]?.int.map { ItemID(identifying: ["google-keep", String($0)]) }
    }

    private static func date(_ microseconds: JSONValue?) -> Date? {
        ChatDate.since1970(microseconds?.double.map { $0 / 1e6 })
    }
}
