import Foundation
import RecallCore
import RecallImport
import Testing

struct MailHeaderTests {
    @Test(arguments: [
        ("edd @end|ng |rom exp@mp|e@org (Ada Lind)", Participant(name: "Ada Lind")),
        ("edd @ending from ex@mple@org (Ada Lind)", Participant(name: "Ada Lind")),
        ("ed.d @end|ng |rom ex@mp|e@org (=?UTF-8?Q?L=C3=ADa?=)", Participant(name: "Lía")),
        ("ed.d @end|ng |rom ex@mp|e@org (Ada Lind (the miller))", Participant(name: "Ada Lind (the miller)")),
        ("ada at example.org (Ada Lind)", Participant(name: "Ada Lind", address: "ada@example.org")),
        ("ada @example.org (Ada Lind)", Participant(name: "Ada Lind", address: "ada@example.org")),
        ("Ada Lind <ada@example.org>", Participant(name: "Ada Lind", address: "ada@example.org")),
    ])
    func archivesOfMailingListsKeepTheNameOfTheSender(from: String, sender: Participant) async throws {
        #expect(try await mail("From: \(from)\nMessage-ID: <a@example.org>\n\nBody").sender == sender)
    }

    @Test func fieldsBecomeTheItemInLFAndCRLF() async throws {
        let message = """
            Message-ID: <m1@example.org>
            From: "Bell, Ann" <ann@example.org>
            To: bob@example.org, Carl Dee <carl@example.org>
            Cc: Team: eve@example.org, fay@example.org;
            Subject: A long
             subject
            Date: Fri, 22 May 2015 13:38:22 +0200
            In-Reply-To: <m0@example.org> (Bob's message)
            References: <a@example.org>
             <m0@example.org>
            List-Id: The list <list.example.org>

            Body
            """
        for text in [message, message.crlf] {
            let item = try await mail(text)
            #expect(item.title == "A long subject")
            #expect(item.sender == Participant(name: "Bell, Ann", address: "ann@example.org"))
            #expect(
                item.recipients.map(\.participant.address).joined(separator: " ")
                    == "bob@example.org carl@example.org eve@example.org fay@example.org")
            #expect(item.recipients.map(\.role) == [.to, .to, .cc, .cc])
            #expect(item.date == Date(timeIntervalSince1970: 1_432_294_702))
            #expect(item.externalID == "m1@example.org")
            let details = try emailDetails(item)
            #expect(details.messageID == "m1@example.org")
            #expect(details.inReplyTo == ["m0@example.org"])
            #expect(details.references == ["a@example.org", "m0@example.org"])
            #expect(details.listID == "list.example.org")
            #expect(item.defects.isEmpty)
        }
    }

    @Test func lineEndsDoNotChangeTheIdentity() async throws {
        let message = "Message-ID: <m@example.org>\nSubject: x\n\nOne\n\nTwo\n"
        #expect(try await mail(message).id == mail(message.crlf).id)
        #expect(try await mail(message).id != mail(message + "Three").id)
    }

    @Test func withoutAMessageIDTheContentIsTheIdentity() async throws {
        let message = "From: a@example.org\nSubject: x\nDate: Fri, 22 May 2015 13:38:22 +0200\n\nOne\n"
        let item = try await mail(message)
        #expect(item.externalID == nil)
        #expect(try await mail(message).id == item.id)
        #expect(try await mail(message.replacing("Subject: x", with: "Subject: y")).id != item.id)
    }

    @Test(arguments: [
        ("=?utf-8?Q?Gr=C3=BC=C3=9Fe?= aus =?iso-8859-1?B?S/ZsbiE=?=", "Grüße aus Köln!"),
        ("=?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?Q?no_end", "=?utf-8?Q?no_end"),
        ("Re: \u{202E}txt.exe\u{200B} here", "Re: txt.exe here"),
        ("tabs\tand  spaces", "tabs and spaces"),
    ])
    func subjectsAreDecoded(_ encoded: String, _ decoded: String) async throws {
        #expect(try await mail("Subject: \(encoded)\n\nx").title == decoded)
    }

    @Test func raw8BitTextIsUTF8ElseWindows1252() async throws {
        let utf8 = try await mail("Subject: Grüße\nFrom: Jörg <j@example.org>\n\nx")
        #expect(utf8.title == "Grüße")
        #expect(utf8.sender?.name == "Jörg")
        #expect(!utf8.defects.contains(.badCharset))
        let windows = try await parsedMail(Array("Subject: Gr".utf8) + [0xFC, 0xDF, 0x80] + Array("\n\nx".utf8)).item
        #expect(windows.title == "Grüß€")
        #expect(windows.defects.contains(.badCharset))
    }

    @Test func aMessageWithoutAHeaderIsAllBody() async throws {
        let item = try await mail("Dear Bob,\nthis has no header.\n")
        #expect(item.text == "Dear Bob,\nthis has no header.")
        #expect(item.defects.contains(.badHeader))
    }

    @Test func aHeaderWithoutAnEmptyLineEndsWhereTheBodyBegins() async throws {
        let item = try await mail("Subject: x\nFrom: a@example.org\nThis is the body\nin two lines\n")
        #expect(item.title == "x")
        #expect(item.text == "This is the body\nin two lines")
    }

    @Test func garbageBetweenFieldsIsPassedOver() async throws {
        let item = try await mail(":\nSubject : x\n\u{1}garbage\nFrom: a@example.org\n::y\nTo: b@example.org\n\nBody")
        #expect(item.title == "x")
        #expect(item.sender?.address == "a@example.org")
        #expect(item.recipients.count == 1)
        #expect(item.text == "Body")
        #expect(item.defects.contains(.badHeader))
    }

    @Test func emptyFieldsAreNone() async throws {
        let item = try await mail("From:\nTo: \nSubject:\nDate:\nMessage-ID:\nReferences:\n\nBody")
        #expect(item.sender == nil)
        #expect(item.recipients.isEmpty)
        #expect(item.title.isEmpty)
        #expect(item.date == nil)
        #expect(item.text == "Body")
    }

    @Test(arguments: [
        "a@b@c@example.org", "(((((((((((", "\"unclosed <a@example.org", "<<<>>>", "undisclosed-recipients:;", "@", ",",
    ])
    func addressesThatCannotBeReadLoseNothingElse(_ value: String) async throws {
        let item = try await mail("From: \(value)\nTo: \(value)\nSubject: kept\n\nBody")
        #expect(item.title == "kept")
        #expect(item.text == "Body")
    }

    @Test func bareCarriageReturnsInFieldsAreSpaces() async throws {
        #expect(try await mail("Subject: one\rtwo\nFrom: a@example.org\n\nx").title == "one two")
    }

    @Test func linesThatEndInCROnlyAreLines() async throws {
        let item = try await mail("Subject: old\rFrom: a@example.org\r\rBody\rtwo")
        #expect(item.title == "old")
        #expect(item.text == "Body\ntwo")
    }

    @Test(arguments: [
        ("Fri, 22 May 2015 13:38:22 +0200", 1_432_294_702), ("22 May 15 13:38 EST", 1_432_319_880),
        ("Friday, 22-May-98 13:38:22 GMT", 895_844_302), ("Fri May 22 13:38:22 2015", 1_432_301_902),
        ("Mon, 1 Jan 2001 23:59:60 +0000", 978_393_600), ("Mon, 1 Jan 2001 10:00:00", 978_343_200),
        ("Thu, 4 Jan 101 10:00:00 +0000", 978_602_400), ("2001-01-05T10:00:00Z", 978_688_800),
        ("Fri, 22 May 2015 01:38:22 PM", 1_432_301_902),
        ("Fri, 22 (a (c) May 2015 13:38:22 +0200 (CEST)", 1_432_294_702),
        ("Tue, 19 Jan 2038 03:14:08 +0000", 0),
    ])
    func datesAreReadLeniently(_ text: String, _ seconds: Int) async throws {
        let item = try await mail("Subject: x\nDate: \(text)\n\nx")
        #expect(item.date == (seconds == 0 ? nil : Date(timeIntervalSince1970: Double(seconds))))
    }

    @Test(arguments: [
        "garbage", "Sun, 30 Feb 2014 10:00:00 +0000", "Mon, 1 Jan 0000 00:00:00 +0000",
        "Mon, 1 Jan 9999 00:00:00 +0000",
        "Mon, 1 Jan 2001 24:61:00 +0000", "Mon, 1 Jan 2031 00:00:00 +0000", "Mon, 1 Jan 1969 00:00:00 +0000",
    ])
    func aDateThatCannotBeIsReplacedByReceived(_ text: String) async throws {
        let received =
            "Received: by a; Fri, 22 May 2015 13:38:22 +0200\nReceived: by b; Thu, 21 May 2015 13:38:22 +0200\n"
        let item = try await mail(received + "Subject: x\nDate: \(text)\n\nx")
        #expect(item.date == Date(timeIntervalSince1970: 1_432_294_702))
        #expect(item.defects.contains(.badDate))
        let fallback = Date(timeIntervalSince1970: 1)
        #expect(try await parsedMail(Array("Date: \(text)\n\nx".utf8), date: fallback).item.date == fallback)
    }

    @Test func invalidIDsAreLeftOutAndManyAreCapped() async throws {
        let some = try await mail("References: <a@x> junk <not an id> <> <b@x> <a@x> <unclosed\n\nx")
        #expect(try emailDetails(some).references == ["a@x", "b@x"])
        let many = (0..<20_000).map { "<\($0)@x>" }.joined(separator: "\n ")
        let capped = try await mail("References: \(many)\n\nx")
        let ids = try emailDetails(capped).references
        #expect(ids.count == ImportLimits.references)
        #expect(ids.first == "0@x")
        #expect(ids.last == "19999@x")
        #expect(capped.defects.contains(.overLimit))
    }

    @Test func aMessageIDOfAMegabyteIsNone() async throws {
        let item = try await mail("Message-ID: <\(String(repeating: "a", count: 1 << 20))@x>\nSubject: s\n\nx")
        #expect(item.externalID == nil)
        #expect(item.text == "x")
    }
}
