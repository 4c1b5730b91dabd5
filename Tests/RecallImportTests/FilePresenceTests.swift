import Foundation
import RecallImport
import Testing

/// Which imported files are gone.
struct FilePresenceTests {
    @Test func `a mail of a Maildir is there under its new name after it was read`() throws {
        let scratch = try SourceScratch()
        try scratch.write("mail/cur/1.host:2,S", "a")
        try scratch.write("mail/new/keep", "")
        var presence = FilePresence()
        let mail = (scratch.path + "/mail")
        #expect(!presence.isGone(mail + "/new/1.host") && !presence.isGone(mail + "/cur/1.host:2,"))
        #expect(presence.isGone(mail + "/cur/2.host:2,S") && presence.isGone(mail + "/1.host"))
    }

    @Test func `what is in an archive is there as long as the archive is`() throws {
        let scratch = try SourceScratch()
        try scratch.write("all.zip", "PK")
        try scratch.write("plain.txt", "text")
        var presence = FilePresence()
        #expect(!presence.isGone((scratch.path + "/all.zip/notes/a.md")))
        #expect(
            presence.isGone((scratch.path + "/plain.txt/a.md")) && presence.isGone((scratch.path + "/other.zip/a.md")))
    }
}
