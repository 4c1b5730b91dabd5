import RecallCore
import RecallKit
import Testing

struct SourceFolderTests {
    private static func files(_ paths: [String], items: Int = 1, from first: Int64 = 1) -> [SourceFileSummary] {
        zip(first..., paths).map { row, path in
            SourceFileSummary(
                id: SourceRow(rawValue: row), path: path, format: "markdown", items: items, failures: 0, bytes: 1,
                isComplete: true)
        }
    }

    private static func folders(_ sources: [SourceFileSummary]) -> [String?] {
        let folders = SourceFolders(sources)
        return sources.map(folders.folder)
    }

    @Test func `notes are listed under the outermost folder that holds one, whatever folders are within`() {
        let notes = ["Start.md", "a/1.md", "a/2.md", "a/b/3.md", "c/4.md"].map { "/ada/notes/" + $0 }
        #expect(Self.folders(Self.files(notes)) == Array(repeating: "/ada/notes", count: 5))
    }

    @Test func `a mailbox stands for itself, and so do few files`() {
        let notes = (1...5).map { "/ada/notes/\($0).md" }
        let sources =
            Self.files(notes) + Self.files(["/ada/notes/mail.mbox"], items: 400, from: 6)
            + Self.files(["/ada/papers/1.pdf", "/ada/papers/2.pdf"], from: 7)
        #expect(Self.folders(sources) == Array(repeating: "/ada/notes", count: 5) + [nil, nil, nil])
    }

    @Test func `mails of a Maildir are listed under its name`() {
        let mails = ["cur/1:2,S", "cur/2:2,S", "cur/3:2,", "new/4", "new/5"].map { "/ada/Mail/Archive/" + $0 }
        #expect(Self.folders(Self.files(mails)) == Array(repeating: "/ada/Mail/Archive", count: 5))
    }

    @Test func `folders beside each other are listed apart`() {
        let paths = ["a", "ab"].flatMap { folder in (1...5).map { "/\(folder)/\($0).md" } }
        #expect(Self.folders(Self.files(paths)) == Array(repeating: "/a", count: 5) + Array(repeating: "/ab", count: 5))
        #expect(Self.folders(Self.files(["1.md", "/2.md", ""])) == [nil, nil, nil])
    }
}
