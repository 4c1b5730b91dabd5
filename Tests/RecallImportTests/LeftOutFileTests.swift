import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// What is left out of a folder, and what is not.
@Suite(.scratch) struct LeftOutFileTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    /// The formats of what is found, and the reasons of what is left out, by the path below the folder.
    private func found(at path: String? = nil) -> [String: String] {
        func name(_ path: String) -> String { String(path.dropFirst(scratch.path.count + 1)) }
        return SourceWalker(path: path ?? scratch.path).reduce(into: [:]) { found, entry in
            switch entry {
            case .unit(let unit), .archive(let unit): found[name(unit.path)] = unit.format.identifier
            case .possibleExport(let unit): found[name(unit.path)] = "looked into"
            case .failure(let failure): found[name(failure.path)] = "failure \(failure.code.rawValue)"
            case .skipped(let path, let reason): found[name(path)] = "\(reason)"
            }
        }
    }

    private static let repeated = "\(SkipReason.repeatsExport)"
    private static let notionID = "0123456789abcdef0123456789abcdef"
    private static let keep = #"{"isTrashed":false,"textContent":"Oars","userEditedTimestampUsec":1700000000000000}"#

    @Test func `pages that show the notes and chats of an export again are left out, other pages are not`() throws {
        try scratch.write("Takeout/archive_browser.html", "<html>Your archive")
        for name in ["Takeout/Keep/Oars", "Takeout/Keep/2024"] {
            try scratch.write(name + ".json", Self.keep)
            try scratch.write(name + ".html", #"<html><body><div class="note DEFAULT">Oars"#)
        }
        try scratch.write("Takeout/Keep/Labels.txt", "boats\n")
        try scratch.write("chatgpt/conversations.json", #"[{"mapping":{},"create_time":1}]"#)
        try scratch.write("chatgpt/chat.html", "<html>ChatGPT")
        try scratch.write("site/Oars.html", "<html>Oars")
        for end in ["", "_all"] { try scratch.write("notion/Rent \(Self.notionID)\(end).csv", "Month,Rent\nMay,9\n") }
        for end in ["", "_all"] { try scratch.write("site/Rent\(end).csv", "Month,Rent\nMay,9\n") }
        try scratch.write("forged/Report.json", Self.keep)
        try scratch.write("forged/Report.html", "<html>The report")
        try scratch.write("site/Oars.json", "{}")
        try scratch.write("site/chat.html", "<html>Chat")
        try scratch.write("site/Labels.txt", "Labels of wines")
        let found = found()
        let repeated = found.filter { $0.value == Self.repeated }.keys.sorted()
        #expect(
            repeated == [
                "Takeout/Keep/2024.html", "Takeout/Keep/Labels.txt", "Takeout/Keep/Oars.html",
                "Takeout/archive_browser.html", "chatgpt/chat.html", "notion/Rent \(Self.notionID).csv",
            ])
        #expect(found["site/Rent.csv"] == "csv" && found["notion/Rent \(Self.notionID)_all.csv"] == "csv")
        #expect(found["forged/Report.html"] == "html")
        #expect(found["site/Oars.html"] == "html" && found["site/chat.html"] == "html")
        #expect(found["site/Labels.txt"] == "text" && found["Takeout/Keep/Oars.json"] == "google-keep")
        // What is named is imported.
        #expect(self.found(at: scratch.path + "/Takeout/Keep/Oars.html") == ["Takeout/Keep/Oars.html": "html"])
    }

    @Test(arguments: [
        ("sms.xml", "<?xml version='1.0'?>\n<!-- made by a > b -->\n<smses count=\"1\">", "sms"),
        ("backup.xml", "\u{FEFF} <?xml-stylesheet href=\"a\"?><smses>", "sms"),
        ("notes.xml", "<notes>about <smses></notes>", "a .xml"), ("x.dat", "text <smses>", "a .dat"),
        ("parse.py", "<smses>", "a .py"), ("parse.js", "From a@example.org Sun Mar 17 09:30:00 2024\n", "a .js"),
    ])
    func `a backup of SMS is known by its root element, and source code is no export`(
        name: String, content: String, expected: String
    ) throws {
        let path = try scratch.write(name, content)
        #expect(found()[name]?.hasPrefix(expected) == true)
        if expected != "sms", name.hasPrefix("parse") { #expect(found(at: path)[name] == "text") }
    }

    @Test func `lock files are hidden, and empty files are left out unless they are named`() throws {
        try scratch.write("~$letter.docx", "\u{4}Ada")
        try scratch.write(".~lock.letter.odt#", "Ada")
        try scratch.write("letter.docx", "")
        try scratch.write("table.xls", "")
        let all = found()
        #expect(["~$letter.docx", ".~lock.letter.odt#"].allSatisfy { all[$0]?.hasPrefix("hidden") == true })
        #expect(all.count == 4 && ["letter.docx", "table.xls"].allSatisfy { all[$0] == "an empty file" })
        #expect(found(at: scratch.path + "/table.xls") == ["table.xls": "failure empty"])
    }

    @Test(arguments: [
        (["lena@example.org.ics"], true), (["a.ics", "notes/readme.md"], false),
        (["c/1/channel.json", "c/1/messages.json"], true), (["c/1/channel.json", "d/messages.json"], false),
        (["Guild - quay [123456789012345678].json"], true), (["list [3].json"], false),
        (["Ada/chat.md", "Ada/data.json"], true), (["main.jsonl"], true), (["sms-20240102030405.xml"], true),
        (["sms-list.xml"], false), (["export/messages.html", "export/css/style.css"], true), (["messages.html"], false),
        (["vault/.obsidian/app.json", "vault/a.md"], true), (["Mail/cur/1.host:2,S"], true), (["cur/a.txt"], false),
        (["Mail/cur/1.host", "Mail/new/2.host", "Mail/tmp/3.host"], true),
        (["data/account.js", "data/direct-messages.js"], true), (["data/account.js"], false),
    ])
    func `a zip file that nobody named is an archive of exports by what is in it`(members: [String], isExport: Bool)
        throws
    {
        try scratch.write("a.zip", zipBytes(names: members))
        let archive = "\(SkipReason.archive(fileExtension: "zip"))"
        #expect(found() == ["a.zip": isExport ? "archive" : archive])
    }

    @Test func `a zip file with a password is said to have one`() throws {
        var zip = zipBytes(names: ["a.md"])
        let entry = try #require(zip.firstRange(of: [0x50, 0x4B, 1, 2]))
        zip[entry.lowerBound + 8] = 1
        try scratch.write("a.zip", zip)
        #expect(found() == ["a.zip": "\(SkipReason.encryptedArchive(fileExtension: "zip"))"])
    }

    @Test(arguments: ["a.tgz", "a.tar", "a.tar.gz", "a.tar.xz"])
    func `tar archives that nobody named are looked into, other compressed files are not`(name: String) throws {
        try scratch.write(name, ArchiveFile.bytes(.tgz, [.init("a.md", "# A")]))
        try scratch.write("b.gz", ArchiveFile.bytes(.gzip, [.init("b", "B")]))
        #expect(found() == [name: "looked into", "b.gz": "\(SkipReason.archive(fileExtension: "gz"))"])
    }
}
