import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Journals (Day One, Journey), wikis (Zim, TiddlyWiki) and outlines (OPML).
@Suite(.scratch) struct JournalAndWikiTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    private func items(_ text: String, _ name: String) async throws -> [Item] {
        try files.write(name, text)
        return try await files.items(name)
    }

    private func formats() async throws -> [String] { try await files.units().map(\.format.identifier) }

    // MARK: Day One and Journey

    @Test func `an entry of Day One has its moment, tags, place and photos, and no backslashes`() async throws {
        let journal = #"""
            {"metadata": {"version": "1.0"}, "entries": [
              {"uuid": "AB", "creationDate": "2024-03-17T23:30:00Z", "timeZone": "Asia\/Tokyo", "tags": ["sea"],
               "text": "# Quay\n\n![](dayone-moment:\/\/0123)\n\nTea at 3\\.30 \\(hot\\) ![](dayone-moment:\/video\/7) C:\\x",
               "location": {"placeName": "Pier", "localityName": "Hull", "country": "UK", "latitude": 1e400},
               "photos": [{"identifier": "0123", "md5": "ffaa", "type": "jpeg"}]},
              {"uuid": "CD", "creationDate": "when?", "text": ""}]}
            """#
        let found = try await items(journal, "Trips.json")
        let entry = try #require(found.first)
        #expect(found.count == 1 && entry.title == "Quay" && entry.text == "# Quay\n\n\nTea at 3.30 (hot)  C:\\x")
        #expect(entry.date == Date(timeIntervalSince1970: 1_710_718_200) && entry.note?.notebook == "Day One/Trips")
        #expect(entry.note?.tags == ["sea"] && entry.note?.properties.first?.value == "Pier, Hull, UK")
        #expect(entry.attachments.map(\.name) == ["ffaa.jpeg"])
        // The same entry from another export.
        #expect(try await items(journal, "again/Trips (1).json").map(\.id) == [entry.id])
    }

    @Test func `entries of Day One without an id are there, and so are texts in runs`() async throws {
        let journal = #"""
            {"metadata": {"version": "1.0"}, "entries": [
              {"creationDate": "2024-03-17T23:30:00Z", "text": "Tea at the quay"},
              {"creationDate": "2024-03-17T23:30:00Z", "text": "Milk at the quay"},
              {"uuid": "EF", "creationDate": "2024-03-18T09:30:00Z",
               "richText": "{\"meta\":{\"version\":1},\"contents\":[{\"attributes\":{\"line\":{\"header\":1}},\"text\":\"Pier\\n\"},{\"text\":\"Two \"},{\"embeddedObjects\":[{\"type\":\"photo\"}]},{\"text\":\"boats\\n\"}]}"},
              {"uuid": "GH", "creationDate": "2024-03-19T09:30:00Z", "richText": {"contents": [{"text": "Oars"}]}},
              {"uuid": "IJ", "richText": "no runs"}]}
            """#
        let found = try await items(journal, "Trips.json")
        #expect(found.map(\.text) == ["Tea at the quay", "Milk at the quay", "Pier\nTwo boats", "Oars"])
        #expect(found.map(\.title) == ["Tea at the quay", "Milk at the quay", "Pier", "Oars"])
        #expect(Set(found.map(\.id)).count == 4)
        #expect(try await items(journal, "again/Trips (1).json").map(\.id) == found.map(\.id))
    }

    @Test func `an entry of Journey has its moment, tags and photos, and its HTML is text`() async throws {
        let found = try await items(
            #"""
            {"text": "<p>Tea <b>hot</b></p><p>Pier</p>", "date_modified": 1710718200001, "date_journal": 1710718200000,
             "id": "1-a", "preview_text": "x", "address": "Hull", "lat": 1.7976931348623157E308, "tags": ["sea"],
             "photos": ["1-a-b.jpg"], "type": "html"}
            """#, "1-a.json")
        let entry = try #require(found.first)
        #expect(entry.text == "Tea hot\n\nPier" && entry.title == "Tea hot" && entry.note?.tags == ["sea"])
        #expect(entry.date == Date(timeIntervalSince1970: 1_710_718_200))
        #expect(entry.attachments.map(\.name) == ["1-a-b.jpg"])
    }

    @Test(arguments: [
        #"{"text": "x", "date_journal": 1}"#, #"{"entries": [], "version": 1, "metadata": {}}"#,
        #"{"metadata": {"version": "1"}, "entries": [{"text": "x"}]}"#,
    ])
    func `other JSON is no journal`(text: String) async throws {
        try files.write("a.json", text)
        #expect(try await formats().isEmpty)
    }

    // MARK: Zim

    @Test func `a page of Zim is a note without marks, with its tags, links and pictures`() async throws {
        try files.write(
            "Book/Quay_side.txt",
            """
            Content-Type: text/x-zim-wiki
            Wiki-Format: zim 0.6
            Creation-Date: 2024-03-17T09:30:00+01:00

            ====== Quay ======
            Created Sunday 17 March 2024

            **Tea** and //milk// at [[Pier|the pier]], [[https://a.example/x|a page]] and http://b.example//c @sea
            \t[*] done
            \t[ ] open {{./boat.png?width=200}}.
            '''
            **raw** [[x]]
            '''
            {{{code: lang="sh"
            a **b**
            }}}
            2 ** 3, [[no end, {{ or
            """)
        let page = try #require(try await files.items("Book").first)
        #expect(try await formats() == ["zim"] && page.title == "Quay")
        #expect(page.date == Date(timeIntervalSince1970: 1_710_664_200) && page.note?.tags == ["sea"])
        #expect(page.note?.links == ["Pier"] && page.attachments.map(\.name) == ["boat.png"])
        #expect(
            page.text == """
                Quay
                Created Sunday 17 March 2024

                Tea and milk at the pier, a page (https://a.example/x) and http://b.example//c @sea
                \t☑ done
                \t☐ open .
                **raw** [[x]]
                a **b**
                2 ** 3, [[no end, {{ or
                """)
    }

    @Test func `a text that speaks of Zim is a text`() async throws {
        try files.write("a.txt", "The line is Content-Type: text/x-zim-wiki\n")
        try files.write("b.txt", "Content-Type: text/x-zim-wiki-like\n")
        #expect(try await formats() == ["text", "text"])
    }

    // MARK: TiddlyWiki

    private static let head = "<!doctype html><meta name=\"application-name\" content=\"TiddlyWiki\" />\n"

    @Test func `a TiddlyWiki has its notes, without the program's and its pictures`() async throws {
        let found = try await items(
            Self.head + #"""
                <div id="storeArea" style="display:none;"></div>
                <script class="tiddlywiki-tiddler-store" type="application/json">[
                {"title":"$:/core","text":"x","type":"application/json"},
                {"title":"Quay","text":"! Tea\n''hot'' at [[the pier|Pier]] \u003Cb>x\u003C/b> [img[boat.png]]",
                "tags":"sea [[two words]]","created":"20240317093000123"},
                {"title":"pic.png","type":"image/png","text":"AAAA"}, 5
                ]</script><script class="tiddlywiki-tiddler-store" type="application/json">[
                {"title":"Second","text":"# [[Quay]]","type":"text/x-markdown"}]</script></html>
                """#, "wiki.html")
        #expect(found.map(\.title) == ["Quay", "Second"])
        #expect(found.first?.text == "Tea\nhot at the pier <b>x</b>" && found.last?.text == "# [[Quay]]")
        #expect(found.first?.note?.tags == ["sea", "two words"] && found.first?.note?.links == ["Pier"])
        #expect(found.first?.attachments.map(\.name) == ["boat.png"])
        #expect(found.first?.date == Date(timeIntervalSince1970: 1_710_667_800.123))
        let unit = try #require(try await files.units().first)
        #expect(try await files.records(unit).compactMap(\.record.failure).count == 1)
    }

    @Test func `a TiddlyWiki of before has its notes in elements`() async throws {
        let found = try await items(
            """
            <html><head><script>var version = {title: "TiddlyWiki", major: 2};</script></head><body>
            <div id="storeArea">
            <div title="Quay" creator="A" created="202403170930" tags="sea">
            <pre>Tea &amp; &lt;milk&gt;</pre>
            </div>
            <div tiddler="Pier" modified="20240317093000000"><pre>x</pre></div>
            </div><div title="After">no note</div></body></html>
            """, "wiki.html")
        #expect(found.map(\.title) == ["Quay", "Pier"] && found.first?.text == "Tea & <milk>")
        #expect(found.map(\.date) == [1_710_667_800, 1_710_667_800].map { Date(timeIntervalSince1970: $0) })
        let unit = try #require(try await files.units().first)
        #expect(try await files.resumes(unit))
    }

    @Test func `an encrypted TiddlyWiki says what to do, and a page of one is a page`() async throws {
        try files.write("a.html", Self.head + "<pre id=\"encryptedStoreArea\" type=\"text/plain\">{}</pre>")
        let failure = await #expect(throws: ImportFailure.self) { try await files.found() }
        #expect(failure?.code == .encrypted)
        try files.write("b.html", "<meta name=\"generator\" content=\"TiddlyWiki\" /><p>Tea")
        #expect(try await formats() == ["tiddlywiki", "html"])
    }

    @Test(arguments: [
        "<body><p>A wiki says <meta name=\"application-name\" content=\"TiddlyWiki\" /> of itself.</p>",
        "<p>Tea</p><pre>var version = {title: \"TiddlyWiki\", major: 2};</pre>",
        "<!-- <meta name=\"application-name\" content=\"TiddlyWiki\" /> --><p>Tea",
        "<title><meta name=\"application-name\" content=\"TiddlyWiki\" /></title><p>Tea",
        "<p title='<meta name=\"application-name\" content=\"TiddlyWiki\" />'>Tea",
    ])
    func `a page that quotes a TiddlyWiki is a page`(text: String) async throws {
        try files.write("a.html", "<!doctype html><html><head></head>" + text)
        #expect(try await formats() == ["html"])
    }

    @Test func `notes of one title in wikis of one name are two, and a copy of a wiki has the same`() async throws {
        let wiki = Self.head + "<div id=\"storeArea\"><div title=\"Todo\"><pre>milk</pre></div></div>"
        var ids: [ItemID] = []
        for name in ["a/wiki.html", "a/wiki (1).html", "b/wiki.html"] { ids += try await items(wiki, name).map(\.id) }
        #expect(ids.count == 3 && ids[0] == ids[1] && ids[0] != ids[2])
    }

    @Test func `stores without an end are read once, and marks of tags that do not end are words`() async throws {
        let stores = String(repeating: "<div id=\"storeArea\"><div title=\"a\">", count: 20_000)
        #expect(try await items(Self.head + stores, "wiki.html").isEmpty)
        let tags = String(repeating: "[[a ", count: 20_000)
        let found = try await items("tags: \(tags)\ntitle: Quay\nTea at noon\n", "q.tid")
        #expect(found.first?.text == "Tea at noon" && found.first?.note?.tags.first == "[[a")
    }

    @Test func `places of notes without end are counted`() async throws {
        let store = "<div id=\"storeArea\"></div>"
        try files.write("a.html", Self.head + String(repeating: store, count: 100_000))
        let failure = await #expect(throws: ImportFailure.self) { try await files.found() }
        #expect(failure?.code == .overLimit)
        // A tag across two blocks.
        for count in (1 << 18) - 60..<(1 << 18) {
            let note = "<div id=\"storeArea\"><div title=\"T\"><pre>x</pre></div></div>"
            let before = String(repeating: " ", count: count - Self.head.utf8.count)
            #expect(try await items(Self.head + before + note, "b/b.html").count == 1)
        }
    }

    @Test func `a tiddler in a file of its own is a note`() async throws {
        let found = try await items("created: 20240317093000000\ntags: sea\ntitle: Quay\n\nTea: ''hot''\n", "q.tid")
        #expect(found.map(\.title) == ["Quay"] && found.first?.text == "Tea: hot")
        #expect(found.first?.note?.tags == ["sea"])
        #expect(try await items("title: $:/config\n\nx", "c.tid").isEmpty)
    }

    // MARK: OPML

    @Test func `an outline is a note with an indented line for each entry`() async throws {
        let found = try await items(
            """
            <?xml version="1.0"?><opml version="2.0"><head><title>Plans</title>
            <dateCreated>Sun, 17 Mar 2024 09:30:00 GMT</dateCreated></head><body>
            <outline text="Tea &lt;b&gt;hot&lt;/b&gt; &amp;amp; milk #sea" _note="by the pier&#10;at three">
            <outline text="cup" _complete="true"/></outline>
            <outline text="News" type="rss" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"/>
            </body></opml>
            """, "p.opml")
        let outline = try #require(found.first)
        #expect(outline.title == "Plans" && outline.date == Date(timeIntervalSince1970: 1_710_667_800))
        #expect(outline.note?.tags == ["sea"])
        #expect(
            outline.text == """
                - Tea hot & milk #sea
                  by the pier
                  at three
                  - ☑ cup
                - News
                  https://a.example/

                """)
    }

    @Test func `entries within entries without end take no time that grows faster than they do`() async throws {
        let depth = 200_000
        let (open, close) = ("<outline text=\"x\">", "</outline>")
        let text = String(repeating: open, count: depth) + String(repeating: close, count: depth)
        let found = try await items("<opml><body>\(text)</body></opml>", "d.opml")
        #expect(found.count == 1 && found[0].text.utf8.count < 100 * depth)
    }

    @Test func `brackets without end take no time that grows faster than they do`() async throws {
        let open = String(repeating: "[[{{''", count: 1_000_000)
        let lines = String(repeating: String(repeating: "[[", count: 30_000) + "\n", count: 100)
        let found = try await items("Content-Type: text/x-zim-wiki\n\n\(open)\n\(lines)", "z.txt")
        #expect(found.count == 1)
    }
}
