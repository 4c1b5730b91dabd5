import Foundation
import RecallCore
import RecallImport
import Testing

@Suite("An original mail, read again")
struct OriginalMailTests {
    /// A mail in HTML with a plain form, a picture and two attachments.
    private static func message(_ number: Int) -> String {
        """
        From: Ada Lind <ada@people.example>
        To: Bea <bea@people.example>
        Subject: Mail \(number)
        Message-ID: <\(number)@made-up.example>
        Date: Mon, 04 Mar 2024 10:00:00 +0000
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=outer

        --outer
        Content-Type: multipart/related; boundary=inner

        --inner
        Content-Type: multipart/alternative; boundary=forms

        --forms
        Content-Type: text/plain; charset=utf-8

        Plain words of mail \(number)
        --forms
        Content-Type: text/html; charset=iso-8859-1
        Content-Transfer-Encoding: quoted-printable

        <p onclick=3D"x()">Caf=E9 words of mail \(number) <img src=3D"cid:pic@made-up" alt=3D"a picture"></p>
        --forms--
        --inner
        Content-Type: image/png
        Content-ID: <pic@made-up>
        Content-Transfer-Encoding: base64

        iVBORw0KGgoAAAANSUhEUg==
        --inner--
        --outer
        Content-Type: application/octet-stream; name="data \(number).bin"
        Content-Disposition: attachment
        Content-Transfer-Encoding: base64

        \(Data(bytes(number)).base64EncodedString())
        --outer
        Content-Type: text/plain
        Content-Disposition: attachment; filename="notes.txt"
        Content-Transfer-Encoding: quoted-printable

        =46rom here=20
        --outer--

        """
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) }
    }

    private static func mbox(_ numbers: some Sequence<Int>) -> [UInt8] {
        Array(numbers.map { "From ada@people.example Mon Mar  4 10:00:00 2024\n\(message($0))\n" }.joined().utf8)
    }

    /// The items of an mbox with the positions at which their records begin.
    private func records(_ content: [UInt8]) async throws -> [(item: Item, start: SourceCursor)] {
        var start = SourceCursor.start
        return try await mboxRecords(content).compactMap { record, end in
            defer { start = end }
            if case .item(let imported) = record { return (imported.item, start) } else { return nil }
        }
    }

    private func original(_ item: Item) -> OriginalMail {
        OriginalMail(id: item.id, messageID: item.externalID)
    }

    private func source(_ sample: MailSample, _ cursor: SourceCursor?) throws -> OriginalMail.Source {
        try #require(OriginalMail.Source(path: sample.unit.path, format: sample.unit.format, cursor: cursor))
    }

    @Test("is found in an mbox of many where it begins, from the start, and from a wrong place")
    func positions() async throws {
        let content = Self.mbox(0..<200)
        let sample = try MailSample(content)
        let all = try await records(content)
        #expect(all.count == 200)
        for number in [0, 1, 100, 199] {
            for position in [
                all[number].start, nil, all[50].start, SourceCursor(byteOffset: content.count + 5),
                SourceCursor(byteOffset: 17),
            ] {
                let page = try await original(all[number].item).page(in: try source(sample, position))
                #expect(page.contains("Café words of mail \(number) "))
            }
        }
    }

    @Test("shows sanitized HTML with its own pictures")
    func page() async throws {
        let sample = try MailSample(Self.mbox([7]))
        let item = try await records(Self.mbox([7]))[0].item
        let page = try await original(item).page(in: try source(sample, .start))
        let picture = "<img src=\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==\" alt=\"a picture\">"
        #expect(page.contains("<p>Café words of mail 7 \(picture)</p>"))
    }

    @Test("gives its attachments byte by byte, in the order in which the item lists them")
    func attachments() async throws {
        let sample = try MailSample(Self.mbox([1, 2, 3]))
        let (item, start) = try await records(Self.mbox([1, 2, 3]))[1]
        #expect(item.attachments.map(\.name) == ["", "data 2.bin", "notes.txt"])
        let original = original(item)
        #expect(try await original.attachment(1, in: try source(sample, start)) == Self.bytes(2))
        #expect(try await original.attachment(2, in: try source(sample, start)) == Array("From here ".utf8))
        #expect(try await original.attachment(0, in: try source(sample, start)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        await #expect(throws: ImportFailure.self) { try await original.attachment(3, in: try source(sample, start)) }
    }

    @Test("numbers the attachments of mails that are encoded within it as the item does")
    func nested() async throws {
        func part(_ name: String) -> String {
            "--b\nContent-Disposition: attachment; filename=\(name)\n\nbytes of \(name)\n"
        }
        let inner = "Content-Type: multipart/mixed; boundary=b\n\n" + part("two") + part("three") + "--b--\n"
        let message =
            "Message-ID: <n@made-up.example>\nContent-Type: multipart/mixed; boundary=b\n\n" + part("zero")
            + "--b\nContent-Type: message/rfc822; name=one\nContent-Transfer-Encoding: base64\n\n"
            + Data(inner.utf8).base64EncodedString() + "\n" + part("four") + "--b--\n"
        let sample = try MailSample(message, name: "a.eml", format: .mail)
        let item = try await mail(message)
        #expect(item.attachments.map(\.name) == ["zero", "one", "two", "three", "four"])
        for (index, name) in ["zero", nil, "two", "three", "four"].enumerated() {
            let bytes = try await original(item).attachment(index, in: try source(sample, nil))
            #expect(bytes == Array((name.map { "bytes of \($0)" } ?? inner).utf8))
        }
    }

    @Test("of a file that changed is found in its new place, or said to be gone")
    func changed() async throws {
        let item = try await records(Self.mbox(0..<9))[5].item
        let shorter = try MailSample(Self.mbox(3..<9))
        #expect(
            try await original(item).page(in: try source(shorter, SourceCursor(byteOffset: 4_000))).contains("mail 5 "))
        let without = try MailSample(Self.mbox(6..<9))
        #expect(await code { try await original(item).page(in: try source(without, .start)) } == .noSuchMail)
        let edited = String(decoding: Self.mbox(0..<9), as: UTF8.self).replacing("Plain words of mail 5", with: "Other")
        let other = try MailSample(edited)
        #expect(await code { try await original(item).page(in: try source(other, nil)) } == .noSuchMail)
    }

    @Test("of a file that is gone, a folder or a pipe is a failure, and waits for nothing")
    func gone() async throws {
        let sample = try MailSample(Self.mbox([1]))
        let item = try await records(Self.mbox([1]))[0].item
        let folder = URL(fileURLWithPath: sample.unit.path).deletingLastPathComponent().path
        mkfifo(folder + "/pipe", 0o600)
        for (path, expected) in [
            (folder + "/none.mbox", ImportFailure.Code.notFound), (folder, .notAFile), (folder + "/pipe", .notAFile),
        ] {
            let source = try #require(OriginalMail.Source(path: path, format: .mbox, cursor: .start))
            #expect(await code { try await original(item).page(in: source) } == expected)
        }
    }

    @Test("in a Maildir is found after its flags changed and it moved from new to cur")
    func maildir() async throws {
        let sample = try MailSample(Self.message(4), name: "mail/new/171.M1.host", format: .mail)
        let item = try await mail(Self.message(4))
        let folder = URL(fileURLWithPath: sample.unit.path).deletingLastPathComponent().deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder + "/cur", withIntermediateDirectories: true)
        #expect(try await original(item).page(in: try source(sample, nil)).contains("mail 4 "))
        for name in ["171.M1.host:2,S", "171.M1.host:2,RS"] {
            let now = try FileManager.default.contentsOfDirectory(atPath: folder + "/new").first.map { "/new/" + $0 }
            let before = try now ?? "/cur/" + FileManager.default.contentsOfDirectory(atPath: folder + "/cur")[0]
            try FileManager.default.moveItem(atPath: folder + before, toPath: folder + "/cur/" + name)
            #expect(try await original(item).page(in: try source(sample, nil)).contains("mail 4 "))
        }
        try FileManager.default.moveItem(
            atPath: folder + "/cur/171.M1.host:2,RS", toPath: folder + "/cur/172.M1.host:2,S")
        #expect(await code { try await original(item).page(in: try source(sample, nil)) } == .notFound)
    }

    @Test("without a Message-ID is found by its content among others without one")
    func withoutID() async throws {
        let letters = (0..<5).map {
            "From a@b.example Mon Mar  4 10:00:0\($0) 2024\nFrom: a@b.example\n"
                + "Content-Type: text/html\n\n<b>letter \($0)</b>\n\n"
        }
        let content = Array(letters.joined().utf8)
        let sample = try MailSample(content)
        let item = try await records(content)[3].item
        #expect(item.externalID == nil)
        #expect(try await original(item).page(in: try source(sample, nil)) == "<b>letter 3</b>\n\n")
    }

    @Test(
        "in plain text has no page",
        arguments: [
            "Subject: x\n\nPlain.", "Content-Type: multipart/alternative; boundary=b\n\n--b\n\nPlain.\n--b--\n",
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nPlain.\n--b\nContent-Type: text/html\n"
                + "Content-Disposition: attachment\n\n<p>no</p>\n--b--\n",
        ])
    func plain(message: String) async throws {
        let sample = try MailSample(message, name: "a.eml", format: .mail)
        let item = try await mail(message)
        #expect(await code { try await original(item).page(in: try source(sample, nil)) } == .noHTML)
    }

    @Test("shows plain text that stands beside HTML, and forwarded mails, in order")
    func besides() async throws {
        let message = """
            Message-ID: <f@made-up.example>
            Content-Type: multipart/mixed; boundary=b

            --b

            See < this:
            --b
            Content-Type: message/rfc822

            Subject: inner
            Content-Type: text/html

            <html><body><i>forwarded</i></body></html>
            --b
            Content-Type: text/html

            <u>footer</u>
            --b--

            """
        let sample = try MailSample(message, name: "a.eml", format: .mail)
        let page = try await original(try await mail(message)).page(in: try source(sample, nil))
        #expect(page == "<div class=\"text\">See &lt; this:</div><hr><div><i>forwarded</i></div><u>footer</u>")
    }

    @Test("is parsed in a process that may crash, and then is a failure")
    func crash() async throws {
        let sample = try MailSample(Self.mbox([1]))
        let item = try await records(Self.mbox([1]))[0].item
        let folder = URL(fileURLWithPath: sample.unit.path).deletingLastPathComponent().path
        for (name, line) in [("segv", "kill -SEGV $$"), ("endless", "exec cat /dev/zero"), ("nothing", "exit 0")] {
            let path = folder + "/" + name
            try "#!/bin/sh\n\(line)\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            let original = OriginalMail(id: item.id, messageID: item.externalID, parserExecutable: path)
            #expect(await code { try await original.page(in: try source(sample, .start)) } == .parserFailed)
        }
    }

    @Test("of another format is none that could be read")
    func formats() {
        for format in ImportFormats.all.formats {
            let source = OriginalMail.Source(path: "/a", format: format, cursor: nil)
            #expect((source != nil) == [.mail, .emlx, .mbox, .outlookMessage, .tnef].contains(format))
        }
        #expect(OriginalMail.Source(path: "/a", format: nil, cursor: nil) == nil)
    }

    private func code(_ body: () async throws -> Any) async -> ImportFailure.Code? {
        await failureCode { try await body() }
    }
}
