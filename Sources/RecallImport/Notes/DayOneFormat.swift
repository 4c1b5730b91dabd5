import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A journal that Day One exported as JSON.
    public static let dayOne = SourceFormat(
        "day-one", singular: "Day One journal", plural: "Day One journals", isContainer: true)
}

/// Entries with their dates, tags, places, and photos by name.
struct DayOneFormat: JSONNoteFormat {
    let format = SourceFormat.dayOne

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "json" || file.isNamed else { return nil }
        let marks = ["\"creationDate\"", "\"creationDeviceType\"", "\"richText\"", "\"isAllDay\"", "dayone-moment:"]
        return file.isJSON(from: "{", marks.map { ["\"metadata\"", "\"version\"", "\"entries\"", $0] })
            ? .signature : nil
    }

    func holdsNotes(_ path: JSONWalk.Path) -> Bool { path.isEmpty || path == ["entries"] }
    func isNote(_ path: JSONWalk.Path) -> Bool { path == ["entries", "*"] }

    func record(_ entry: JSONValue, _: Void, _ unit: SourceUnit) -> ImportRecord? {
        let files = Self.files(entry)
        let text = CleanText(DayOneText.plain(of: entry))
        guard !text.text.isEmpty || !files.isEmpty else { return nil }
        let date = [entry["creationDate"], entry["modifiedDate"]].lazy.compactMap { $0?.string }
            .compactMap(RFC3339.date).first
        var details = NoteDetails(
            path: unit.path, notebook: "Day One/" + CopyNumber.title(path: unit.path),
            tags: (entry["tags"]?.elements ?? []).compactMap(\.string).map(CleanText.line),
            fileModified: unit.modificationDate)
        if let place = Self.place(entry["location"]) { details.properties = [NoteDetails.Property("place", place)] }
        let first = NoteTitle.firstLine(of: text.text)
        return .item(
            ImportedItem(
                Item(
                    id: Self.id(entry, text.text, files), details: .note(details),
                    title: first.isEmpty ? CopyNumber.title(path: unit.path) : first, date: date, text: text.text,
                    authoredRanges: AuthoredRanges.all(of: text.text), attachments: files, defects: text.defects)))
    }

    /// Some programs that write the format give entries no id.
    private static func id(_ entry: JSONValue, _ text: String, _ files: [Attachment]) -> ItemID {
        if let id = entry["uuid"]?.string, !id.isEmpty { return ItemID(identifying: ["day-one", id]) }
        let moment = entry["creationDate"]?.string ?? ""
        return ItemID(identifying: ["day-one", "", moment, text] + (text.isEmpty ? files.map(\.name) : []))
    }

    /// The name, the town and the country of a place.
    private static func place(_ location: JSONValue?) -> String? {
        let names = ["placeName", "localityName", "country"].compactMap { location?[$0]?.string }.map(CleanText.line)
        var seen: Set<String> = []
        let place = names.filter { !$0.isEmpty && seen.insert($0).inserted }.joined(separator: ", ")
        return place.isEmpty ? nil : place
    }

    /// Photos, films, recordings and PDF documents, by the names that their files have in the export.
    private static func files(_ entry: JSONValue) -> [Attachment] {
        let kinds = [("photos", "jpeg"), ("videos", "mov"), ("audios", "m4a"), ("pdfAttachments", "pdf")]
        let all = kinds.flatMap { key, usual in
            (entry[key]?.elements ?? []).compactMap { file -> Attachment? in
                let type = (file["type"]?.string ?? file["format"]?.string ?? usual).lowercased()
                let stored = file["md5"]?.string.map { "\($0).\(type)" }
                guard let name = file["filename"]?.string ?? stored, !name.isEmpty else { return nil }
                return Attachment(chatFile: name, mediaType: MediaType.named(name))
            }
        }
        return Array(all.prefix(NoteFiles.most))
    }
}

/// Markdown as Day One writes it: with a backslash before most signs, and photos by their numbers. Later versions write the
/// text as runs in JSON too, and may write these alone.
private enum DayOneText {
    static func plain(of entry: JSONValue) -> String {
        let plain = plain(entry["text"]?.string ?? "")
        return plain.isEmpty ? runs(entry["richText"]) : plain
    }

    /// The text of `{"contents": [{"text": "…"}]}`, which is a value or the text of one.
    private static func runs(_ richText: JSONValue?) -> String {
        let value = richText?.string.flatMap { try? JSONValue(parsing: Array($0.utf8)) } ?? richText
        return (value?["contents"]?.elements ?? []).compactMap { $0["text"]?.string }.joined().trimmed
    }

    static func plain(_ text: String) -> String {
        var plain = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let kept = withoutMoments(line)
            // A line that held photos alone.
            if kept.allSatisfy(\.isWhitespace), kept.count < line.count { continue }
            plain += unescaped(kept)
            plain += "\n"
        }
        return plain.trimmed
    }

    /// A line without `![](dayone-moment://ABC)`.
    private static func withoutMoments(_ line: Substring) -> String {
        var (result, rest) = ("", line)
        while let found = rest.firstRange(of: "![](dayone-moment:") {
            result += rest[..<found.lowerBound]
            rest = rest[found.upperBound...].drop { $0 != ")" }.dropFirst()
        }
        return result + rest
    }

    private static func unescaped(_ line: String) -> String {
        guard line.contains("\\") else { return line }
        var (result, isEscaped) = ("", false)
        for character in line {
            if isEscaped, !signs.contains(character) { result.append("\\") }
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            result.append(character)
            isEscaped = false
        }
        return isEscaped ? result + "\\" : result
    }

    private static let signs: Set<Character> = Set("\\`*_{}[]()#+-.!|<>~\"'&=$")
}
