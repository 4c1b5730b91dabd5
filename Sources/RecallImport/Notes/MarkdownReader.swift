public import Foundation
import RecallCore

/// Reads a Markdown file as one note, as Obsidian and similar apps store them.
///
/// The note's text is the file's text after the front matter, unchanged.
public struct MarkdownReader: SourceReader {
    /// 2: a note has no date if neither its front matter nor its file's name gives one. 3: properties of outlines are read.
    /// 4: all properties of front matter are. 5: nested and long ones too; the files beside it are its attachments.
    /// 7: dates that cannot be read are properties. 8: front matter in TOML and JSON, and YAML with mistakes; more dates.
    /// 9: drawings are no text; lists behind an empty line are no front matter.
    static let revision = 9

    private let zone: TimeZone
    private let structures: MarkdownStructureReader

    /// A reader that takes dates without a zone for those of `zone`.
    ///
    /// - Parameter parserExecutable: as for `DocumentTextExtractor`.
    public init(zone: TimeZone = .current, parserExecutable: String? = nil) {
        self.zone = zone
        structures = MarkdownStructureReader(parserExecutable: parserExecutable)
    }

    /// Hands over the note. See `SourceReader`.
    public func read(
        _ unit: SourceUnit, from cursor: SourceCursor,
        emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let file = try PlainFile(unit)
        var imported = ImportedItem(try await note(file.text, defects: file.defects, unit))
        if let page = NotionPage.id(path: unit.path) {
            imported.item.id = ItemID(identifying: ["notion", page])
            (imported.formerIDs, imported.otherID) = ([unit.fileIdentity], unit.fileIdentity)
        }
        try await emit(.item(imported), .end(of: unit, revision: Self.revision))
    }

    /// The note whose file holds `whole`.
    ///
    /// - Throws: `CancellationError` only.
    func note(_ whole: String, defects: Set<Defect>, _ unit: SourceUnit) async throws -> Item {
        let frontMatter = FrontMatter(whole)
        let body = Self.body(of: whole, from: frontMatter.bodyStart)
        let text = ExcalidrawNote.isOne(frontMatter) ? ExcalidrawNote.text(of: body) : body
        let found = try await structures.structure(of: text, path: unit.path)
        let structure = found ?? MarkdownStructure()
        let marks = NoteMarks(text, code: structure.code)
        let properties = OutlineProperties(text, code: structure.code)
        let notion = NotionPage.id(path: unit.path) == nil ? [] : NotionPage.properties(of: text)
        let notionTags = notion.filter { ["tags", "tag"].contains($0.name) }.flatMap { $0.value.split(separator: ",") }
        let longCode = structure.code.filter { $0.count > MarkdownStructure.longestCode }
        let details = NoteDetails(
            path: unit.path, notebook: Self.notebook(of: unit),
            tags: Self.unique(
                frontMatter.tags + properties.tags + notionTags.map { CleanText.line(String($0)) } + marks.tags),
            links: Self.unique(marks.links + structure.links.compactMap(Self.noteTarget)),
            aliases: frontMatter.aliases + properties.aliases,
            properties: frontMatter.properties + unreadable(frontMatter.dates),
            fileModified: unit.modificationDate)
        var files = EmbeddedFiles()
        for target in marks.files { files.add(path: target) }
        for address in structure.links { files.add(address: address) }
        let fileName = PlainFile.title(path: unit.path)
        return Item(
            id: unit.fileIdentity, details: .note(details),
            title: frontMatter.title ?? properties.title ?? structure.heading ?? Self.title(fileName: fileName),
            date: date(frontMatter, notion, fileName, text), text: text,
            authoredRanges: AuthoredRanges.all(of: text, without: longCode + marks.comments + properties.noise),
            attachments: files.attachments,
            defects: defects.union(frontMatter.defects).union(found == nil ? [.overLimit] : []))
    }

    /// The text after the front matter and the empty lines that follow it.
    private static func body(of text: String, from start: Int) -> String {
        guard start > 0 else { return text }
        return String(decoding: text.utf8.dropFirst(start).drop { $0 == 0x0A }, as: UTF8.self)
    }

    private func date(
        _ frontMatter: FrontMatter, _ notion: [(name: String, value: String)], _ fileName: String, _ text: String
    ) -> Date? {
        var dates = NoteDate(zone: zone)
        if let date = frontMatter.dates.lazy.compactMap({ dates.date($0.value) }).first { return date }
        let created = notion.filter { ["created", "created time", "date created", "date"].contains($0.name) }
        if let date = created.lazy.compactMap({ dates.date($0.value) }).first { return date }
        var named = DocumentDate(zone: zone)
        return dates.date(fileName: fileName) ?? named.fileName(fileName) ?? dates.date(firstLine: text)
    }

    /// The dates that say something else than a date: "sometime in spring".
    private func unreadable(_ written: [NoteDetails.Property]) -> [NoteDetails.Property] {
        var dates = NoteDate(zone: zone)
        return written.filter { dates.date($0.value) == nil }
    }

    /// The name of a page, which Logseq writes into a file's name with other characters for `/`.
    private static func title(fileName: String) -> String {
        let name = fileName.replacing("___", with: "/")
        guard name.contains("%"), let decoded = name.removingPercentEncoding else { return name }
        return CleanText.line(decoded)
    }

    /// The folder of the note, from the folder that is imported.
    static func notebook(of unit: SourceUnit) -> String {
        guard let parts = AbsolutePath.components(of: unit.path, below: unit.root) else { return "" }
        return parts.dropLast().joined(separator: "/")
    }

    /// The note that a Markdown link leads to, or `nil` if it leads elsewhere.
    private static func noteTarget(_ url: String) -> String? {
        let path = url.prefix { $0 != "#" && $0 != "?" }
        guard !path.contains(":"), path.lowercased().hasSuffix(".md") else { return nil }
        return CleanText.line(path.removingPercentEncoding ?? String(path))
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
