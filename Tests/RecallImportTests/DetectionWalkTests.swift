import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The smallest zip file with these entries, all empty: enough to look at its names.
func zipBytes(names: [String]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for name in names {
        let bytes = Array(name.utf8)
        directory += [0x50, 0x4B, 1, 2] + [UInt8](repeating: 0, count: 24) + little(bytes.count, 2)
        directory += [UInt8](repeating: 0, count: 12) + little(file.count, 4) + bytes
        file += [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + little(bytes.count, 2) + [0, 0] + bytes
    }
    let end = little(names.count, 2) + little(names.count, 2) + little(directory.count, 4) + little(file.count, 4)
    return file + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + end + [0, 0]
}

private let mail = "Message-ID: <1@example.org>\nDate: Sun, 17 Mar 2024 09:30:00 +0000\nFrom: a@example.org\n\nHi\n"
private let mailbox = "From a@example.org Sun Mar 17 09:30:00 2024\nSubject: x\n\nHi\n"

@Suite(.scratch) struct DetectionWalkTests {
    /// The walk's result for each path below the folder.
    private func walk(_ scratch: SourceScratch, as format: SourceFormat? = nil) -> [String: String] {
        var found: [String: String] = [:]
        for entry in SourceWalker(path: scratch.path, as: format) {
            switch entry {
            case .unit(let unit), .archive(let unit), .possibleExport(let unit):
                found[String(unit.path.dropFirst(scratch.path.count + 1))] = unit.format.identifier
            case .failure(let failure):
                found[String(failure.path.dropFirst(scratch.path.count + 1))] = "failure \(failure.code.rawValue)"
            case .skipped(let path, let reason):
                found[String(path.dropFirst(scratch.path.count + 1))] = "skipped \(reason)"
            }
        }
        return found
    }

    @Test(arguments: [
        (["data.json", "index.md"], "signal"), (["channel.json", "messages.json"], "discord-package"),
        (["channels.json", "users.json", "general/2024-03-04.json"], "slack"),
        (["Index.zip", "Metadata/Properties.plist"], "iwork"), (["index.apxl"], "iwork"),
    ])
    func `what lies beside the files of an export is imported too`(names: [String], format: String) throws {
        let scratch = try SourceScratch()
        for name in names { try scratch.write("in/" + name, "{}") }
        #expect(walk(scratch) == ["in": format])
        try scratch.write("in/lease.txt", "The lease ends in May.")
        try scratch.write("in/mail.eml", mail)
        try scratch.write("in/letters/old.txt", "The lease began in June.")
        #expect(
            walk(scratch) == [
                "in": format, "in/lease.txt": "text", "in/mail.eml": "mail", "in/letters/old.txt": "text",
            ])
    }

    /// Closing a file of a database that this process has open would drop the locks on it.
    @Test(arguments: ["sqlite", "sqlite-wal", "sqlite-shm", "sqlite-journal", "sqlite3-shm", "db-wal", "SQLITE-SHM"])
    func `files of databases are not even opened, also if they are named`(type: String) throws {
        let scratch = try SourceScratch()
        // Whoever opened it would take it for mail.
        try scratch.write("recall.\(type)", mailbox)
        #expect(walk(scratch).values.allSatisfy { !$0.hasPrefix("mbox") })
        let named = Array(SourceWalker(path: scratch.path + "/recall.\(type)"))
        #expect(!named.contains { if case .unit = $0 { true } else { false } })
        try scratch.write("recall", mailbox)
        #expect(walk(scratch)["recall"] == "mbox")
    }

    @Test(arguments: [
        ("1.", mail, "mail"), ("00001.7c53", mail, "mail"), ("a.eml", "no header", "mail"), ("b", mailbox, "mbox"),
        ("Sent.mbox", "\n\n" + mailbox, "mbox"), ("old.txt", mailbox, "mbox"), ("c.txt", mail, "mail"),
        ("d.md", mail, "markdown"), ("e.txt", "Subject: milk\nFrom: the shop\n\nbread", "text"),
        ("f.txt", "hello", "text"),
        ("_chat.txt", "[31.12.19, 23:05:00] Bo: hi", "whatsapp"),
        ("diary.txt", "31.12.2019, 23:05 - went home\nslept\n", "text"),
        ("g.txt", "12/31/19, 11:05 PM - Bo: hi", "whatsapp"),
        ("h.jsonl", #"{"text":"a"}"#, "jsonl"),
        ("h2.jsonl", "\u{FEFF}\n" + #"{ "kind": "note"}"# + "\n" + #"{"text":"a"}"#, "jsonl"),
        ("i.html", "<p>x", "html"), ("j.pdf", "%PDF-1.4", "pdf"), ("k", "%PDF-1.7\n", "pdf"),
        ("l", "Received: from x\n\tby y\nX-Foo: z\n", "mail"), ("m", "\n" + mail, "mail"),
        ("n.jsonl", #"{"query":"a"}"#, "skipped"), ("n2.jsonl", #"{"query":"a","kind":"note"}"#, "skipped"),
        ("o", "just words\n", "skipped"), ("p.jpg", "JFIF", "skipped"),
        ("q.yaml", "subject: x\nfrom: y\n\n", "skipped"), ("r", "From the start:\n", "skipped"),
        ("s.txt", "", "skipped an empty file"),
        ("t", "", "skipped"), ("u.json", "{}", "skipped"), ("v.eml", mailbox, "mbox"),
        ("In.mbox/mbox", mailbox, "mbox"),
        ("x.msg", "Content-Type: text/plain\n\nx", "mail"), ("y.vmg", "BEGIN:VMSG\nDate:1\nFrom:x\n", "skipped"),
        ("z", "Subject : old\nDate : x\n\n", "mail"),
        ("w", "name: x\nage: 7\n\n", "skipped"),
    ])
    func filesAreKnownByTheirNameAndContent(name: String, content: String, expected: String) throws {
        let scratch = try SourceScratch()
        try scratch.write(name, content)
        #expect(walk(scratch)[name]?.hasPrefix(expected) == true, "\(walk(scratch))")
    }

    @Test(arguments: [
        ("WhatsApp Chat with Bo/WhatsApp Chat with Bo.txt", "WhatsApp Chat with Bo/x.jsonl"),
        ("WhatsApp Chat with Bo/WhatsApp Chat with Bo.txt", "WhatsApp Chat with Bo/WhatsApp Chat with Al.txt"),
        ("WhatsApp Chat - Club/_chat.txt", "WhatsApp Chat - Club/00000002-x.vcf"),
        ("WhatsApp Chat with Bo/WhatsApp Chat with Bo.txt", "WhatsApp Chat with Bo/_chat.txt"),
        ("WhatsApp Chat with Dr. Bo/WhatsApp Chat with Dr. Bo.txt", "WhatsApp Chat with Dr. Bo/x.jsonl"),
        ("export/result.json", "export/files/a.eml"), ("export/result.json", "export/chats/chat_01/files/b.mbox"),
        ("inbox/bo_1/message_1.json", "inbox/bo_1/files/WhatsApp Chat with Al.txt"),
    ])
    func whatWasSentInAChatTellsNotWhoWroteWhat(chat: String, sent: String) throws {
        let scratch = try SourceScratch()
        let isJSON = chat.hasSuffix(".json")
        try scratch.write(chat, isJSON ? #"{"participants":[], "messages":[]}"# : "04.03.24, 10:00 - Bo: hi\n")
        let contents = [
            "jsonl": #"{"kind":"message","text":"a"}"#, "vcf": "BEGIN:VCARD\nFN:A\nEND:VCARD\n",
            "txt": "04.03.24, 10:00 - Al: hi\n",
        ]
        let ending = String(sent.split(separator: ".").last ?? "")
        let content = contents[ending] ?? mailbox
        try scratch.write(sent, content)
        let folder = sent.split(separator: "/").dropLast().joined(separator: "/")
        let name = "plain/" + (sent.split(separator: "/").last ?? "")
        try scratch.write(folder + "/letter.html", "<p>Dear Bo</p>")
        let found = walk(scratch)
        #expect(found[sent]?.hasPrefix("skipped a file that somebody sent") == true, "\(found)")
        #expect(found[folder + "/letter.html"]?.hasPrefix("html") == true)
        #expect(isJSON || found[chat] == "whatsapp", "\(found)")
        try scratch.write(name, content)
        #expect(walk(scratch)[name]?.hasPrefix("skipped") == false)
        // Other programs have such files too.
        guard isJSON else { return }
        try scratch.write(chat, "[1, 2]")
        #expect(walk(scratch)[sent]?.hasPrefix("skipped") == false)
    }

    @Test(arguments: [
        ("a.zip", ["_chat.txt", "IMG-1.jpg"], "whatsapp-zip"), ("b.zip", ["WhatsApp Chat with Bo.txt"], "whatsapp-zip"),
        ("c.zip", ["x.txt"], "skipped"), ("d.docx", ["word/document.xml"], "docx"),
        ("e.zip", ["word/document.xml"], "docx"),
        ("f.epub", ["mimetype"], "epub"), ("g.zip", ["mimetype", "META-INF/container.xml"], "epub"),
        ("j.zip", ["c/_chat.txt", "c/00000012-list.txt", "c/00000013-Bill.pdf", "c/a.opus"], "whatsapp-zip"),
        ("k.zip", ["WhatsApp Chat with Bo.txt", "WhatsApp Chat with Al.txt"], "archive"),
        ("l.zip", ["phone/WhatsApp Chat with Bo.txt", "notes/1.md"], "archive"),
        ("m.zip", ["_chat.txt", "sms.xml"], "archive"),
        (
            "WhatsApp Chat with Bo (1).zip", ["WhatsApp Chat with Al.txt", "WhatsApp Chat with Bo.txt", "x.jsonl"],
            "whatsapp-zip"
        ),
        ("WhatsApp Chat - Club.zip", ["_chat.txt", "00000002-whatsapp.txt", "00000003-x.jsonl"], "whatsapp-zip"),
        ("WhatsApp Chat with Bo.zip", ["WhatsApp Chat with Al.txt", "x.jsonl"], "archive"),
        ("h.odg", ["mimetype", "content.xml"], "odg"), ("i.key", ["mimetype", "META-INF/container.xml"], "skipped"),
    ])
    func zipFilesAreKnownByTheNamesInThem(name: String, entries: [String], expected: String) throws {
        let scratch = try SourceScratch()
        let bytes = zipBytes(names: entries)
        try scratch.write(name, bytes)
        #expect(walk(scratch)[name]?.hasPrefix(expected) == true)
        for cut in stride(from: 4, to: bytes.count, by: 3) {
            try scratch.write(name, Array(bytes[..<cut]))
            #expect(walk(scratch)[name] != nil)
        }
    }

    @Test func aMaildirsMailsAreMailsWhateverTheyHold() throws {
        let scratch = try SourceScratch()
        for name in ["cur/1:2,S", "new/2", "tmp/3", ".Sent/cur/4:2,S", ".Sent/tmp/x", "dovecot-uidlist", "cur/.hidden"]
        {
            try scratch.write("Mail/" + name, "not even a mail")
        }
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/Mail/.Sent/new", withIntermediateDirectories: true)
        let found = walk(scratch)
        #expect(found.count == 5)
        #expect(["Mail/cur/1:2,S", "Mail/new/2", "Mail/.Sent/cur/4:2,S"].allSatisfy { found[$0] == "mail" })
        #expect(found["Mail/dovecot-uidlist"]?.hasPrefix("skipped") == true)
        let cur = SourceWalker(path: scratch.path + "/Mail/cur").map { $0 }
        #expect(cur.count == 2)
    }

    @Test func whatIsHiddenIsLeftOutAndNamed() throws {
        let scratch = try SourceScratch()
        let folders = [".git", ".obsidian", ".trash", "node_modules", "a/.b"]
        for folder in folders { try scratch.write(folder + "/x.md", "x") }
        for file in ["a/x.md", "a/.x.md", "a/~$x.docx"] { try scratch.write(file, "x") }
        let found = walk(scratch)
        #expect(found["a/x.md"] == "markdown" && found.count == folders.count + 3)
        let hidden = found.filter { $0.value.contains("hidden") }.keys
        #expect(Set(hidden) == Set(folders + ["a/.x.md", "a/~$x.docx"]))
    }

    @Test func theOrderIsThatOfTheNamesAndAlwaysTheSame() throws {
        let scratch = try SourceScratch()
        for name in ["b/2.md", "a.md", "b/1.md", "Z.md", "é.md", "b.md", "c/d/e.md"] { try scratch.write(name, "x") }
        let paths = SourceWalker(path: scratch.path).compactMap { entry in
            if case .unit(let unit) = entry { String(unit.path.dropFirst(scratch.path.count + 1)) } else { nil }
        }
        #expect(paths == ["Z.md", "a.md", "b/1.md", "b/2.md", "b.md", "c/d/e.md", "é.md"])
    }

    @Test func linksLoopsAndPipesAreNeverFollowedOrOpened() throws {
        let scratch = try SourceScratch()
        let outside = try SourceScratch()
        try outside.write("secret.md", "x")
        try scratch.write("a.md", "x")
        try scratch.write(".store/b.md", "y")
        for (link, target) in [
            ("broken.md", "nowhere"), ("loop.md", "loop.md"), ("inside.md", "a.md"), ("store.md", ".store/b.md"),
            ("store2.md", ".store/b.md"), ("up", ".."), ("outside.md", outside.path + "/secret.md"),
            ("outsideFolder", outside.path),
        ] { try FileManager.default.createSymbolicLink(atPath: scratch.path + "/" + link, withDestinationPath: target) }
        #expect(mkfifo(scratch.path + "/pipe.md", 0o600) == 0)
        let found = walk(scratch)
        #expect(found.filter { $0.value == "markdown" }.keys.sorted() == ["a.md", "store.md"])
        #expect(found.count == 11 && found.count { $0.value.hasPrefix("skipped") } == 9)
        #expect(found["broken.md"]?.contains("not there") == true && found["pipe.md"]?.contains("pipe") == true)
    }

    @Test func whatThePersonNamesItselfIsFollowedOrRefusedWithAReason() throws {
        let scratch = try SourceScratch()
        try scratch.write("folder/a.md", "x")
        try scratch.write("notes", "only words")
        try scratch.write("x.gif", [0x89, 0x50, 0x4E, 0x47, 0, 0, 0, 0, 0, 1, 2, 3])
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/link", withDestinationPath: scratch.path + "/folder")
        #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
        #expect(Array(SourceWalker(path: scratch.path + "/link/")).count == 1)
        func first(_ name: String) -> WalkEntry? { SourceWalker(path: scratch.path + "/" + name).first { _ in true } }
        if case .unit(let unit)? = first("notes") { #expect(unit.format == .text) } else { Issue.record("no text") }
        for (name, code) in [("none", ImportFailure.Code.notFound), ("pipe", .notAFile), ("x.gif", .wrongFormat)] {
            if case .failure(let failure)? = first(name) {
                #expect(failure.code == code)
            } else {
                Issue.record("\(name)")
            }
        }
    }

    @Test func namesThatAreNotUTF8AreFailures() throws {
        let scratch = try SourceScratch()
        try scratch.write("a.md", "x")
        let name = Array((scratch.path + "/b").utf8) + [0xFF, 0xFE] + Array(".md".utf8) + [0]
        let descriptor = name.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) }
        }
        #expect(descriptor >= 0)
        close(descriptor)
        let found = walk(scratch)
        #expect(found["a.md"] == "markdown" && found.count == 2)
        #expect(found.values.contains("failure unreadable"))
    }

    @Test func aFormatThatIsGivenIsTakenForEveryFile() throws {
        let scratch = try SourceScratch()
        try scratch.write("a", "words")
        try scratch.write("b.bin", "more")
        #expect(walk(scratch, as: .text) == ["a": "text", "b.bin": "text"])
    }

    @Test func filesWhoseFormatIsKnownAreNotOpened() throws {
        let scratch = try SourceScratch()
        try scratch.write("a.bin", "words")
        let found = SourceWalker(path: scratch.path) { path, byteCount, modified in
            #expect(path.hasSuffix("a.bin") && byteCount == 5 && modified > 0)
            return .pdf
        }.map { $0 }
        if case .unit(let unit) = found.first { #expect(unit.format == .pdf) } else { Issue.record("\(found)") }
    }

    @Test func unitsCarrySizeTimeAndRoot() throws {
        let scratch = try SourceScratch()
        let path = try scratch.write("a/b.md", "12345")
        let time = Date(timeIntervalSince1970: 1_500_000_000)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        let entries = Array(SourceWalker(path: scratch.path + "/./a/../"))
        let unit = SourceUnit(
            path: path, root: scratch.path, format: .markdown, byteCount: 5, modified: 1_500_000_000_000_000_000)
        #expect(entries == [.unit(unit)])
    }
}
