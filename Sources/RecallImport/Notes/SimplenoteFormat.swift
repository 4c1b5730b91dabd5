import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// Notes that Simplenote exported (`notes.json`).
    public static let simplenote = SourceFormat(
        "simplenote", singular: "Simplenote export", plural: "Simplenote exports", isContainer: true)
}

/// Notes with their tags. Those in the trash are passed over; a note's title is its first line.
struct SimplenoteFormat: JSONNoteFormat {
    let format = SourceFormat.simplenote

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "json" || file.isNamed else { return nil }
        return file.isJSON(from: "{", [["\"activeNotes\"", "\"content\""]]) ? .signature : nil
    }

    func holdsNotes(_ path: JSONWalk.Path) -> Bool { path.isEmpty || path == ["activeNotes"] }
    func isNote(_ path: JSONWalk.Path) -> Bool { path == ["activeNotes", "*"] }

    func record(_ value: JSONValue, _: Void, _ unit: SourceUnit) -> ImportRecord? {
        let text = CleanText(value["content"]?.string ?? "")
        guard !text.text.isEmpty else { return nil }
        let date = [value["creationDate"], value["lastModified"]].lazy.compactMap { $0?.string }
            .compactMap(RFC3339.date).first
        let tags = (value["tags"]?.elements ?? []).compactMap(\.string).map(CleanText.line)
        let details = NoteDetails(
            path: unit.path, notebook: "Simplenote", tags: tags, fileModified: unit.modificationDate)
        var imported = ImportedItem(
            Item(
                id: identity(value, text.text, unit), details: .note(details),
                title: NoteTitle.firstLine(of: text.text), date: date, text: text.text,
                authoredRanges: AuthoredRanges.all(of: text.text),
                url: value["publicURL"]?.string, defects: text.defects))
        imported.isKnownByContent = true
        return .item(imported)
    }

    private func identity(_ value: JSONValue, _ text: String, _ unit: SourceUnit) -> ItemID {
        if let id = value["id"]?.string, !id.isEmpty { return ItemID(identifying: ["simplenote", id]) }
        return ItemID(identifying: ["simplenote", unit.path, value["creationDate"]?.string ?? "", text])
    }
}
