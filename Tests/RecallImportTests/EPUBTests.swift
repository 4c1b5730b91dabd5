import RecallCore
import RecallImport
import RecallTestSupport
import Testing

private let containerPart = "<container><rootfiles><rootfile full-path=\"OEBPS/content.opf\"/></rootfiles></container>"

/// A page with a heading and a paragraph.
private func page(_ heading: String) -> String {
    "<?xml version=\"1.0\"?><!DOCTYPE html><html><head><title>Book</title></head><body><h1>\(heading)</h1><p>Text of \(heading).</p></body></html>"
}

/// A package document with these chapters in its spine.
private func package(_ hrefs: [String], metadata: String, manifest: String = "") -> String {
    let items = hrefs.enumerated().map { "<item id=\"c\($0)\" href=\"\($1)\" media-type=\"application/xhtml+xml\"/>" }
    let spine = hrefs.indices.map { "<itemref idref=\"c\($0)\"/>" }
    return """
        <package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>\(metadata)</metadata>\
        <manifest>\(items.joined())\(manifest)</manifest><spine toc="ncx">\(spine.joined())</spine></package>
        """
}

private let metadata =
    "<dc:title>Moby\n Dick</dc:title><dc:creator>Herman Melville</dc:creator><dc:creator>A. Editor</dc:creator>"

/// A book whose chapters are pages with these headings; `parts` come on top, or replace those of that name.
func book(chapters: [String], manifest: String = "", parts: [String: String] = [:]) -> [UInt8] {
    let hrefs = chapters.indices.map { "text/c%20\($0).xhtml" }
    var members = [
        "mimetype": "application/epub+zip", "META-INF/container.xml": containerPart,
        "OEBPS/content.opf": package(hrefs, metadata: metadata, manifest: manifest),
    ]
    for (number, heading) in chapters.enumerated() { members["OEBPS/text/c \(number).xhtml"] = page(heading) }
    members.merge(parts) { $1 }
    var zip = ZipWriter()
    zip.add("mimetype", Array("application/epub+zip".utf8))
    for (name, text) in members.sorted(by: { $0.key < $1.key }) where name != "mimetype" && !text.isEmpty {
        zip.add(name, Array(text.utf8))
    }
    return zip.finished()
}

