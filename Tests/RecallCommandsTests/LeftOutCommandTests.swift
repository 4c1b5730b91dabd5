import Foundation
import RecallTestSupport
import Testing

/// What an import leaves out, and files that vanish after it.
@Suite(.waiting, .scratch) struct LeftOutCommandTests {
    private let fixture: CommandFixture
    private var folder: String { fixture.scratch.path + "/in" }

    init() throws {
        fixture = try CommandFixture()
        try fixture.importSome()
    }

    @Test func `each file that is left out is listed with the reason, also those in archives`() throws {
        try fixture.scratch.write("in/more/photo.JPG", "\u{1}")
        try fixture.scratch.write(
            "in/more/tools.zip", Data(ArchiveFile.bytes(.zip, [.init("tool.sh", "echo"), .init("deep.md", "# Deep")])))
        try fixture.scratch.write(
            "in/more/export.zip",
            Data(
                ArchiveFile.bytes(.zip, [.init("a.eml", "From: a@b.example\n\nHello"), .init("sub/clip.mp4", "\u{1}")]))
        )
        let outcome = try fixture.recall("import", folder, "--list-left-out")
        let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("Left out: /") }
        #expect(
            Set(lines) == [
                "Left out: \(folder)/more/photo.JPG: a .jpg file, which Recall does not read.",
                "Left out: \(folder)/more/tools.zip: a .zip archive, which may be anything; to import it, name it: recall import PATH.",
                "Left out: \(folder)/more/export.zip/sub/clip.mp4: a .mp4 file, which Recall does not read.",
            ])
        #expect(
            outcome.output.contains("\nLeft out: 1 .jpg, 1 .mp4, 1 .zip. To import what is in an archive, name it.\n"))
        // Also what is in an archive that has not changed.
        let again = try fixture.recall("import", folder, "--list-left-out")
        #expect(Set(again.output.split(separator: "\n").filter { $0.hasPrefix("Left out: /") }) == Set(lines))
        let named = try fixture.recall("import", folder + "/more/tools.zip")
        #expect(named.code == 0 && !named.output.contains("name it"))
    }

    @Test func `programs are told what was left out by reason`() throws {
        try fixture.scratch.write("in/photo.JPG", "\u{1}")
        try fixture.scratch.write("in/film.jpg", "\u{1}")
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder + "/nothing")
        let outcome = try fixture.recall("import", folder, "--format", "json")
        let skipped = try #require(outcome.json["skipped"] as? [[String: Any]])
        #expect(skipped.map { $0["reason"] as? String } == ["type", "broken-link"])
        #expect(skipped.map { $0["files"] as? Int } == [2, 1] && skipped[0]["fileExtension"] as? String == "jpg")
        #expect(try fixture.recall("import", folder, "--list-left-out", "--format", "json").code != 0)
    }

    @Test func `one that is left out is named in the singular`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link", withDestinationPath: fixture.scratch.path + "/elsewhere")
        for name in ["a", "b", "c", "d", "e", "f"] { try fixture.scratch.write("in/x.\(name)\(name)", "x") }
        let output = try fixture.recall("import", folder).output
        #expect(output.contains("1 .ff, 1 other.") && !output.contains("others"))
    }

    @Test func `what came from files that vanished is marked, and deleted when that is asked for`() throws {
        #expect(!(try fixture.recall("sources").output.contains("not there any more")))
        #expect(try fixture.recall("delete", "--source", folder, "--gone", "--yes").code == 1)
        try FileManager.default.removeItem(atPath: folder + "/Ferns.md")
        let list = try fixture.recall("sources").output.split(separator: "\n")
        #expect(list.filter { $0.contains("not there any more") }.map { $0.contains("Ferns.md") } == [true])
        let deleted = try fixture.recall("delete", "--source", folder, "--gone", "--yes").output
        #expect(deleted.hasPrefix("  \(folder)/Ferns.md\nDeleted 1 item;"), "\(deleted)")
        #expect(try fixture.recall("sources").output.split(separator: "\n").count == 2)
        let file = folder + "/Boiler.md"
        #expect(try fixture.recall("delete", "--source", file, "--gone", "--yes").code == 1)
        try FileManager.default.removeItem(atPath: file)
        #expect(try fixture.recall("delete", "--source", file, "--gone", "--yes").output.contains("Deleted 1 item"))
    }

    @Test func `a folder that is not there is not taken for one whose files vanished`() throws {
        try FileManager.default.moveItem(atPath: folder, toPath: fixture.scratch.path + "/unmounted")
        let outcome = try fixture.recall("delete", "--source", folder, "--gone", "--yes")
        #expect(outcome.code == 1 && outcome.errors.contains("Mount its disk"))
        #expect(try fixture.recall("sources").output.split(separator: "\n").count == 3)
    }
}
