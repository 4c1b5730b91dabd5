import Foundation
public import RecallCore
import RecallFiles
import RecallText

extension SourceFormat {
    /// A TiddlyWiki: one HTML file with all its notes.
    public static let tiddlyWiki = SourceFormat(
        "tiddlywiki", singular: "TiddlyWiki", plural: "TiddlyWikis", isContainer: true)
    /// A tiddler of TiddlyWiki in a file of its own.
    public static let tiddler = SourceFormat("tiddler", singular: "tiddler", plural: "tiddlers")
}

struct TiddlyWikiFormat: ImportFormat {
    let format = SourceFormat.tiddlyWiki
    /// Wikis have the extension of pages, so only the content is evidence.
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.isText(named: ["html", "htm"]), !file.isBinary else { return nil }
        return file.head.firstOccurrence(of: "TiddlyWiki") != nil && Self.isWiki(file.head) ? .overruling : nil
    }

    /// True if the tag or the script by which wikis are known is in the head of the page, and not in its text.
    private static func isWiki(_ head: [UInt8]) -> Bool {
        head.withUnsafeBufferPointer { head in
            var tokens = HTMLTokenizer(head, keepingAttributes: true)
            while let token = tokens.next() {
                switch token {
                case .text(let text):
                    // The byte order mark is no text.
                    guard text.allSatisfy({ $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }) else { return false }
                case .start(let tag) where tag.key == HTMLTag.key("meta"):
                    // Not "generator", which is also in the pages that a wiki exports.
                    let isNamed = tokens.attributes.contains { $0.value.elementsEqual("application-name".utf8) }
                    if isNamed, tokens.attributes.contains(where: { $0.value.elementsEqual("TiddlyWiki".utf8) }) {
                        return true
                    }
                case .start(let tag) where tag.key == HTMLTag.key("script"):
                    let script = tokens.rawText(of: tag)
                    if script.map({ Array($0).firstOccurrence(of: version) != nil }) ?? false { return true }
                case .start(let tag) where ofHead.contains(tag.key): _ = tokens.rawText(of: tag)
                case .start(let tag): if !ofHeadWithoutText.contains(tag.key) { return false }
                case .end: break
                }
            }
            return false
        }
    }

    private static let version: StaticString = "var version = {title: \"TiddlyWiki\""
    /// The elements that may be before it, besides scripts.
    private static let ofHead: Set = [HTMLTag.key("title"), HTMLTag.key("style"), HTMLTag.key("noscript")]
    private static let ofHeadWithoutText: Set = [
        HTMLTag.key("html"), HTMLTag.key("head"), HTMLTag.key("link"), HTMLTag.key("base"),
    ]

    /// The wiki: that of a folder under one name.
    func scope(of path: String) -> String {
        String(path.dropLast(AbsolutePath.name(path).count)) + CopyNumber.title(path: path)
    }
    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { TiddlyWikiReader() }
}

struct TiddlerFormat: ImportFormat {
    let format = SourceFormat.tiddler
    let extensions: Set = ["tid"]

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { TiddlerReader() }
}

