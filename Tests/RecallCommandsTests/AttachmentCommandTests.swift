import Foundation
import RecallTestSupport
import Testing

/// `recall show --save-attachments`.
@Suite(.waiting, .scratch) struct AttachmentCommandTests {
    private static let mail = """
        From: Ada Lind <ada@people.example>
        Subject: Papers
        Message-ID: <papers@made-up.example>
        Date: Mon, 04 Mar 2024 10:00:00 +0000
        Content-Type: multipart/mixed; boundary=b

        --b

        The papers.
        --b
        Content-Disposition: attachment; filename="../../escaped.bin"
        Content-Transfer-Encoding: base64

        AAECAw==
        --b
        Content-Disposition: attachment; filename="escaped.bin"

        two
        --b
        Content-Disposition: attachment; filename="link.txt"

        three
        --b--

        """

    private func saved(_ fixture: CommandFixture, _ folder: String) throws -> RecallProcess.Outcome {
        let id = try #require(try fixture.recall("search", "papers", "--format", "json").firstID)
        return try fixture.recall("show", id, "--save-attachments", folder)
    }

    @Test func `attachments are saved under harmless names, over nothing and through no link`() throws {
        let fixture = try CommandFixture()
        let source = try fixture.scratch.write("in/papers.eml", Self.mail)
        #expect(try fixture.recall("import", source).code == 0)
        let folder = fixture.scratch.path + "/a/b/out"
        let outside = try fixture.scratch.write("outside", "kept")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/link.txt", withDestinationPath: outside)
        let outcome = try saved(fixture, folder)
        #expect(outcome.code == 0)
        #expect(outcome.output == "escaped.bin\nescaped (2).bin\nlink (2).txt\n")
        #expect(FileManager.default.contents(atPath: folder + "/escaped.bin") == Data([0, 1, 2, 3]))
        #expect(FileManager.default.contents(atPath: folder + "/escaped (2).bin") == Data("two".utf8))
        #expect(FileManager.default.contents(atPath: outside) == Data("kept".utf8))
        #expect(!FileManager.default.fileExists(atPath: fixture.scratch.path + "/a/escaped.bin"))
        #expect(try saved(fixture, folder).output == "escaped (3).bin\nescaped (4).bin\nlink (3).txt\n")
    }

    @Test func `what cannot be saved says why`() throws {
        let fixture = try CommandFixture()
        let source = try fixture.scratch.write("in/papers.eml", Self.mail)
        #expect(try fixture.recall("import", source).code == 0)
        let missing = try saved(fixture, fixture.scratch.path + "/none")
        #expect(missing.code != 0 && missing.errors.contains("There is no folder"))
        try FileManager.default.removeItem(atPath: source)
        let gone = try saved(fixture, fixture.scratch.path)
        #expect(gone.code != 0 && gone.errors.contains("recall import PATH"))
    }
}