@Suite("EPUB books", .scratch) struct EPUBTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    private func records(_ bytes: [UInt8]) async throws -> [ImportRecord] {
        try scratch.write("book.epub", bytes)
        let unit = try scratch.unit("book.epub", .epub, modified: 1_700_000_000_000_000_000)
        var records: [ImportRecord] = []
        let reader = try ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor())
        try await reader.read(unit, from: .start) { record, _ in records.append(record) }
        return records
    }

    private func items(_ bytes: [UInt8]) async throws -> [Item] {
        try await records(bytes).compactMap(\.item)
    }

    @Test("are an item per chapter, in the order of the spine, in one conversation")
    func chapters() async throws {
        let items = try await items(book(chapters: ["Loomings", "The Carpet-Bag"]))
        let path = scratch.path + "/book.epub"
        #expect(items.map(\.title) == ["Moby Dick: Loomings", "Moby Dick: The Carpet-Bag"])
        #expect(items.map(\.text) == ["Loomings\n\nText of Loomings.", "The Carpet-Bag\n\nText of The Carpet-Bag."])
        #expect(items[0].id == ItemID(identifying: ["file", path, "OEBPS/text/c 0.xhtml"]))
        #expect(items.allSatisfy { $0.sender?.name == "Herman Melville, A. Editor" })
        #expect(
            items.allSatisfy { item in
                guard case .document(let details) = item.details else { return false }
                return details.format == "epub" && details.path == path && details.fileModified != nil
            })
        #expect(Set(items.map(\.conversation)) == ["epub:" + path])
        #expect(items.allSatisfy { $0.conversationTitle == "Moby Dick" && $0.date == nil })
    }

    @Test("take the titles of chapters from their table of contents, whichever of both forms it has")
    func contents() async throws {
        let ncx = """
            <!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx><docTitle>\
            <text>No</text></docTitle><navMap><navPoint><navLabel><text>I. Call me &amp; mine</text></navLabel>\
            <content src="text/c%200.xhtml#a"/></navPoint></navMap><pageList><navLabel><text>7</text></navLabel>\
            <content src="text/c%201.xhtml"/></pageList></ncx>
            """
        let old = book(
            chapters: ["a", "b"],
            manifest: "<item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>",
            parts: ["OEBPS/toc.ncx": ncx])
        #expect(try await items(old).map(\.title) == ["Moby Dick: I. Call me & mine", "Moby Dick: b"])
        let nav =
            "<html><nav><ol><li><a href=\"../text/c%201.xhtml\">II. <i>Bag</i></a></ol></nav><nav><a href=\"../text/c%200.xhtml\">1</a></nav>"
        let new = book(
            chapters: ["a", "b"], manifest: "<item id=\"n\" href=\"nav/nav.xhtml\" properties=\"scripted nav\"/>",
            parts: ["OEBPS/nav/nav.xhtml": nav])
        #expect(try await items(new).map(\.title) == ["Moby Dick: a", "Moby Dick: II. Bag"])
    }

    @Test("without titles have the file's name and the chapter's number")
    func untitled() async throws {
        let package = package(["a.xhtml"], metadata: "")
        let bytes = book(chapters: [], parts: ["OEBPS/content.opf": package, "OEBPS/a.xhtml": "<p>Text"])
        let items = try await items(bytes)
        #expect(items.map(\.title) == ["book: part 1"] && items.first?.sender == nil)
    }

    @Test("with a chapter that is missing lose that chapter alone; a page without text is none")
    func missing() async throws {
        let bytes = book(
            chapters: ["a", "b", "c"],
            parts: ["OEBPS/text/c 1.xhtml": "", "OEBPS/text/c 2.xhtml": "<img src=\"a.png\">"])
        let records = try await records(bytes)
        #expect(records.count == 2 && records[0].item?.title == "Moby Dick: a")
        #expect(records[1].failure?.code == .malformed && records[1].failure?.place == "chapter 2")
    }

    @Test("without any chapter that has text are a failure with its reason, not nothing")
    func textless() async throws {
        for chapters in [[], ["a"]] {
            let bytes = book(chapters: chapters, parts: ["OEBPS/text/c 0.xhtml": "<img src=\"a.png\">"])
            #expect(await code(bytes) == .malformed, "\(chapters)")
        }
    }

    @Test("read nothing outside of themselves, whatever their package names")
    func traversal() async throws {
        try scratch.write("secret.xhtml", "<p>secret")
        let hrefs = [
            "../../secret.xhtml", "../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "http://localhost/a",
            "%2e%2e/%2e%2e/secret.xhtml", "../OEBPS/./good.xhtml", "good.xhtml",
        ]
        let bytes = book(
            chapters: [],
            parts: ["OEBPS/content.opf": package(hrefs, metadata: metadata), "OEBPS/good.xhtml": page("Good")])
        let records = try await records(bytes)
        #expect(records.map { $0.item?.text } == ["Good\n\nText of Good."])
    }

    private func code(_ bytes: [UInt8]) async -> ImportFailure.Code? {
        await failureCode { try await records(bytes) }
    }

    @Test(
        "with a DOCTYPE that could name entities or files are refused",
        arguments: ["META-INF/container.xml", "OEBPS/content.opf", "META-INF/encryption.xml"])
    func doctype(part: String) async {
        let bomb = "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\"><!ENTITY c \"&b;&b;\">]>"
        let texts = [
            "META-INF/container.xml": containerPart,
            "OEBPS/content.opf": package(["a"], metadata: "<dc:title>&c;</dc:title>"),
        ]
        #expect(await code(book(chapters: ["a"], parts: [part: bomb + (texts[part] ?? "<encryption/>")])) == .malformed)
    }

    @Test("that are protected say so, but not those of which only fonts are")
    func protected() async throws {
        func encryption(_ member: String) -> [String: String] {
            [
                "META-INF/encryption.xml":
                    "<encryption><EncryptedData><CipherData><CipherReference URI=\"\(member)\"/></CipherData></EncryptedData></encryption>"
            ]
        }
        #expect(await code(book(chapters: ["a"], parts: encryption("OEBPS/text/c 0.xhtml"))) == .encrypted)
        #expect(try await items(book(chapters: ["a"], parts: encryption("OEBPS/font.otf"))).count == 1)
        var zip = ZipWriter()
        zip.add("META-INF/container.xml", [1, 2, 3], flaw: .encrypted)
        #expect(await code(zip.finished()) == .encrypted)
    }

    @Test("that are bombs, links, cut off or no books are failures")
    func damaged() async throws {
        var bomb = ZipWriter()
        bomb.add("META-INF/container.xml", deflatedSpaces(matches: 500_000), deflatedTo: 129_000_001)
        #expect(await code(bomb.finished()) == .overLimit)
        var link = ZipWriter()
        link.add("META-INF/container.xml", Array("/etc/passwd".utf8), flaw: .symbolicLink)
        #expect(await code(link.finished()) == .wrongFormat)
        #expect(await code(Array(book(chapters: ["a"]).prefix(90))) != nil)
        #expect(await code(zipped(["a.txt": "a"])) == .wrongFormat)
        #expect(await code(Array("no archive at all, but long enough to be looked at".utf8)) != nil)
        let deep = String(repeating: "<a>", count: 400)
        #expect(await code(book(chapters: ["a"], parts: ["META-INF/container.xml": deep])) == .wrongFormat)
    }

    @Test("are found in zip files without a telling name, and in the attachments of mails")
    func elsewhere() async throws {
        try scratch.write("download", book(chapters: ["a"]))
        let entries = Array(SourceWalker(path: scratch.path))
        guard case .unit(let unit)? = entries.first else { throw MailTestError.noEmail }
        #expect(unit.format == .epub)
        let head = Array(book(chapters: ["a"]).prefix(16 << 10))
        #expect(DocumentTextExtractor.format(mediaType: "application/octet-stream", name: "a", head: head) == .epub)
        #expect(DocumentTextExtractor.format(mediaType: "application/epub+zip", name: "", head: [1, 2]) == nil)
        let text = try await DocumentTextExtractor().extract(
            book(chapters: ["a", "b"]), format: .epub, path: "/mail", place: "attachment 1")
        #expect(text.title == "Moby Dick" && text.text == "a\n\nText of a.\n\nb\n\nText of b.")
    }
}