/// Reads a wiki note by note: those in JSON of version 5.2 and later, and those in elements of earlier ones. A cursor is the byte
/// offset after a note. What begins with `$:/` is of the program, and what is no text is known to the wiki alone.
struct TiddlyWikiReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        var marks = TiddlerStores(file)
        var hasStore = false
        while let store = try marks.next() {
            hasStore = true
            switch store.kind {
            case .json: try await readJSON(file, from: store.offset, unit, cursor, emit, &marks)
            case .elements: try await readElements(file, from: store.offset, unit, cursor, emit, &marks)
            case .encrypted:
                throw ImportFailure(
                    .encrypted, path: unit.path,
                    reason: "The TiddlyWiki has a password. Clear it in the wiki, save that, and import it again.")
            }
        }
        guard hasStore else {
            throw ImportFailure(
                .wrongFormat, path: unit.path,
                reason: "The page is a TiddlyWiki without notes. Save the wiki as one file, with its notes in it.")
        }
    }

    private func readJSON(
        _ file: RegularFile, from offset: Int, _ unit: SourceUnit, _ cursor: SourceCursor,
        _ emit: (ImportRecord, SourceCursor) async throws -> Void, _ marks: inout TiddlerStores
    ) async throws {
        var walk = JSONWalk(file, from: offset) { $0.isEmpty }
        while let event = try walk.next() {
            guard case .value(let path, let value) = event else {
                if case .end = event { return }
                continue
            }
            marks.goOn(from: value.range.upperBound)
            guard path == ["*"], value.range.upperBound > cursor.number else { continue }
            let next = SourceCursor(byteOffset: value.range.upperBound)
            guard let parsed = value.parsed, parsed.members != nil else {
                let reason = "The note cannot be read, or is too long. Save the wiki again."
                let place = "byte \(value.range.lowerBound)"
                try await emit(
                    .failure(ImportFailure(.malformed, path: unit.path, place: place, reason: reason)), next)
                continue
            }
            let names = Tiddler.names.filter { parsed[$0]?.string != nil }
            let fields = Dictionary(uniqueKeysWithValues: names.map { ($0, parsed[$0]?.string ?? "") })
            if let item = Tiddler(fields).item(of: unit) { try await emit(.item(item), next) }
        }
    }

    private func readElements(
        _ file: RegularFile, from offset: Int, _ unit: SourceUnit, _ cursor: SourceCursor,
        _ emit: (ImportRecord, SourceCursor) async throws -> Void, _ marks: inout TiddlerStores
    ) async throws {
        var tokens = XMLTokens(file, from: offset)
        var (fields, text, isCut) = ([String: String]?.none, [UInt8](), false)
        while let token = try tokens.next() {
            switch token {
            case .start("div", let attributes):
                (fields, text, isCut) = (attributes, [], false)
            case .text(let piece) where fields != nil:
                isCut = isCut || text.count + piece.count > ImportLimits.textBytes
                if !isCut { text += piece }
            case .end("div"):
                marks.goOn(from: tokens.offset)
                // The end of the store.
                guard var done = fields else { return }
                fields = nil
                done["title"] = done["title"] ?? done["tiddler"]
                done["text"] = String(decoding: text, as: UTF8.self).trimmed
                guard tokens.offset > cursor.number, var item = Tiddler(done).item(of: unit) else { continue }
                if isCut { item.item.defects.insert(.truncatedText) }
                try await emit(.item(item), SourceCursor(byteOffset: tokens.offset))
            default: break
            }
        }
        // A store without an end is read to the end of the file, once.
        marks.goOn(from: tokens.offset)
    }
}

/// Reads a file with one tiddler: fields, an empty line, the text.
struct TiddlerReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let file = try PlainFile(unit)
        var (fields, rest) = ([String: String](), file.text[...])
        while !rest.isEmpty {
            let line = rest.prefix { $0 != "\n" }
            // What is no field is the text already.
            guard line.isEmpty || line.contains(":") else { break }
            rest = rest[line.endIndex...].dropFirst()
            guard let colon = line.firstIndex(of: ":") else { break }
            let name = String(line[..<colon]).trimmed
            if fields.count < 1_000 { fields[name] = String(line[line.index(after: colon)...]).trimmed }
        }
        fields["text"] = String(rest)
        fields["title"] = fields["title"] ?? PlainFile.title(path: unit.path)
        guard var imported = Tiddler(fields).item(of: unit) else { return }
        imported.item.id = unit.fileIdentity
        imported.isKnownByContent = false
        imported.item.defects.formUnion(file.defects)
        try await emit(.item(imported), .end(of: unit))
    }
}

/// One note.
private struct Tiddler {
    /// The fields that count.
    static let names: Set = ["title", "text", "type", "tags", "created", "modified", "plugin-type"]

    private let fields: [String: String]

    init(_ fields: [String: String]) { self.fields = fields }

    /// The note; `nil` for what is of the program, and what is no text.
    func item(of unit: SourceUnit) -> ImportedItem? {
        let title = CleanText.line(fields["title"] ?? "")
        guard !title.isEmpty, !title.hasPrefix("$:/"), fields["plugin-type"] == nil, Self.isText(fields["type"]) else {
            return nil
        }
        let markup = markup
        let text = CleanText(markup.text.trimmed)
        let details = NoteDetails(
            path: unit.path, notebook: "TiddlyWiki", tags: Self.list(fields["tags"] ?? ""), links: markup.links,
            fileModified: unit.modificationDate)
        var imported = ImportedItem(
            Item(
                id: ItemID(identifying: ["tiddlywiki", TiddlyWikiFormat().scope(of: unit.path), title]),
                details: .note(details), title: title,
                date: Self.date(fields["created"]) ?? Self.date(fields["modified"]), text: text.text,
                authoredRanges: AuthoredRanges.all(of: text.text), attachments: markup.files.attachments,
                defects: text.defects))
        imported.isKnownByContent = true
        return imported
    }

    private static func isText(_ type: String?) -> Bool {
        guard let type, !type.isEmpty else { return true }
        return type.hasPrefix("text/") && type != "text/css" || type == "application/x-tiddler-dictionary"
    }

