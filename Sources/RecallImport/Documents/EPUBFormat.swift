import Foundation
public import RecallCore

extension SourceFormat {
    /// An EPUB book, each chapter an item (EPUB 3.3, EPUB 2.0.1).
    public static let epub = SourceFormat("epub", singular: "EPUB book", plural: "EPUB books", isContainer: true)
}

struct EPUBFormat: DocumentFormat {
    let format = SourceFormat.epub
    let extensions: Set = ["epub"]
    let mediaTypes: Set = ["application/epub+zip"]
    let parser = ParserMode.confined { EPUBBook.read(descriptor: $0) }

    func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence? {
        if extensions.contains(file.fileExtension) { return .name }
        return try file.archiveMembers().isSuperset(of: ["mimetype", EPUBBook.container]) ? .signature : nil
    }

    /// The first member of the archive is its media type (OCF 3.3, 4.3).
    func begins(_ head: [UInt8]) -> Bool {
        mayBegin(head) && head.dropFirst(30).starts(with: "mimetypeapplication/epub+zip".utf8)
    }

    func mayBegin(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 3, 4]) }

    /// All chapters as one text, as an attachment has it.
    func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        try await Self.parts(of: input, launcher).reduce(into: ExtractedText(text: "")) { book, part in
            guard case .text(let chapter) = part.reply else {
                _ = book.defects.insert(.badStructure)
                return
            }
            if part.name.isEmpty {
                book.title = chapter.title
                return
            }
            guard book.text.utf8.count + chapter.text.utf8.count < ImportLimits.textBytes else {
                _ = book.defects.insert(.truncatedText)
                return
            }
            if !book.text.isEmpty { book.text += "\n\n" }
            let start = book.text.utf8.count
            book.text += chapter.text
            book.hiddenRanges += chapter.hiddenRanges.map { $0.lowerBound + start..<$0.upperBound + start }
            book.defects.formUnion(chapter.defects)
        }
    }

    /// The book's title and authors, then the chapters that have text, in the order of the spine.
    static func parts(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> [ParserReply.Part] {
        let output = try await launcher.run(SourceFormat.epub.identifier, input, atMost: 4 * ImportLimits.textBytes)
        guard case .parts(let parts) = try launcher.reply(output) else { throw launcher.crashed }
        return parts
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        EPUBReader(parserExecutable: extractor.parserExecutable)
    }
}

/// Reads a book as one item per chapter. A cursor is the number of chapters that are done.
struct EPUBReader: SourceReader {
    let parserExecutable: String?

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let launcher = ParserLauncher(executable: parserExecutable, path: unit.path, place: nil)
        let parts = try await EPUBFormat.parts(of: DocumentInput(of: unit), launcher)
        guard let first = parts.first, case .text(let book) = first.reply else { throw launcher.crashed }
        guard parts.count > 1 else {
            throw ImportFailure(.malformed, path: unit.path, reason: "The book has no chapter with text.")
        }
        for (number, part) in parts.enumerated().dropFirst(max(1, cursor.number + 1)) {
            let done = Int(Double(unit.byteCount) * Double(number) / Double(parts.count))
            try await emit(Self.record(part, number, of: book, unit), SourceCursor("\(number)", bytesRead: done))
        }
    }

    private static func record(
        _ part: ParserReply.Part, _ number: Int, of book: ExtractedText, _ unit: SourceUnit
    ) -> ImportRecord {
        switch part.reply {
        case .text(let chapter):
            var imported = ImportedItem(item(chapter, part.name, number, of: book, unit))
            imported.isKnownByContent = true
            return .item(imported)
        case .failure(let code, let reason):
            return .failure(ImportFailure(code, path: unit.path, place: "chapter \(number)", reason: reason))
        case .bytes, .parts:
            return .failure(
                ImportFailure(.malformed, path: unit.path, place: "chapter \(number)", reason: "It has no text."))
        }
    }

    /// A chapter, known by the book's path and its own; all chapters of a book are one thread.
    private static func item(
        _ chapter: ExtractedText, _ name: String, _ number: Int, of book: ExtractedText, _ unit: SourceUnit
    ) -> Item {
        let title = book.title.isEmpty ? PlainFile.title(path: unit.path) : book.title
        return Item(
            id: ItemID(identifying: ["file", unit.path, name]),
            details: .document(
                DocumentDetails(
                    format: unit.format.identifier, path: unit.path, fileModified: unit.modificationDate)),
            title: "\(title): \(chapter.title.isEmpty ? "part \(number)" : chapter.title)",
            sender: book.text.isEmpty ? nil : Participant(name: book.text),
            text: chapter.text, authoredRanges: chapter.visibleRanges, conversation: "epub:" + unit.path,
            conversationTitle: title, defects: chapter.defects)
    }
}

