import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// An outline (http://opml.org): of Workflowy, OmniOutliner, Dynalist and others, or a list of feeds.
    public static let opml = SourceFormat("opml", singular: "OPML outline", plural: "OPML outlines")
}

struct OPMLFormat: ImportFormat {
    let format = SourceFormat.opml
    let extensions: Set = ["opml"]

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { OPMLReader() }
}

/// Reads an outline as a note: a line for each of its entries, indented as they are, with what is written below one.
struct OPMLReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        var outline = Outline()
        try outline.read(RegularFile(of: unit))
        guard outline.isOutline else {
            throw ImportFailure(.wrongFormat, path: unit.path, reason: "The file is no OPML outline. Export it again.")
        }
        guard !outline.text.isEmpty else {
            throw ImportFailure(.empty, path: unit.path, reason: "The outline has no entries.")
        }
        let text = CleanText(outline.text)
        let marks = NoteMarks(text.text, code: [])
        let details = NoteDetails(
            path: unit.path, notebook: MarkdownReader.notebook(of: unit), tags: marks.tags, links: marks.links,
            fileModified: unit.modificationDate)
        let item = Item(
            id: unit.fileIdentity, details: .note(details),
            title: outline.title.isEmpty ? PlainFile.title(path: unit.path) : outline.title, date: outline.date,
            text: text.text, authoredRanges: AuthoredRanges.all(of: text.text),
            defects: text.defects.union(outline.isCut ? [.truncatedText] : []))
        try await emit(.item(ImportedItem(item)), .end(of: unit))
    }
}

/// The entries of an outline as text.
private struct Outline {
    private(set) var isOutline = false
    private(set) var title = ""
    private(set) var date: Date?
    private(set) var text = ""
    private(set) var isCut = false

    private var field: [UInt8] = []
    private static let longestField = 4_096
    /// Deeper entries are indented no further: each has its indentation in the text.
    private static let deepest = 32

    mutating func read(_ file: RegularFile) throws(ImportFailure) {
        var (tokens, depth) = (XMLTokens(file), 0)
        while let token = try tokens.next() {
            switch token {
            case .start("opml", _): isOutline = true
            case .start("outline", let attributes):
                if isOutline { add(attributes, depth: min(depth, Self.deepest)) }
                depth += 1
            case .end("outline"): depth = max(0, depth - 1)
            case .start: field = []
            case .text(let piece): if field.count < Self.longestField { field += piece.prefix(Self.longestField) }
            case .end("title"): title = CleanText.line(String(decoding: field, as: UTF8.self))
            case .end("dateCreated"): date = Self.date(field) ?? date
            case .end("dateModified"): date = date ?? Self.date(field)
            case .end: break
            }
        }
    }

    private static func date(_ field: [UInt8]) -> Date? {
        field.withUnsafeBufferPointer { MailDate.parse($0) } ?? RFC3339.date(String(decoding: field, as: UTF8.self))
    }

    private mutating func add(_ attributes: [String: String], depth: Int) {
        func words(_ name: String) -> String { Self.plain(attributes[name] ?? "") }
        let named = words("text")
        let name = named.isEmpty ? words("title") : named
        let box =
            ["_complete", "complete", "_status", "checked"].lazy.compactMap { attributes[$0] }.first.map {
                ["true", "checked", "1"].contains($0) ? "☑ " : "☐ "
            } ?? ""
        let addresses = ["url", "htmlUrl", "xmlUrl"].compactMap { attributes[$0] }.filter { !$0.isEmpty }
        let note = [words("_note"), words("note")].first { !$0.isEmpty } ?? ""
        let indent = String(repeating: "  ", count: depth)
        let lines = [box + name] + addresses.filter { $0 != name }.prefix(1) + [note].filter { !$0.isEmpty }
        for (number, line) in lines.joined(separator: "\n").split(separator: "\n").enumerated() {
            let added = indent + (number == 0 ? "- " : "  ") + line + "\n"
            guard text.utf8.count + added.utf8.count <= ImportLimits.textBytes else {
                isCut = true
                return
            }
            text += added
        }
    }

    /// The text of a value, in which Workflowy writes HTML.
    private static func plain(_ value: String) -> String {
        guard value.contains("<"), value.contains(">") else { return value.trimmed }
        let html = value.replacing("\n", with: "<br>")
        return HTMLText.extract(Array(html.utf8), charset: "utf-8", writesAddresses: true).text.trimmed
    }
}
