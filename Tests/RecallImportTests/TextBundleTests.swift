import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// TextBundles, and Bear's backups, which are archives of them.
@Suite(.scratch) struct TextBundleTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    private static func bear(_ id: String, _ further: String = "") -> String {
        """
        {"type": "net.daringfireball.markdown", "version": 2, "creatorIdentifier": "net.shinyfrog.bear", "net.shinyfrog.bear":
         {"creationDate": "2023-05-06T07:08:09Z", "modificationDate": "2024-01-02T10:00:00Z", "uniqueIdentifier": "\(id)"\(further)}}
        """
    }

    private func write(_ folder: String, _ text: String, info: String = #"{"version": 2}"#, file: String = "text.md")
        throws
    {
        try files.write(folder + "/" + file, text)
        try files.write(folder + "/info.json", info)
    }

    @Test func `a bundle is one note, called by its heading or by its folder`() async throws {
        try write("notes/The quay.textbundle", "Ask **Bo** #boats")
        try write("notes/Other.textbundle", "# Rope list\n\ntar", file: "text.markdown")
        try write("notes/Plain.textbundle", "plain", file: "text.txt")
        let found = try await files.items("notes")
        #expect(found.map(\.title) == ["Rope list", "Plain", "The quay"])
        #expect(found.map(\.note?.tags) == [[], [], ["boats"]])
        #expect(found[2].text == "Ask **Bo** #boats" && found[2].date == nil)
        #expect(found[2].note?.path.hasSuffix("/The quay.textbundle/text.md") == true)
        #expect(try await files.resumes(try #require(try await files.units("notes").last)))
    }

    @Test(arguments: ["Café", "東京 ", "e\u{301}"])
    func `a bundle is read whatever letters its name has`(_ name: String) async throws {
        try write("notes/\(name).textbundle", "Ask Bo ![](assets/plan.txt)")
        try files.write("notes/\(name).textbundle/assets/plan.txt", "Moorings")
        let found = try await files.found("notes")
        #expect(found.first?.record.item?.text == "Ask Bo ![](assets/plan.txt)")
        #expect(found.first?.record.documents.map(\.text) == ["Moorings"])
    }

    @Test func `a folder with other files is no bundle, so that none is lost`() async throws {
        try write("mixed", "text")
        try files.write("mixed/letter.md", "Dear Bo")
        #expect(try await files.items("mixed").map(\.text) == ["Dear Bo", "text"])
        #expect(try await files.units("mixed").allSatisfy { $0.format == .markdown })
    }

    @Test func `Bear's notes have their dates and ids, tags of several words, and none of the trash`() async throws {
        let members: [ArchiveFile.Member] = [
            .init("B.bear2bk/Quay.textbundle/info.json", Self.bear("A-1")),
            .init(
                "B.bear2bk/Quay.textbundle/text.md", "# The quay\n#boats and #old ropes# or #sea/north #a b\nC# and F#"),
            .init("B.bear2bk/Gone.textbundle/info.json", Self.bear("A-2", #", "trashed": 1"#)),
            .init("B.bear2bk/Gone.textbundle/text.md", "gone"),
            .init("B.bear2bk/Kept.textbundle/info.json", Self.bear("A-3", #", "archived": 1, "trashed": 0"#)),
            .init("B.bear2bk/Kept.textbundle/text.md", "kept"),
        ]
        for name in ["B.bear2bk", "B.bearbk", "folder/B.bear2bk"] {
            try files.write(name, try ArchiveFile.bytes(.zip, members))
            let found = try await files.items(name.split(separator: "/").first.map(String.init) ?? "")
            #expect(found.map(\.title) == ["Kept", "The quay"])
            #expect(
                found[1].note?.tags == ["boats", "old ropes", "sea/north", "a"] && found[1].note?.notebook == "Bear")
            #expect(found[1].date == (try Date("2023-05-06T07:08:09Z", strategy: .iso8601)))
            #expect(found[1].id == ItemID(identifying: ["bear", "A-1"]))
        }
    }

    @Test func `files of a bundle are listed, and documents among them are items`() async throws {
        try write("Quay.textbundle", "See ![](assets/plan.pdf)")
        try files.write("Quay.textbundle/assets/plan.pdf", pdf(pages: [["Moorings"]]))
        try files.write("Quay.textbundle/assets/boat.jpg", [0xFF, 0xD8, 0xFF])
        try files.write("Quay.textbundle/assets/bad.pdf", "%PDF-1.4 no more")
        let found = try await files.found()
        let item = try #require(found.first?.record.item)
        #expect(found.count == 1 && item.attachments.map(\.name) == ["bad.pdf", "boat.jpg", "plan.pdf"])
        let documents = try #require(found.first?.record.documents)
        #expect(documents.map(\.text) == ["Moorings"] && documents.first?.parent == item.id)
        #expect(item.attachments.map(\.item) == [nil, nil, documents.first?.id])
    }

    @Test(arguments: [
        "", "{", "[1]", #"{"net.shinyfrog.bear": 7}"#,
        #"{"net.shinyfrog.bear": {"creationDate": 1e308, "trashed": "x"}}"#,
    ])
    func `properties that make no sense leave a note`(info: String) async throws {
        try write("a.textbundle", "words", info: info)
        #expect(try await files.items().map(\.text) == ["words"])
    }

    @Test func `a textpack is read with its folder and without`() async throws {
        try files.write("a/one.textpack", zipped(["One.textbundle/info.json": "{}", "One.textbundle/text.md": "one"]))
        try files.write("b/two.textpack", zipped(["info.json": "{}", "text.md": "two"]))
        #expect(try await files.items("a").map(\.title) == ["One"])
        #expect(try await files.items("b").map(\.title) == ["two"])
        try files.write("c/export.zip", zipped(["One.textbundle/info.json": "{}", "One.textbundle/text.md": "one"]))
        #expect(try await files.items("c").map(\.text) == ["one"])
    }
}
