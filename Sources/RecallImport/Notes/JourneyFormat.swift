import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// An entry of Journey, which exports each as a JSON file in a zip.
    public static let journey = SourceFormat("journey", singular: "Journey entry", plural: "Journey entries")
}

struct JourneyFormat: ImportFormat {
    let format = SourceFormat.journey
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "json" || file.isNamed else { return nil }
        guard file.isJSON(from: "{", [["\"text\""], ["\"date_journal\""]]) else { return nil }
        // The text may be longer than the first bytes.
        let ends = file.head + (file.tail ?? [])
        let marks: [StaticString] = ["\"date_journal\"", "\"date_modified\"", "\"preview_text\""]
        return marks.allSatisfy { ends.firstOccurrence(of: $0) != nil } ? .signature : nil
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { JourneyReader() }
}

/// Reads one entry, whose text is HTML in later versions.
struct JourneyReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let bytes = try RegularFile(of: unit).bytes(limit: ImportLimits.textBytes)
        guard let entry = try? JSONValue(parsing: bytes, replacingLoneSurrogates: true) else {
            throw ImportFailure(
                .malformed, path: unit.path, reason: "The entry cannot be read. Export the journal again.")
        }
        try await emit(.item(ImportedItem(item(entry, unit))), .end(of: unit))
    }

    private func item(_ entry: JSONValue, _ unit: SourceUnit) -> Item {
        let text = CleanText(Self.text(entry).trimmed)
        let date = ["date_journal", "date_modified"].lazy.compactMap { entry[$0]?.double }
            .compactMap { ChatDate.since1970($0 / 1_000) }.first
        var details = NoteDetails(
            path: unit.path, notebook: "Journey",
            tags: (entry["tags"]?.elements ?? []).compactMap(\.string).map(CleanText.line).filter { !$0.isEmpty },
            fileModified: unit.modificationDate)
        let place = CleanText.line(entry["address"]?.string ?? "")
        if !place.isEmpty { details.properties = [NoteDetails.Property("place", place)] }
        let files = (entry["photos"]?.elements ?? []).compactMap(\.string).prefix(NoteFiles.most).map {
            Attachment(chatFile: $0, mediaType: MediaType.named($0))
        }
        let first = NoteTitle.firstLine(of: text.text)
        return Item(
            id: entry["id"]?.string.map { ItemID(identifying: ["journey", $0]) } ?? unit.fileIdentity,
            details: .note(details), title: first.isEmpty ? PlainFile.title(path: unit.path) : first, date: date,
            text: text.text, authoredRanges: AuthoredRanges.all(of: text.text), attachments: files,
            defects: text.defects)
    }

    private static func text(_ entry: JSONValue) -> String {
        let text = entry["text"]?.string ?? ""
        let lower = text.prefix(10_000).lowercased()
        let isPage = entry["type"]?.string == "html" || ["<p", "<div", "<br"].contains(where: lower.contains)
        return isPage ? HTMLText.extract(Array(text.utf8), charset: "utf-8", writesAddresses: true).text : text
    }
}
