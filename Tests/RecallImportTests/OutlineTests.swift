import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Pages of Logseq and files of Org mode.
@Suite(.scratch) struct OutlineTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    private func item(_ name: String, _ text: String) async throws -> Item {
        try files.write(name, text)
        return try #require(try await files.items(name).first)
    }

    /// The text that counts as written by its author.
    private func authored(_ item: Item) -> String { item.embeddableText }

    // MARK: Logseq

    private static let page = """
        title:: The quay
        tags:: [[boats]], #old, two words
        alias:: Pier, [[Jetty]]

        - Ask Bo
          id:: 65a0b1c2-0000-4000-8000-000000000001
          collapsed:: true
          - rope
            :LOGBOOK:
            CLOCK: [2024-01-02 Tue 10:00:00]
            :END:
        - status:: open
        - `std::vector` and std::map
        ```
        id:: in code
        ```
        """

    @Test func `a page has the properties of its first lines, and what the program keeps is not written by anyone`()
        async throws
    {
        let note = try await item("pages/quay.md", Self.page)
        #expect(note.title == "The quay" && note.note?.tags == ["boats", "old", "two words"])
        #expect(note.note?.aliases == ["Pier", "Jetty"] && note.text == Self.page)
        let text = authored(note)
        #expect(!text.contains("65a0b1c2") && !text.contains("collapsed") && !text.contains("CLOCK"))
        #expect(text.contains("status:: open") && text.contains("std::map") && text.contains("id:: in code"))
    }

    @Test func `a journal has the day of its name, and a page of a namespace the name that people see`() async throws {
        #expect(shown(try await item("journals/2024_01_02.md", "- Ask Bo").date) == "2024 1 2 0 0")
        #expect(try await item("pages/Harbour___Boats.md", "- x").title == "Harbour/Boats")
        #expect(try await item("pages/Harbour%2FBoats.md", "- x").title == "Harbour/Boats")
    }

    @Test func `copies of pages as they were are passed over`() async throws {
        try files.write("graph/logseq/bak/pages/quay/2024-01-02.md", "old")
        try files.write("graph/logseq/version-files/local/a.md", "older")
        try files.write("graph/pages/quay.md", "new")
        try files.write("graph/bak/other.md", "kept")
        #expect(Set(try await files.items("graph").map(\.text)) == ["new", "kept"])
    }

    @Test(arguments: [
        "::", "a::", ":LOGBOOK:", ":END:", "tags:: ,,[[]],#", "- - a:: b\n:LOGBOOK:\nx", "title::\nid::",
    ])
    func `properties that make no sense leave a note`(text: String) async throws {
        #expect(try await !item("a.md", "x\n" + text + "\ny").text.isEmpty)
        #expect(try await !item("b.md", text + "\ny").text.isEmpty)
    }

    // MARK: Org

    private static let org = """
        :PROPERTIES:
        :ID:       65a0b1c2-0000-4000-8000-000000000001
        :ROAM_ALIASES: "Old pier" Jetty
        :END:
        #+title: The quay
        #+filetags: :boats:north sea:
        # A comment
        * Ropes :tar:
        :PROPERTIES:
        :CREATED: [2020-01-01 Wed]
        :END:
        Ask [[id:1234][Bo Berg]], see [[file:plan.org][the plan]], [[https://a.example][tides]] and [[Harbour]].
        #+begin_src sh
        # no comment
        #+end_src
        """

    @Test func `a file of Org mode has its title, tags and links, and drawers are not written by anyone`() async throws
    {
        let note = try await item("20240317093000-the_quay.org", Self.org)
        #expect(note.title == "The quay" && note.text == Self.org)
        #expect(note.note?.tags == ["boats", "north", "sea", "tar"])
        #expect(note.note?.links == ["Bo Berg", "plan.org", "Harbour"])
        #expect(note.note?.aliases.contains("Old pier") == true)
        #expect(shown(note.date) == "2024 3 17 9 30")
        let text = authored(note)
        #expect(!text.contains("65a0b1c2") && !text.contains("#+title") && !text.contains("A comment"))
        #expect(text.contains("# no comment") && text.contains("Bo Berg") && text.contains("* Ropes"))
    }

    @Test func `files that a note links to are its attachments by name`() async throws {
        let note = try await item(
            "a.org",
            """
            [[file:img/boat.png]] [[file:plan.pdf::12][the plan]] [[attachment:rope.jpg]] [[../assets/quay.gif]]
            [[file:plan.pdf]] [[file:other.org]] [[https://a.example/web.png]] [[file:/ssh:host:/far.png]] [[Harbour]]
            #+begin_src org
            [[file:code.png]]
            #+end_src
            """)
        #expect(note.attachments.map(\.name) == ["boat.png", "plan.pdf", "rope.jpg", "quay.gif"])
        #expect(note.attachments[1].mediaType == "application/pdf" && note.attachments[1].byteCount == nil)
        #expect(note.note?.links == ["other.org", "Harbour"])
    }

    @Test(arguments: [
        ("a.org", "#+date: <2024-03-17 Sun 09:30>\nx", "2024 3 17 9 30"),
        ("a.org", ":PROPERTIES:\n:CREATED: [2024-03-17 Sun]\n:END:\nx", "2024 3 17 0 0"),
        ("2024-03-17.org", "x", "2024 3 17 0 0"), ("2024_03_17.org", "x", "2024 3 17 0 0"),
        ("20249999999999-x.org", "x", "never"), ("a.org", "#+date: \\today\nx", "never"),
    ])
    func `a date is that of a keyword, a property or the name`(name: String, text: String, date: String) async throws {
        #expect(shown(try await item(name, text).date) == date)
    }

    @Test func `a file of a million dates is read`() async throws {
        let dates = String(repeating: "#+date: 2024-03-17\n", count: 1_000_000)
        #expect(shown(try await item("a.org", dates + "x").date) == "2024 3 17 0 0")
    }

    @Test func `a file without a title has that of its name, without the time before it`() async throws {
        #expect(try await item("20240317093000-the_quay.org", "x").title == "the quay")
        #expect(try await item("20240317093000.org", "x").title == "20240317093000")
        #expect(try await item("plan.org", "* One").title == "plan")
    }

    @Test func `a file that is cut off anywhere or has drawers that never end is a note`() async throws {
        for count in Self.org.indices.dropFirst() {
            let text = String(Self.org[..<count])
            #expect(try await item("a.org", text).text == text)
        }
        #expect(try await authored(item("a.org", ":PROPERTIES:\nwords that stay")).contains("words"))
    }
}
