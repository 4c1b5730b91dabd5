import Foundation
import RecallCore
import RecallImport
import Testing

/// Forms of mails that other programs' test files have.
struct MailVariantTests {
    private static func mail(_ fields: String, _ body: String = "Text", charset: String? = nil) -> String {
        let type = charset.map { "Content-Type: text/plain; charset=\($0)\nContent-Transfer-Encoding: base64\n" } ?? ""
        let date = fields.contains("Date:") ? "" : "\nDate: Thu, 1 Mar 2007 14:22:01 +0100"
        let sender = fields.contains("From:") ? "" : "\nFrom: a@example.org"
        return "Message-ID: <1@example.org>\n\(fields)\(sender)\(date)\n\(type)\n\(body)\n"
    }

    private func parsed(_ message: String) async throws -> Item { try await parsedMail(Array(message.utf8)).item }

    /// A mail with raw bytes in place of `RAW`.
    private func parsed(_ message: String, raw: [UInt8]) async throws -> Item {
        let parts = message.split(separator: "RAW", omittingEmptySubsequences: false).map { Array($0.utf8) }
        return try await parsedMail(Array(parts.joined(separator: raw))).item
    }

    @Test(arguments: [
        (
            "=?UTF-8?B?RWlubGFkdW5nIHp1ciBHcsO8bmR1bmc=?=\n =?UTF-8?B?IGRlcyBWZXJlaW5z?=",
            "Einladung zur Gründung des Vereins"
        ),
        ("=?utf-8?Q?Bj=F6rn?=", "Björn"), ("=?X-UNKNOWN?Q?J=FCrgen?=", "Jürgen"),
        ("=?x-sjis?B?k/qWew==?=", "日本"), ("=?iso-8859-1?Q?=93a=94?=", "“a”"),
        ("=?iso-2022-jp?B?GyRCLSEbKEI=?=", "①"), ("=?utf-8*en?Q?caf=C3=A9?= and =?utf-8?Q?t=C3=A9a?=", "café and téa"),
        ("=?utf-8?Q?a=C3?= =?utf-8?Q?=A9b?=", "aéb"), ("=?utf-8?q?no end", "=?utf-8?q?no end"),
        ("a =?= b ?= c", "a =?= b ?= c"),
    ])
    func `encoded words are read to their end, in any charset`(written: String, subject: String) async throws {
        #expect(try await parsed(Self.mail("Subject: " + written)).title == subject)
    }

    @Test(arguments: [
        ("Bo <bo@example.org>; Cy <cy@example.org>", ["Bo <bo@example.org>", "Cy <cy@example.org>"]),
        (
            "Dee [Team 2] <dee@example.org>, Fay <fay@example.org>",
            ["Dee [Team 2] <dee@example.org>", "Fay <fay@example.org>"]
        ),
        ("Ed <ed..x@docomo.example>", ["Ed <ed..x@docomo.example>"]),
        ("Ann <mailto:ann@example.org>", ["Ann <ann@example.org>"]),
        ("Ann ann@example.org", ["Ann <ann@example.org>"]),
        ("\"Lee, Ann\" <ann@example.org>", ["Lee, Ann <ann@example.org>"]),
        ("undisclosed-recipients:;", []), ("Work @ Home <work@example.org>", ["Work @ Home <work@example.org>"]),
    ])
    func `addresses that are written with less care are there`(written: String, people: [String]) async throws {
        let item = try await parsed(Self.mail("To: \(written)\nSubject: x"))
        let found = item.recipients.map(\.participant).filter { !$0.address.isEmpty }
        #expect(found.map { $0.name.isEmpty ? $0.address : "\($0.name) <\($0.address)>" } == people)
    }

    @Test(arguments: [
        ("iso-2022-jp", "GyRCLSFCPhsoQiBvaw==", "①他 ok"), ("shift_jis", "h0A=", "①"), ("euc-jp", "raE=", "①"),
        ("ks_c_5601-1987", "jGM=", "똠"), ("win-1251", "z/Do4uXy", "Привет"), ("gb2312", "xOO6ww==", "你好"),
    ])
    func `a body has what Windows adds to the charset that it names`(
        charset: String, body: String, text: String
    ) async throws {
        #expect(try await parsed(Self.mail("Subject: x", body, charset: charset)).text == text)
    }

