import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A TextBundle: a folder with a Markdown text and its files, as Bear, Ulysses and others export notes
    /// (http://textbundle.org). Bear's backups are archives of them.
    public static let textBundle = SourceFormat("textbundle", singular: "TextBundle note", plural: "TextBundle notes")
}

struct TextBundleFormat: ImportFormat {
    let format = SourceFormat.textBundle
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? { nil }

    // Other files in such a folder would not be read, so there may be none.
    func isUnit(folderOf names: [String]) -> Bool {
        let shown = names.filter { !$0.hasPrefix(".") && $0 != "Icon\r" }
        return shown.contains(TextBundle.properties) && shown.count { TextBundle.texts.contains($0) } == 1
            && shown.allSatisfy { TextBundle.names.contains($0) || TextBundle.texts.contains($0) }
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { TextBundleReader(extractor: extractor) }
}

/// Reads one note. What Bear says of it is in the file of properties; notes in its trash are passed over.
struct TextBundleReader: SourceReader {
    let extractor: DocumentTextExtractor

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let bundle = try await TextBundle(unit, parserExecutable: extractor.parserExecutable)
        guard !bundle.isTrashed else { return }
        let imported = try await NoteFiles(extractor: extractor).imported(bundle.item, with: bundle.files, of: unit)
        try await emit(.item(imported), .end(of: unit))
    }
}

/// The text and the files of a bundle.
private struct TextBundle {
    static let properties = "info.json"
    static let texts: Set = ["text.md", "text.markdown", "text.mdown", "text.txt", "text.text"]
    /// The names that may be beside them.
    static let names: Set = [properties, "assets", "QuickLook"]
    private static let longestProperties = 1 << 20

    let item: Item
    let isTrashed: Bool
    let files: [NoteFile]

    init(_ unit: SourceUnit, parserExecutable: String?) async throws {
        let isText = { AbsolutePath.relative($0, below: unit.location).map(Self.texts.contains) == true }
        guard let text = unit.furtherFiles.first(where: isText) else {
            throw ImportFailure(
                .malformed, path: unit.path, reason: "The TextBundle has no text. Export the note again.")
        }
        var file = unit
        (file.path, file.location) = (unit.path + "/" + AbsolutePath.name(text), text)
        let plain = try PlainFile(file)
        let bear = Self.bearProperties(of: unit)
        isTrashed = bear.map { Self.isSet($0["trashed"]) } ?? false
        let reader = MarkdownReader(parserExecutable: parserExecutable)
        var note = try await reader.note(plain.text, defects: plain.defects, file)
        if note.title == PlainFile.title(path: file.path) { note.title = PlainFile.title(path: unit.path) }
        note.id = unit.fileIdentity
        if let bear { Self.add(bear, to: &note) }
        item = note
        files = Self.files(of: unit)
    }

    /// The properties that Bear adds; `nil` if the bundle is another program's.
    private static func bearProperties(of unit: SourceUnit) -> JSONValue? {
        let file = try? RegularFile(path: unit.location + "/" + properties).bytes(limit: longestProperties)
        let info = file.flatMap { try? JSONValue(parsing: $0, replacingLoneSurrogates: true) }
        return info?["net.shinyfrog.bear"] ?? (info?["uniqueIdentifier"]?.string == nil ? nil : info)
    }

    private static func add(_ bear: JSONValue, to note: inout Item) {
        if let id = bear["uniqueIdentifier"]?.string, !id.isEmpty { note.id = ItemID(identifying: ["bear", id]) }
        let dates = [bear["creationDate"], bear["modificationDate"]].compactMap { $0?.string }
        note.date = dates.lazy.compactMap(RFC3339.date).first ?? note.date
        guard case .note(var details) = note.details else { return }
        details.notebook = "Bear"
        details.tags = BearTags.all(in: note.text, details.tags)
        note.details = .note(details)
    }

    /// Bear writes 1 and 0, and later versions true and false.
    private static func isSet(_ value: JSONValue?) -> Bool { value?.bool ?? ((value?.double ?? 0) != 0) }

    private static func files(of unit: SourceUnit) -> [NoteFile] {
        unit.furtherFiles.lazy.compactMap { location in
            guard let relative = AbsolutePath.relative(location, below: unit.location), relative.hasPrefix("assets/")
            else { return nil }
            return NoteFile(
                name: AbsolutePath.name(location), path: unit.path + "/" + relative, location: location)
        }.prefix(NoteFiles.most).map { $0 }
    }
}

/// Tags of several words, which Bear ends with a number sign: `#two words#`.
enum BearTags {
    private static let longest = 100

    /// The tags of a note with those of several words in place of their first.
    static func all(in text: String, _ tags: [String]) -> [String] {
        guard text.contains("#") else { return tags }
        var (result, seen) = (tags, Set(tags))
        for line in text.utf8.split(separator: 0x0A) where line.contains(UInt8(ascii: "#")) {
            for tag in ofSeveralWords(in: line) where seen.insert(tag).inserted && result.count < 10_000 {
                let first = String(tag.prefix { $0 != " " })
                if let index = result.firstIndex(of: first) { result[index] = tag } else { result.append(tag) }
            }
        }
        return result
    }

    private static func ofSeveralWords(in line: Substring.UTF8View) -> [String] {
        let sign = UInt8(ascii: "#")
        var (found, rest) = ([String](), line[...])
        while let start = rest.firstIndex(of: sign) {
            let isStart = start == line.startIndex || line[line.index(before: start)] <= 0x20
            rest = rest[line.index(after: start)...]
            let inside = rest.prefix(longest).prefix { $0 != sign }
            guard isStart, let first = inside.first, first > 0x20, inside.last != 0x20, inside.contains(0x20),
                inside.endIndex < rest.endIndex, rest[inside.endIndex] == sign
            else { continue }
            let after = rest[rest.index(after: inside.endIndex)...].first
            guard after.map({ $0 <= 0x20 || ",.;:!?)".utf8.contains($0) }) ?? true else { continue }
            found.append(CleanText.line(String(decoding: inside, as: UTF8.self)))
            rest = rest[rest.index(after: inside.endIndex)...]
        }
        return found
    }
}