/// Takes a book apart, in the parsing process.
private enum EPUBBook {
    static let container = "META-INF/container.xml"
    private static let encryption = "META-INF/encryption.xml"

    /// The reply to the file that is open as `descriptor`: a part without name with title and authors, then the chapters.
    static func read(descriptor: Int32) -> ParserReply {
        do {
            return .parts(try parts(ArchiveReader(descriptor: descriptor)))
        } catch let failure as ImportFailure {
            return .failure(failure.code, reason: failure.reason)
        } catch {
            return .failure(.malformed, reason: "The book cannot be read.")
        }
    }

    private static func parts(_ archive: ArchiveReader) throws -> [ParserReply.Part] {
        let outer = try archive.contents { $0 == container || $0 == encryption }
        let rootFiles = try attributes("full-path", of: "rootfile", in: outer[container] ?? [])
        guard let path = rootFiles.first, let xml = try archive.contents(where: { $0 == path })[path] else {
            throw failure(.wrongFormat, "The file is no EPUB book: it names no package document.")
        }
        let package = EPUBPackage(path: path)
        let end = package.read(xml)
        try check(end)
        let addresses = try attributes("URI", of: "CipherReference", in: outer[encryption] ?? [])
        let encrypted = Set(addresses.compactMap { ArchivePath.resolve($0, from: "") })
        guard encrypted.isDisjoint(with: package.chapters) else {
            throw failure(.encrypted, "The book is protected against copying. Import a copy without protection.")
        }
        let wanted = Set(package.chapters + [package.contents].compactMap(\.self))
        let parts = parts(package, try archive.contents { wanted.contains($0) })
        return parts + (end == .malformed ? [cutOff] : []) + (package.hasMore ? [tooMany] : [])
    }

    private static let tooMany = ParserReply.Part(
        name: "",
        reply: .failure(
            .overLimit, reason: "The book has more than \(ImportLimits.bookChapters) chapters: no more are read."))

    private static let cutOff = ParserReply.Part(
        name: "",
        reply: .failure(.malformed, reason: "The book's list of chapters is damaged: those after this one are missing.")
    )

    private static func parts(_ package: EPUBPackage, _ members: [String: [UInt8]]) -> [ParserReply.Part] {
        let titles = package.contents.map { EPUBTitles.all(in: members[$0] ?? [], path: $0) } ?? [:]
        var room = 2 * ImportLimits.textBytes
        let about = ExtractedText(text: package.authors.joined(separator: ", "), title: package.title)
        let chapters = package.chapters.compactMap { path -> ParserReply.Part? in
            guard let html = members[path] else {
                return .init(name: path, reply: .failure(.malformed, reason: "The book does not hold this chapter."))
            }
            var chapter = HTMLText.extract(html, charset: nil)
            guard !chapter.text.isEmpty else { return nil }  // A cover, or a page of pictures.
            room -= chapter.text.utf8.count
            guard room >= 0 else {
                return .init(name: path, reply: .failure(.overLimit, reason: "The book has more text than is read."))
            }
            chapter.title = titles[path] ?? EPUBTitles.heading(of: html)
            return .init(name: path, reply: .text(chapter))
        }
        return [.init(name: "", reply: .text(about))] + chapters
    }

    /// The values of one attribute of all elements of that name.
    private static func attributes(_ attribute: String, of element: String, in xml: [UInt8]) throws -> [String] {
        var values: [String] = []
        try check(
            XMLEvents.parse(
                xml, start: { if $0.name == element, let value = $0[attribute] { values.append(value) } },
                end: { _ in }, text: { _ in }))
        return values
    }

    /// Accepts text before an XML error; rejects a DOCTYPE, which could name files and entities.
    private static func check(_ end: XMLEvents.End) throws {
        if case .doctype = end { throw failure(.malformed, "The book has a DOCTYPE, which is refused for safety.") }
    }

    private static func failure(_ code: ImportFailure.Code, _ reason: String) -> ImportFailure {
        ImportFailure(code, path: "", reason: reason)
    }
}

/// The package document of a book: metadata, manifest and spine (EPUB 3.3, 5).
private final class EPUBPackage {
    private(set) var title = ""
    private(set) var authors: [String] = []
    /// The paths of the distinct chapters in reading order. Paths that lead out of the archive are dropped.
    private(set) var chapters: [String] = []
    /// The path of the table of contents.
    private(set) var contents: String?