    @Test func `raw text in a header is of the body's charset`() async throws {
        let item = try await parsed(
            Self.mail("Subject: RAW\nTo: RAW <a@example.ru>", "68HL", charset: "koi8-r"),
            raw: [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4])
        #expect(item.title == "Привет" && item.recipients.first?.participant.name == "Привет")
    }

    private static func multipart(_ type: String, _ parts: [String], boundary: String = "b") -> String {
        let body = parts.map { "--\(boundary)\n\($0)\n" }.joined() + "--\(boundary)--"
        return Self.mail("Subject: x\nMIME-Version: 1.0\n\(type)", body)
    }

    @Test(arguments: [
        "Content-Type: multipart/mixed", "Content-Type: multipart/mixed; boundary=wrong",
        "Content-Type: multipart/mixed; boundary=\"old\"\nContent-Type: multipart/mixed; boundary=\"b\"",
    ])
    func `the parts of a mail are found whose boundary it does not name`(type: String) async throws {
        let imported = try await parsedMail(
            Array(
                Self.multipart(
                    type,
                    [
                        "Content-Type: text/plain\n\nThe text",
                        "Content-Type: text/plain; name=\"notes.txt\"\nContent-Disposition: attachment; filename=\"notes.txt\"\n"
                            + "Content-Transfer-Encoding: base64\n\nVGhlIG5vdGVz",
                    ]
                ).utf8))
        #expect(imported.item.text == "The text" && imported.item.attachments.map(\.name) == ["notes.txt"])
        #expect(imported.attachmentItems.map(\.text) == ["The notes"])
    }

    @Test func `a file that is uuencoded in a text is an attachment`() async throws {
        let body = """
            See the file.

            begin 644 notes.txt
            M2&5L;&\\@=&AI<R!I<R!T:&4@=65S=&EO;B!F:6QE(&%B;W5T(&)A;F%N87,N
            !"@``
            `
            end

            Bye, and begin 644 again
            """
        let imported = try await parsedMail(Array(Self.mail("Subject: x", body).utf8))
        #expect(imported.item.text == "See the file.\n\nBye, and begin 644 again")
        #expect(imported.item.attachments.map(\.name) == ["notes.txt"])
        #expect(imported.attachmentItems.first?.text.hasPrefix("Hello this is the") == true)
    }

    @Test func `what a quotation says behind a uuencoded file is quoted`() async throws {
        let body =
            "Thanks.\n\n-----Original Message-----\nFrom: Eve <eve@example.org>\nSent: Monday, March 4, 2024 9:00 AM\n"
            + "To: Ann <a@example.org>\nSubject: x\n\nSee the file.\n\nbegin 644 a.txt\n#0V%T\nend\n\nI owe Eve 5000 euros.\n"
        let item = try await parsed(Self.mail("Subject: Re: x", body))
        let own = item.authoredRanges.map { item.text.utf8Slice($0) }.joined()
        #expect(own.contains("Thanks.") && !own.contains("5000"))
    }

    @Test func `a mail that Outlook attaches is read, though an empty line is in its header`() async throws {
        let inner = """
            From: Shop <shop@example.com>
            Subject: Your order
            Date: Thu, 31 Aug 2023 15:51:33 +0000
            Message-ID: <2@example.com>

            Content-Type: multipart/alternative; boundary="i"
            MIME-Version: 1.0

            --i
            Content-Type: text/plain; charset="utf-8"
            Content-Transfer-Encoding: base64

            WW91ciBvcmRlciBoYXMgYmVlbiBzZW50Lg==

            --i--
            """
        let imported = try await parsedMail(
            Array(
                Self.multipart(
                    "Content-Type: multipart/mixed; boundary=\"b\"",
                    ["Content-Type: text/plain\n\nSee it.", "Content-Type: message/rfc822\n\n\(inner)"]
                ).utf8))
        #expect(imported.attachedMails.map(\.item.text) == ["Your order has been sent."])
    }

    @Test func `text/enriched has no commands`() async throws {
        let text = "<bold>Now</bold> is the time\nfor <color><param>red</param>all</color>, a <<b.\n\nNext."
        let item = try await parsed(Self.mail("Subject: x\nContent-Type: text/enriched", text))
        #expect(item.text == "Now is the time for all, a <b.\n\nNext.")
    }

