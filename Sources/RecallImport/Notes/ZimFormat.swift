import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A page of a notebook of Zim Desktop Wiki.
    public static let zim = SourceFormat("zim", singular: "Zim page", plural: "Zim pages")
}

/// A text that begins with `Content-Type: text/x-zim-wiki`.
struct ZimFormat: ImportFormat {
    let format = SourceFormat.zim
    /// Pages have the extension of texts, so only the first line is evidence.
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.isText(named: ["txt"]), !file.isBinary else { return nil }
        let head = file.head.starts(with: [0xEF, 0xBB, 0xBF]) ? file.head[3...] : file.head[...]
        let line = head.prefix { $0 != 0x0A }
        let isPage =
            line.starts(with: ZimReader.signature.utf8)
            && line.dropFirst(ZimReader.signature.utf8.count)
                .allSatisfy { $0 == 0x0D || $0 == 0x20 }
        return isPage ? .overruling : nil
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { ZimReader() }
}

/// Reads a page as a note, without its header and its marks (https://zim-wiki.org/manual/Help/Wiki_Syntax.html).
struct ZimReader: SourceReader {
    static let signature = "Content-Type: text/x-zim-wiki"

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        try await emit(.item(ImportedItem(note(try PlainFile(unit), unit))), .end(of: unit))
    }

    private func note(_ file: PlainFile, _ unit: SourceUnit) -> Item {
        let page = ZimPage(file.text)
        let text = CleanText(page.markup.text.trimmed)
        let details = NoteDetails(
            path: unit.path, notebook: MarkdownReader.notebook(of: unit), tags: page.tags, links: page.markup.links,
            fileModified: unit.modificationDate)
        return Item(
            id: unit.fileIdentity, details: .note(details),
            title: page.title ?? PlainFile.title(path: unit.path).replacing("_", with: " "),
            date: page.created, text: text.text, authoredRanges: AuthoredRanges.all(of: text.text),
            attachments: page.markup.files.attachments, defects: file.defects.union(text.defects))
    }
}

/// The header, the title, the tags and the text of a page.
private struct ZimPage {
    private(set) var title: String?
    private(set) var created: Date?
    private(set) var tags: [String] = []
    private(set) var markup = WikiMarkup(marks: "*/_~'", isTargetFirst: true)
    private var seen: Set<String> = []
    private static let mostTags = 1_000

    init(_ text: String) {
        var (isHeader, code) = (true, String?.none)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if isHeader {
                isHeader = !line.isEmpty
                // A page without an empty line behind its header has all of its fields before anything else.
                if isHeader, !line.contains(": ") { isHeader = false } else { takeField(line) }
                if line.isEmpty || isHeader { continue }
            }
            if let end = code {
                if line == end { code = nil } else { markup.add(code: line) }
            } else if line == "'''" {
                code = "'''"
            } else if line.hasPrefix("{{{code:") {
                code = "}}}"
            } else if let heading = Self.heading(line) {
                if title == nil { title = heading }
                markup.add(heading[...])
            } else {
                takeTags(line)
                markup.add(Self.withoutBox(line))
            }
        }
    }

    private mutating func takeField(_ line: Substring) {
        let name = "Creation-Date: "
        if line.hasPrefix(name) { created = RFC3339.date(String(line.dropFirst(name.count).prefix(40))) ?? created }
    }

    /// `====== Heading ======`: the more marks, the higher it is.
    private static func heading(_ line: Substring) -> String? {
        guard line.hasPrefix("=="), line.utf8.count < 4_096 else { return nil }
        let start = line.drop { $0 == "=" }
        guard start.first == " " else { return nil }
        var words = start
        while words.last == "=" || words.last == " " { words.removeLast() }
        let heading = CleanText.line(String(words))
        return heading.isEmpty ? nil : heading
    }

    /// A task with a box as other notes have it: `[ ]`, `[*]` done, `[x]` given up, `[>]` moved.
    private static func withoutBox(_ line: Substring) -> Substring {
        let blanks = line.prefix { $0 == " " || $0 == "\t" }
        let rest = line[blanks.endIndex...]
        for (box, sign) in [("[ ] ", "☐ "), ("[*] ", "☑ "), ("[x] ", "☒ "), ("[>] ", "☐ "), ("[<] ", "☐ ")]
        where rest.hasPrefix(box) {
            return Substring(blanks + sign + rest.dropFirst(box.count))
        }
        return line
    }

    /// `@tag` between blanks.
    private mutating func takeTags(_ line: Substring) {
        guard line.contains("@") else { return }
        for word in line.split(whereSeparator: \.isWhitespace) where word.hasPrefix("@") && tags.count < Self.mostTags {
            let name = word.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            if !name.isEmpty, name.utf8.count < 200, seen.insert(String(name)).inserted { tags.append(String(name)) }
        }
    }
}