    /// The text without its marks; that of other languages as it is.
    private var markup: WikiMarkup {
        let (type, text) = (fields["type"] ?? "", fields["text"] ?? "")
        var markup = WikiMarkup(marks: "'/_~^", isTargetFirst: false)
        if type == "text/html" {
            let plain = HTMLText.extract(Array(text.utf8), charset: "utf-8", writesAddresses: true).text
            markup.add(code: plain)
            return markup
        }
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isFence = line.hasPrefix("```")
            if isFence { isCode.toggle() }
            if isCode || isFence || !type.isEmpty && type != "text/vnd.tiddlywiki" {
                markup.add(code: line)
            } else {
                markup.add(Self.withoutMarks(line))
            }
        }
        return markup
    }

    /// A line without the marks of a heading: `!! Heading`.
    private static func withoutMarks(_ line: Substring) -> Substring {
        let marks = line.prefix { $0 == "!" }
        let words = line[marks.endIndex...]
        return 1...6 ~= marks.count && words.first.map { $0 == " " || $0.isLetter } == true
            ? words.drop { $0 == " " } : line
    }

    /// The names in `one [[two words]]`.
    private static func list(_ text: String) -> [String] {
        var (names, rest) = ([String](), text.prefix(100_000))
        while names.count < 1_000, let start = rest.firstIndex(where: { $0 != " " }) {
            rest = rest[start...]
            let name: Substring
            if rest.hasPrefix("[["), let close = rest.prefix(longestTag).firstRange(of: "]]") {
                name = rest[..<close.lowerBound].dropFirst(2)
                rest = rest[close.upperBound...]
            } else {
                name = rest.prefix { $0 != " " }
                rest = rest[name.endIndex...]
            }
            let line = CleanText.line(String(name))
            if !line.isEmpty { names.append(line) }
        }
        return names
    }

    private static let longestTag = 1_000

    /// `20200102030405678`, in UTC; earlier versions write minutes.
    private static func date(_ text: String?) -> Date? {
        let digits = Array((text ?? "").utf8.prefix(17))
        guard digits.count >= 12, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        func number(_ start: Int, _ count: Int) -> Int {
            digits.dropFirst(start).prefix(count).reduce(0) { $0 * 10 + Int($1 & 15) }
        }
        guard let day = CivilDay(year: number(0, 4), month: number(4, 2), day: number(6, 2)), number(8, 2) < 24,
            number(10, 2) < 60
        else { return nil }
        let second = digits.count >= 14 ? min(number(12, 2), 59) : 0
        let milliseconds = digits.count == 17 ? number(14, 3) : 0
        let seconds = day.daysSince1970 * 86_400 + number(8, 2) * 3_600 + number(10, 2) * 60 + second
        return Date(timeIntervalSince1970: Double(seconds) + Double(milliseconds) / 1_000)
    }
}

/// The places in a wiki where notes begin.
private struct TiddlerStores {
    enum Kind { case json, elements, encrypted }

    private let file: RegularFile
    private var position = 0, count = 0
    private var block: [UInt8] = []
    /// The offset of the block in the file.
    private var base = 0

    private static let blockBytes = 1 << 18
    /// The longest tag of a store.
    private static let longestTag = 1_024
    /// Wikis have one or two.
    private static let most = 1_000

    private static let marks: [(tag: [UInt8], kind: Kind)] = [
        (Array("<script class=\"tiddlywiki-tiddler-store\"".utf8), .json),
        (Array("<div id=\"storeArea\"".utf8), .elements),
        (Array("<pre id=\"encryptedStoreArea\"".utf8), .encrypted),
    ]

    init(_ file: RegularFile) { self.file = file }

    /// Passes over what was read of a store.
    mutating func goOn(from offset: Int) { position = max(position, offset) }

    /// The next store, and the offset after its tag; `nil` if there is none.
    mutating func next() throws(ImportFailure) -> (kind: Kind, offset: Int)? {
        while position < file.byteCount {
            if position < base || position >= base + block.count { try read() }
            guard let mark = block[(position - base)...].firstIndex(of: UInt8(ascii: "<")) else {
                // The end of a file that was cut off since it was opened.
                guard !block.isEmpty else { return nil }
                position = base + block.count
                continue
            }
            position = base + mark
            // A tag may go on in the next block.
            if block.count - mark < Self.longestTag, base + block.count < file.byteCount, mark > 0 {
                try read()
                continue
            }
            let tag = block[mark...].prefix(Self.longestTag)
            position += 1
            guard let kind = Self.marks.first(where: { tag.starts(with: $0.tag) })?.kind,
                let end = tag.firstIndex(of: UInt8(ascii: ">"))
            else { continue }
            count += 1
            guard count <= Self.most else {
                throw ImportFailure(
                    .overLimit, path: file.path,
                    reason: "The wiki has more than \(Self.most) places with notes. What is behind them was left out.")
            }
            position = base + end + 1
            return (kind, position)
        }
        return nil
    }

    private mutating func read() throws(ImportFailure) {
        (block, base) = (try file.bytes(from: position, limit: Self.blockBytes), position)
    }
}
