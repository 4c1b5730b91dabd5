import Foundation
import RecallImport
import RecallTestSupport
import Testing

/// Which imported files are gone.
@Suite(.scratch) struct FilePresenceTests {
    private func gone(_ names: [String], below folder: String) -> [Bool] {
        var presence = FilePresence()
        return names.map { presence.isGone(folder + "/" + $0) }
    }

    @Test func `a mail of a Maildir is there under its new name after it was read`() throws {
        let scratch = try SourceScratch()
        try scratch.write("mail/cur/1.host:2,S", "a")
        try scratch.write("mail/new/keep", "")
        #expect(
            gone(["new/1.host", "cur/1.host:2,", "cur/2.host:2,S", "1.host"], below: scratch.path + "/mail")
                == [false, false, true, true])
    }

    @Test func `what is in an archive is there as long as the archive is`() throws {
        let scratch = try SourceScratch()
        try scratch.write("all.zip", "PK")
        try scratch.write("plain.txt", "text")
        #expect(
            gone(["all.zip/notes/a.md", "plain.txt/a.md", "other.zip/a.md"], below: scratch.path)
                == [false, true, true])
    }
}