    @Test(arguments: [false, true])
    func `an invitation is found, and once if it is attached too`(isAttached: Bool) async throws {
        let event =
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:u1\nDTSTART:20240501T090000Z\nSUMMARY:Review\n"
            + "LOCATION:Zebra room\nEND:VEVENT\nEND:VCALENDAR"
        let alternative =
            "Content-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain\n\nPlease come\n"
            + "--c\nContent-Type: text/calendar; method=REQUEST\n\n\(event)\n--c--"
        let attached =
            "Content-Type: application/ics; name=\"invite.ics\"\n"
            + "Content-Disposition: attachment; filename=\"invite.ics\"\n\n\(event)"
        let imported = try await parsedMail(
            Array(
                Self.multipart(
                    "Content-Type: multipart/mixed; boundary=\"b\"", [alternative] + (isAttached ? [attached] : [])
                ).utf8))
        #expect(imported.attachedMails.count { $0.item.text.contains("Zebra room") } == 1)
    }

    @Test(arguments: [
        ("16 May 2016 at 09:30:32  GMT+1", "2016-05-16T08:30:32Z"),
        ("Mon, 16 May 2016 09:30:32 +0100", "2016-05-16T08:30:32Z"),
        ("Mon, 16 May 2016 09:30:32 -600", "2016-05-16T15:30:32Z"),
    ])
    func `zones of few digits are zones`(date: String, instant: String) async throws {
        let expected = try Date(instant, strategy: .iso8601)
        #expect(try await parsed(Self.mail("Subject: x\nDate: \(date)")).date == expected)
    }

    @Test func `a mailbox may begin without a marker, and a patch of git is no mail of it`() async throws {
        let first = Self.mail("Subject: first")
        #expect(try await mboxItems(first).map(\.title) == ["first"])
        let patch = Self.mail(
            "Subject: second\nContent-Type: multipart/mixed; boundary=b",
            "--b\nContent-Type: text/plain\n\nThe patch:\n--b\nContent-Type: text/x-diff\n\nFrom fc88cba7f1f37b9cf3b296eace2422dd0e173502 Mon Sep 17 00:00:00 2001\nFrom: Ann <ann@example.org>\n"
                + "Subject: [PATCH] fix\n\n---\n a | 1 +\n\n--b--\n")
        let marked = "From ann@example.org Sat Feb  5 09:19:10 2022\n\(patch.replacing("<1@", with: "<2@"))\n"
        let both = try await mboxItems(first + "\n" + marked)
        #expect(both.map(\.title) == ["first", "second"] && both.last?.attachments.count == 1)
        let plain = "From ann@example.org Sat Feb  5 09:19:10 2022\n\(Self.mail("Subject: plain"))\n"
        let mixed = try await mboxItems(
            plain
                + "From fc88cba7f1f37b9cf3b296eace2422dd0e173502 Mon Sep 17 00:00:00 2001\nFrom: Cy <cy@example.org>\n"
                + "Message-ID: <3@example.org>\nSubject: patch\n\nOf Cy\n")
        #expect(mixed.map(\.title) == ["plain", "patch"])
        let patches = ["one", "two"].map { name in
            "From fc88cba7f1f37b9cf3b296eace2422dd0e173502 Mon Sep 17 00:00:00 2001\nFrom: Ann <ann@example.org>\n"
                + "Date: Thu, 3 Feb 2022 21:05:05 -0400\nSubject: [PATCH] \(name)\n\n---\n a | 1 +\n"
        }
        #expect(try await mboxItems(patches.joined(separator: "\n")).count == 2)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["((((", "=?a?b?", "\"", "<param>", "a@b <"])
    func `marks that are never closed take no time`(mark: String) async throws {
        let many = String(repeating: mark, count: 200_000 / mark.count)
        let fields = (0..<20).map { _ in "To: \(many.prefix(60_000)) a@b.example, c@d.example" }.joined(separator: "\n")
        let item = try await parsed(
            Self.mail("Subject: \(many.prefix(60_000))\n\(fields)\nContent-Type: text/enriched", many))
        #expect(item.kind == .email)
    }
}
