import Foundation
public import RecallCore

extension SourceFormat {
    /// A note of Joplin's own export (`.jex`, or its "RAW" folder): Markdown with a block of properties at its end.
    public static let joplin = SourceFormat("joplin", singular: "Joplin note", plural: "Joplin notes")
}

struct JoplinFormat: ImportFormat {
    let format = SourceFormat.joplin
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "md", let tail = file.tail else { return nil }
        let lines = tail.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
        guard let last = lines.last, last.hasPrefix("type_: "), Int(last.dropFirst(7)) != nil,
            lines.contains(where: Self.isID)
        else { return nil }
        return .overruling
    }

    /// `id: 0123456789abcdef0123456789abcdef`
    private static func isID(_ line: String) -> Bool {
        line.hasPrefix("id: ") && line.utf8.count == 36 && line.dropFirst(4).allSatisfy(\.isHexDigit)
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { JoplinReader() }
}

/// Reads one note. Files of notebooks, tags and resources, which lie beside the notes, are passed over.
struct JoplinReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let file = try PlainFile(unit)
        let (content, properties) = Self.parts(of: file.text)
        // 1 is a note; 2 to 17 are what it is in and what belongs to it.
        guard properties["type_"] == "1", properties["deleted_time"] ?? "0" == "0" else { return }
        guard properties["encryption_applied"] != "1" else {
            let failure = ImportFailure(
                .encrypted, path: unit.path,
                reason: "The note is encrypted. Open it in Joplin with its password and export again.")
            return try await emit(.failure(failure), .end(of: unit))
        }
        let title = content.prefix { $0 != "\n" }
        var body = String(content.dropFirst(title.count).drop { $0 == "\n" })
        // 2 is a page that was clipped.
        if properties["markup_language"] == "2" { body = HTMLText.extract(Array(body.utf8), charset: "utf-8").text }
        var item = MarkdownReader().note(body, defects: file.defects, unit)
        item.title = CleanText.line(String(title))
        if let id = properties["id"] { item.id = ItemID(identifying: ["joplin", id]) }
        item.date =
            ["user_created_time", "created_time"].lazy.compactMap { properties[$0] }.compactMap(RFC3339.date).first
        try await emit(.item(ImportedItem(item)), .end(of: unit))
    }

    /// The note, and the properties in the lines after the last empty one.
    private static func parts(of whole: String) -> (Substring, [String: String]) {
        let text = whole.trimmingCharacters(in: .newlines)
        guard let end = text.range(of: "\n\n", options: .backwards) else { return ("", pairs(text[...])) }
        return (text[..<end.lowerBound], pairs(text[end.upperBound...]))
    }

    private static func pairs(_ lines: Substring) -> [String: String] {
        var pairs: [String: String] = [:]
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            pairs[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return pairs
    }
}