    /// True if it lists more than are read.
    private(set) var hasMore = false

    private let path: String
    private var manifest: [String: String] = [:]
    private var listed: Set<String> = []
    private var ncx: String?
    private var isInMetadata = false
    private var text: [UInt8]?

    /// The document at `path` of the archive.
    init(path: String) {
        self.path = path
    }

    func read(_ xml: [UInt8]) -> XMLEvents.End {
        let end = XMLEvents.parse(
            xml, start: { self.start($0) }, end: { self.end($0) },
            text: { if self.text?.count ?? 4_096 < 4_096 { self.text? += $0.prefix(4_096) } })
        contents = contents ?? ncx
        return end
    }

    private func start(_ element: XMLEvents.Element) {
        switch element.name {
        case "metadata": isInMetadata = true
        case "title" where isInMetadata, "creator" where isInMetadata: text = []
        case "item": addItem(element)
        case "itemref":
            guard let chapter = element["idref"].flatMap({ manifest[$0] }), listed.insert(chapter).inserted else {
                return
            }
            hasMore = chapters.count == ImportLimits.bookChapters
            if !hasMore { chapters.append(chapter) }
        default: break
        }
    }

    private func addItem(_ element: XMLEvents.Element) {
        guard let id = element["id"], let member = element["href"].flatMap({ ArchivePath.resolve($0, from: path) })
        else { return }
        manifest[id] = member
        if element["properties"]?.split(separator: " ").contains("nav") == true { contents = member }
        if element["media-type"] == "application/x-dtbncx+xml" { ncx = member }
    }

    private func end(_ name: String) {
        if name == "metadata" { isInMetadata = false }
        guard let bytes = text, name == "title" || name == "creator" else { return }
        text = nil
        let line = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
        if name == "creator" { if !line.isEmpty { authors.append(line) } } else if title.isEmpty { title = line }
    }
}

/// Titles of chapters, in documents that may have a DOCTYPE: read as HTML, where it means nothing.
private enum EPUBTitles {
    /// The titles in a table of contents, HTML (`nav`) or NCX, by the paths that they lead to; of several the first.
    static func all(in contents: [UInt8], path: String) -> [String: String] {
        var titles: [String: String] = [:]
        var (address, text): (String?, [UInt8]) = (nil, [])
        func add(_ address: String?) {
            guard let member = address.flatMap({ ArchivePath.resolve($0, from: path) }), titles[member] == nil else {
                return
            }
            titles[member] = line(text)
        }
        contents.withUnsafeBufferPointer { contents in
            var tokens = HTMLTokenizer(contents, keepingAttributes: true)
            while let token = tokens.next() {
                switch token {
                case .text(let piece): text += piece
                case .start(let tag) where tag.key == HTMLTag.key("a"): (address, text) = (tag.link.map(string), [])
                case .start(let tag) where tag.key == HTMLTag.key("text"): text = []
                case .start(let tag) where tag.key == HTMLTag.key("content"):
                    add(tokens.attributes.first { $0.name.elementsEqual("src".utf8) }.map { string($0.value) })
                case .end(let tag) where tag.key == HTMLTag.key("a"): add(address)
                // Lists of pages and of figures follow.
                case .end(let tag) where [HTMLTag.key("nav"), HTMLTag.key("navmap")].contains(tag.key): return
                default: break
                }
            }
        }
        return titles
    }

    /// The first heading of a chapter; empty if there is none.
    static func heading(of html: [UInt8]) -> String {
        html.withUnsafeBufferPointer { html in
            var tokens = HTMLTokenizer(html)
            var (level, text): (UInt64?, [UInt8]) = (nil, [])
            while let token = tokens.next() {
                switch token {
                case .text(let piece): if level != nil { text += piece }
                case .start(let tag): if level == nil, headings.contains(tag.key) { level = tag.key }
                case .end(let tag): if tag.key == level { return line(text) }
                }
            }
            return ""
        }
    }

    private static let headings: Set = [
        HTMLTag.key("h1"), HTMLTag.key("h2"), HTMLTag.key("h3"), HTMLTag.key("h4"), HTMLTag.key("h5"),
        HTMLTag.key("h6"),
    ]

    private static func line(_ text: [UInt8]) -> String {
        HTMLText.extract(Array(text.prefix(1_024)), charset: "utf-8").text.split { $0.isWhitespace }.joined(
            separator: " ")
    }

    private static func string(_ bytes: HTMLTag.Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
}
