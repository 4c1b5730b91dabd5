import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Folders and archives that Joplin exported, with what files of other types say of notes.
@Suite(.scratch) struct JoplinExportTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    private static func id(_ number: Int) -> String { String(repeating: "0", count: 30) + String(number + 10) }

    private static func record(_ number: Int, type: Int, _ title: String, _ properties: [String: String] = [:]) -> (
        String, String
    ) {
        let lines = properties.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let head = title.isEmpty ? "" : title + "\n\n"
        return (id(number) + ".md", head + (["id: " + id(number)] + lines + ["type_: \(type)"]).joined(separator: "\n"))
    }

    /// A note in a notebook in another one, with a tag and two files.
    private static let export: [String: String] = [
        record(1, type: 1, "The quay\n\nSee [plan](:/\(id(6))) and ![](:/\(id(7))) #inline", ["parent_id": id(3)]),
        record(2, type: 2, "Harbour"),
        record(3, type: 2, "Boats", ["parent_id": id(2)]),
        record(4, type: 5, "old ropes"),
        record(5, type: 6, "", ["note_id": id(1), "tag_id": id(4)]),
        record(
            6, type: 4, "plan.pdf",
            ["mime": "application/pdf", "file_extension": "pdf", "ocr_text": String(repeating: "x", count: 9_000)]),
        record(7, type: 4, "boat.jpg", ["mime": "image/jpeg", "file_extension": "../../x"]),
        record(8, type: 1, "Other\n\nno notebook", ["parent_id": id(9)]),
    ].reduce(into: [:]) { $0[$1.0] = $1.1 }

    private func write(_ folder: String, _ further: [String: String] = [:]) throws {
        for (name, text) in Self.export.merging(further, uniquingKeysWith: { $1 }) {
            try files.write(folder + "/" + name, text)
        }
        try files.write(folder + "/resources/\(Self.id(6)).pdf", pdf(pages: [["Moorings"]]))
    }

    @Test func `a note has the names of its notebooks, its tags and its files`() async throws {
        try write("raw")
        let units = try await files.units()
        #expect(units.map(\.format) == [.joplin] && units.first?.path == files.scratch.path + "/raw")
        let found = try await files.found()
        #expect(found.compactMap(\.record.item?.title) == ["The quay", "Other"])
        let note = try #require(found.first?.record.item)
        #expect(note.note?.notebook == "Harbour/Boats" && note.note?.tags == ["old ropes", "inline"])
        #expect(note.attachments.map(\.name) == ["plan.pdf", "boat.jpg"] && note.attachments[1].byteCount == nil)
        #expect(found[0].record.documents.map(\.text) == ["Moorings"])
        #expect(note.attachments[0].item == found[0].record.documents.first?.id)
        #expect(note.note?.path == files.scratch.path + "/raw/\(Self.id(1)).md")
        #expect(try await files.resumes(try #require(units.first)))
    }

    @Test(arguments: ["Café/été", "東京", "\u{301}a"])
    func `exports are read whatever letters their folder has`(_ folder: String) async throws {
        try write(folder)
        let found = try await files.found(folder)
        #expect(found.compactMap(\.record.item?.title) == ["The quay", "Other"])
        #expect(found.first?.record.item?.note?.path == files.scratch.path + "/\(folder)/\(Self.id(1)).md")
        #expect(found.first?.record.documents.map(\.text) == ["Moorings"])
    }

    @Test func `an archive of Joplin's is read as its folder is`() async throws {
        try write("raw")
        let folder = try await files.items("raw")
        try files.write(
            "a.jex", try ArchiveFile.bytes(.tar, Self.export.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
        )
        let archive = try await files.items("a.jex")
        #expect(archive.map(\.id) == folder.map(\.id) && archive[0].note?.notebook == "Harbour/Boats")
    }

    @Test func `other Markdown in a folder of ids is read, and other files make it a plain folder`() async throws {
        try write("ids", [Self.id(50) + ".md": "# Some page"])
        #expect(try await files.items("ids").map(\.title).contains("Some page"))
        try write("mixed")
        try files.write("mixed/letter.md", "Dear Bo")
        #expect(Set(try await files.items("mixed").map(\.title)).isSuperset(of: ["letter", "The quay"]))
    }

    @Test func `notebooks in a circle, empty files and links out of the export are survived`() async throws {
        let circle = [
            Self.record(2, type: 2, "Harbour", ["parent_id": Self.id(3)]),
            Self.record(
                60, type: 1, "Out\n\n:/ :/../../../etc/passwd :/\(Self.id(99)) :/\(Self.id(7)) :/\(Self.id(7))"),
        ].reduce(into: [String: String]()) { $0[$1.0] = $1.1 }
        try write("raw", circle.merging([Self.id(61) + ".md": ""]) { $1 })
        let found = try await files.found()
        #expect(found.compactMap(\.record.item?.title) == ["The quay", "Other", "Out"])
        #expect(found.compactMap(\.record.failure?.code) == [.empty])
        #expect(found.compactMap(\.record.item).last?.attachments.map(\.name) == ["boat.jpg"])
    }

    @Test func `a file that was cut off is a note or a failure`() async throws {
        let whole = Array(try #require(Self.export[Self.id(1) + ".md"]).utf8)
        for count in whole.indices {
            try files.write("raw/\(Self.id(1)).md", Array(whole[..<count]))
            #expect(try await files.found().count <= 1)
        }
    }
}
