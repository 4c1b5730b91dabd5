import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// The items of a WhatsApp export with this text, as read in UTC unless said otherwise.
func whatsAppItems(
    _ text: String, file: String = "WhatsApp Chat with Ada.txt", zone: TimeZone = .gmt, modified: Int64 = 0
) async throws -> [Item] {
    let scratch = try SourceScratch()
    try scratch.write(file, text)
    let reader = WhatsAppReader(zone: zone) { _ in [] }
    return try await records(reader, scratch.unit(file, .whatsapp, modified: modified)).compactMap(\.record.item)
}

private func isNotice(_ item: Item) -> Bool {
    if case .message(let details) = item.details { details.isSystemNotice } else { false }
}

@Suite(.scratch) struct WhatsAppReaderTests {
    /// One message of 31 December 2019, 23:05:07 or 23:05:00, in the shapes of systems and languages.
    @Test(arguments: [
        "[31.12.19, 23:05:07] Bo Li: hi", "[31/12/2019, 23:05:07] Bo Li: hi", "31/12/2019, 23:05 - Bo Li: hi",
        "31.12.19, 23:05 – Bo Li: hi", "12/31/19, 11:05 PM - Bo Li: hi", "12/31/19, 11:05\u{202F}PM - Bo Li: hi",
        "\u{200E}[12/31/19, 11:05:07 PM] Bo Li: hi", "\u{FEFF}\u{FEFF}[31.12.19, 23:05:07] Bo Li: hi",
        "31/12/19 23:05:07: Bo Li: hi", "12/31/19, 11:05:07 PM: Bo Li: hi", "[31/12/19 23.05.07] Bo Li: hi",
        "31/12/19, 11.05 PM - Bo Li: hi", "2019/12/31, 23:05 - Bo Li: hi", "2019-12-31, 11:05 p.m. - Bo Li: hi",
        "31/12/2019, 11:05 p. m. - Bo Li: hi", "31/12/2019, 11:05 p.\u{A0}m. - Bo Li: hi",
        "31-12-2019 23:05 - Bo Li: hi", "[31-12-19 23:05:07] Bo Li: hi", "2019. 12. 31. 오후 11:05 - Bo Li: hi",
        "2019년 12월 31일 오후 11:05 - Bo Li: hi", "2019/12/31 下午11:05 - Bo Li: hi", "[2019/12/31 下午11:05:07] Bo Li: hi",
        "2019年12月31日 23:05 - Bo Li: hi", "2019. 12. 31. 23:05 - Bo Li: hi", "31. 12. 2019 23:05 - Bo Li: hi",
        "31.12.2019 klo 23.05 - Bo Li: hi", "31.12.2019 г., 23:05 - Bo Li: hi", "31/12/2562 23:05 - Bo Li: hi",
        "٣١‏/١٢‏/٢٠١٩، ١١:٠٥ م - Bo Li: hi", "۲۰۱۹/۱۲/۳۱،\u{200F} ۲۳:۰۵ - Bo Li: hi",
        "३१/१२/१९, ११:०५ अपराह्न - Bo Li: hi",
        "[23:05, 31/12/2019] Bo Li: hi", "[31.12.2019, 11:05:07 ÖS] Bo Li: hi", "31/12/19 11:05 μ.μ. - Bo Li: hi",
        "[31/12/2019, 23:05:07]Bo Li: hi",
    ])
    func theHeadersOfAllSystemsAndLanguagesAreRead(line: String) async throws {
        let items = try await whatsAppItems(line)
        #expect(items.count == 1)
        let item = try #require(items.first)
        #expect(item.sender == Participant(name: "Bo Li") && item.text == "hi")
        let seconds: Double = line.contains("05:07") || line.contains("05.07") ? 7 : 0
        #expect(item.date == Date(timeIntervalSince1970: 1_577_833_500 + seconds), "\(String(describing: item.date))")
        #expect(item.details == .message(MessageDetails(platform: "whatsapp")))
        #expect(item.conversation == "whatsapp:Ada" && item.conversationTitle == "Ada")
    }

    @Test func midnightAndNoonOfTwelveHourClocksAreRight() async throws {
        let items = try await whatsAppItems(
            """
            12/31/19, 12:00 AM - A: midnight
            12/31/19, 12:30 PM - A: noon
            12/31/19, 1:00 PM - A: one
            """)
        #expect(items.map { $0.date.map { Int($0.timeIntervalSince1970) % 86_400 } } == [0, 45_000, 46_800])
    }

    @Test func messagesOfSeveralLinesStayWhole() async throws {
        let items = try await whatsAppItems(
            "[01.02.19, 11:00:00] A: one\r\n\r\ntwo\r\n2/11/19: Arrival\r\n12/12/19, Departure\r\n[01.02.19, 11:01:00] B: x\r\n"
        )
        #expect(items.map(\.text) == ["one\n\ntwo\n2/11/19: Arrival\n12/12/19, Departure", "x"])
    }

    @Test func aLineThatLooksLikeAnOtherHeaderDoesNotSplitAMessage() async throws {
        let items = try await whatsAppItems(
            """
            [01.02.19, 11:00:00] A: look what she wrote
            [1.2.2019, 00:00:00] B: this is part of the message
            [2/11, 14:18] B: and this
            2/11/19, 14:48 C: and this
            12.5.18, 15:05 - C: and this
            [01.02.19, 11:01:00] A: new
            """)
        #expect(items.count == 2)
        #expect(items.first?.text.split(separator: "\n").count == 5)
        #expect(items.last?.text == "new")
    }

    @Test func authorsMayContainColons() async throws {
        let items = try await whatsAppItems(
            """
            1/13/19, 10:00 - Team: Red: one
            1/13/19, 10:01 - Team: Red: two: three
            1/13/19, 10:02 - Team: Red: four
            1/13/19, 10:03 - Bo: note: five
            1/13/19, 10:04 - Bo: six
            1/13/19, 10:04 - Bo:seven
            """)
        #expect(items.map { $0.sender?.name } == ["Team: Red", "Team: Red", "Team: Red", "Bo", "Bo", "Bo"])
        #expect(items.map(\.text) == ["one", "two: three", "four", "note: five", "six", "seven"])
    }

    @Test func `who sent nothing but files is called as ever`() async throws {
        let lines = (1...4).map {
            "[17/03/2024, 09:3\($0):01] Eve: \u{200E}<attached: 0000000\($0)-PHOTO-2024-03-17-09-31-01.jpg>"
        }
        let items = try await whatsAppItems(lines.joined(separator: "\n"), file: "_chat.txt")
        #expect(items.allSatisfy { $0.sender?.name == "Eve" && $0.attachments.count == 1 } && items.count == 4)
    }

    @Test func whatWhatsAppWritesIsANoticeThatIsNotEmbedded() async throws {
        let items = try await whatsAppItems(
            """
            20.6.20, 10:00 - Bo created group "Trip: Rome"
            20.6.20, 10:01 - +49 151 5550100 was added
            20.6.20, 10:02 - Bo: This message was deleted
            20.6.20, 10:03 - Bo: \u{200E}Missed voice call
            20.6.20, 10:04 - Bo: hello
            """)
        #expect(items.map(isNotice) == [true, true, true, true, false])
        #expect(items.map(\.authoredRanges.isEmpty) == [true, true, true, true, false])
        #expect(items[0].text == "Bo created group \"Trip: Rome\"" && items[0].sender == nil)
        #expect(items[3].sender?.name == "Bo" && items[3].text == "Missed voice call")
    }

    @Test(arguments: [
        ("<Media omitted>", "Media omitted", ""), ("<Medien ausgeschlossen>", "Medien ausgeschlossen", ""),
        ("<Без медиафайлов>", "Без медиафайлов", ""), ("<unbekannte Worte hier>", "unbekannte Worte hier", ""),
        ("\u{200E}image omitted", "image omitted", ""), ("\u{200E}Bild weggelassen", "Bild weggelassen", ""),
        ("\u{200E}imagen omitida", "imagen omitida", ""), ("image omitted", "image omitted", ""),
        ("IMG-20240317-WA0001.jpg (file attached)", "IMG-20240317-WA0001.jpg", ""),
        ("\u{200E}IMG-20240317-WA0001.jpg (Datei angehängt)\nthe boat", "IMG-20240317-WA0001.jpg", "the boat"),
        ("My plan.pdf (archivo adjunto)", "My plan.pdf", ""),
        ("\u{200E}<attached: 00000012-PHOTO-2024-03-17-09-30-00.jpg>", "00000012-PHOTO-2024-03-17-09-30-00.jpg", ""),
        ("the boat \u{200E}<Anhang: 00000013-PHOTO.jpg>", "00000013-PHOTO.jpg", "the boat"),
        ("Plan.pdf • \u{200E}1 page \u{200E}<adjunto: 00000014-Plan.pdf>", "00000014-Plan.pdf", "Plan.pdf • 1 page"),
        ("<attached: ../../secret.txt>", "../../secret.txt", ""),
    ])
    func filesAreAttachmentsAndNotText(text: String, name: String, caption: String) async throws {
        let item = try #require(try await whatsAppItems("31.12.19, 23:05 - Bo: \(text)").first)
        #expect(item.attachments.map(\.name) == [name])
        #expect(item.text == caption)
        #expect(!isNotice(item))
    }

    @Test(arguments: [
        "<3", "i <3 you", "see notes.txt (old version)", "a > b", "<b>bold</b>", "x omitted y", "(file attached)",
    ])
    func ordinaryTextStaysText(text: String) async throws {
        let item = try #require(try await whatsAppItems("31.12.19, 23:05 - Bo: \(text)").first)
        #expect(item.text == text && item.attachments.isEmpty && !isNotice(item))
    }

    @Test func theMarkOfAnEditedMessageIsLeftOut() async throws {
        let items = try await whatsAppItems(
            """
            31.12.19, 23:05 - Bo: see you at 8 \u{200E}<This message was edited>
            31.12.19, 23:06 - Bo: see you <Diese Nachricht wurde bearbeitet>
            """)
        #expect(items.map(\.text) == ["see you at 8", "see you"])
    }

    @Test(arguments: [
        "[17.03.24, 09:30:00] Mum: \u{200E}Mum created this group",
        "[17.03.24, 09:30:00] Old name: \u{200E}~ Ana added you",
        "[17.03.24, 09:30:00] Mum: \u{200E}Mum hat den Betreff zu „Familie“ geändert.",
        "\u{200E}[17.03.24, 09:30:00] ~\u{202F}Ana: \u{200E}Your security code with ~\u{202F}Ana changed.",
        "[17.03.24, 09:30:00] Family: Messages to this group are now secured with end-to-end encryption.",
        "[17.03.24, 09:30:00] Mum: \u{200E}Сообщения и звонки защищены сквозным шифрованием. Третьи лица, "
            + "включая WhatsApp, не могут прочитать ваши сообщения или прослушать звонки.",
        "17.03.24, 09:30 - Mum created group \"Family\"",
    ])
    func `what WhatsApp says of a chat is nobody's words`(line: String) async throws {
        let item = try #require(try await whatsAppItems(line, file: "WhatsApp Chat - Kin.txt").first)
        #expect(isNotice(item) && item.sender == nil && item.authoredRanges.isEmpty)
    }

    @Test(arguments: [
        ("Mum: Mum created this group", false), ("Mum: Are messages and calls end-to-end encrypted?", false),
        ("Mum: \u{200E}This message was deleted.", true), ("Mum: \u{200E}Voice call, \u{200E}5 min", true),
    ])
    func `what somebody did is theirs`(rest: String, expected: Bool) async throws {
        let item = try #require(
            try await whatsAppItems("[17.03.24, 09:30:00] \(rest)", file: "WhatsApp Chat - Kin.txt").first)
        #expect(item.sender?.name == "Mum" && isNotice(item) == expected)
    }

    @Test(arguments: [
        "[17.03.24, 09:31:00] Ann: \u{200E}I owe Bo 500 euros", "17.03.24, 09:31 - Ann: \u{200E}I owe Bo 500 euros",
        "[17.03.24, 09:31:00] Ann: Messages and calls are end-to-end encrypted. I owe Bo 500 euros",
        "17.03.24, 09:31 - Ann: Messages and calls are end-to-end encrypted. I owe Bo 500 euros",
        "17.03.24, 09:31 - Ann: \u{200E}Ann created this group and owes Bo 500 euros",
    ])
    func `what a person says in the form of a notice is that person's`(line: String) async throws {
        let other = line.hasPrefix("[") ? "[17.03.24, 09:30:00] Ann: hi" : "17.03.24, 09:30 - Ann: hi"
        let item = try #require(try await whatsAppItems(other + "\n" + line, file: "WhatsApp Chat - Ann.txt").last)
        #expect(item.sender?.name == "Ann" && !isNotice(item) && item.text.hasSuffix("500 euros"))
        #expect(item.authoredRanges == Item(id: item.id, details: item.details, text: item.text).authoredRanges)
    }

    @Test func `who took a message back is its author in a chat of that name too`() async throws {
        let item = try #require(
            try await whatsAppItems(
                "[17.03.24, 09:30:00] Ann: \u{200E}This message was deleted.", file: "WhatsApp Chat - Ann.txt"
            ).first)
        #expect(item.sender?.name == "Ann" && isNotice(item))
    }

    @Test func pollsAndPlacesAreMessages() async throws {
        let items = try await whatsAppItems(
            """
            [31.12.19, 23:05:00] Bo: \u{200E}POLL:
            When?
            \u{200E}OPTION: Now (1 vote)
            [31.12.19, 23:06:00] Bo: \u{200E}Location: https://maps.example.org/?q=1,2
            """)
        #expect(items.count == 2 && !items.contains(where: isNotice))
    }

    @Test func telephoneNumbersAreAddressesAndTildesAreOfNamesThatPeopleChose() async throws {
        let items = try await whatsAppItems(
            """
            31.12.19, 23:05 - \u{202A}+49\u{A0}151\u{A0}555\u{2011}0100\u{202C}: a
            31.12.19, 23:05 - ~\u{202F}Bo: b
            """)
        #expect(items.map(\.sender) == [Participant(address: "+49 151 555-0100"), Participant(name: "~ Bo")])
        #expect(items[1].sender?.isSelfNamed == true)
    }

    @Test func equalMessagesOfOneMinuteAreDifferentItemsAndKeepTheirIdentity() async throws {
        let text =
            "31.12.19, 23:05 - Bo: ok\n31.12.19, 23:05 - Bo: ok\n31.12.19, 23:05 - Al: ok\n31.12.19, 23:06 - Bo: ok\n"
        let first = try await whatsAppItems(text)
        #expect(Set(first.map(\.id)).count == 4)
        let zone = try #require(TimeZone(secondsFromGMT: 7200))
        let later = try await whatsAppItems(text + "31.12.19, 23:06 - Bo: ok\n", zone: zone)
        #expect(later.map(\.id).dropLast() == first.map(\.id)[...])
    }

    @Test func readingGoesOnFromEveryPosition() async throws {
        let scratch = try SourceScratch()
        let lines = (0..<60).map { "31.12.19, 23:\(10 + $0 / 2) - Bo: text\nmore \($0 % 3 == 0 ? "" : "…")" }
        try scratch.write("WhatsApp Chat with Bo.txt", lines.joined(separator: "\n"))
        let unit = try scratch.unit("WhatsApp Chat with Bo.txt", .whatsapp)
        let reader = WhatsAppReader(zone: .gmt) { _ in [] }
        let all = try await records(reader, unit)
        #expect(all.count == 60 && Set(all.map { $0.record.item?.id }).count == 60)
        for start in all.indices {
            let rest = try await records(reader, unit, from: all[start].cursor)
            #expect(rest.map(\.record.item) == all[(start + 1)...].map(\.record.item))
        }
    }

    @Test func zippedChatsAreReadThroughTheGivenUnpacker() async throws {
        let scratch = try SourceScratch()
        try scratch.write("WhatsApp Chat - Sailing.zip", "not looked at")
        let reader = WhatsAppReader(zone: .gmt) { unit in
            #expect(unit.location.hasSuffix("Sailing.zip"))
            return Array("[31.12.19, 23:05:00] Bo: hi".utf8)
        }
        let unit = try scratch.unit("WhatsApp Chat - Sailing.zip", .whatsappZip)
        let item = try await records(reader, unit).first?.record.item
        #expect(item?.text == "hi" && item?.conversationTitle == "Sailing")
    }

    @Test(arguments: [
        ("WhatsApp Chat with Bo & Co.txt", "Bo & Co"), ("WhatsApp-Chat mit Bo (2).txt", "Bo"),
        ("WhatsApp Chat - Sailing/_chat.txt", "Sailing"), ("Chat de WhatsApp con Bo.txt", "Bo"),
        ("WhatsApp-gesprek - Bo.txt", "Bo"), ("Family.txt", "Family"), ("stuff/_chat.txt", "Rome"),
        ("WhatsApp/_chat.txt", "Rome"), ("WhatsApp/_chat (3).txt", "Rome"), ("WhatsApp Chat - Bo/_chat 2.txt", "Rome"),
    ])
    func theChatIsNamedByItsFileFolderOrFirstNotice(file: String, name: String) async throws {
        let items = try await whatsAppItems("31.12.19, 23:05 - Bo created group \"Rome\"", file: file)
        #expect(items.first?.conversationTitle == name)
    }

    @Test func textBeforeTheFirstMessageIsAFailureAndAFileWithoutMessagesIsRefused() async throws {
        let scratch = try SourceScratch()
        try scratch.write("a.txt", "the end of something\n31.12.19, 23:05 - Bo: hi\n")
        try scratch.write("b.txt", "no chat at all\n")
        try scratch.write("c.txt", "")
        let reader = WhatsAppReader(zone: .gmt) { _ in [] }
        let all = try await records(reader, scratch.unit("a.txt", .whatsapp)).map(\.record)
        #expect(all.first?.failure?.place == "line 1" && all.last?.item?.text == "hi")
        for (file, code) in [("b.txt", ImportFailure.Code.wrongFormat), ("c.txt", .empty)] {
            let unit = try scratch.unit(file, .whatsapp)
            await #expect { try await records(reader, unit) } throws: { ($0 as? ImportFailure)?.code == code }
        }
    }

    @Test func textThatIsNotUTF8IsReadAsWindows1252AndFlagged() async throws {
        let scratch = try SourceScratch()
        let bytes =
            Array("31.12.19, 23:05 - Bo: Gr".utf8) + [0xFC, 0xDF] + Array("e\n31.12.19, 23:06 - Bo: Grüße\n".utf8)
        try scratch.write("a.txt", bytes)
        let reader = WhatsAppReader(zone: .gmt) { _ in [] }
        let items = try await records(reader, scratch.unit("a.txt", .whatsapp)).compactMap(\.record.item)
        #expect(items.map(\.text) == ["Grüße", "Grüße"] && items.map(\.defects) == [[.badCharset], []])
    }

    @Test func noBytesCrashReading() async throws {
        var generator = SeededSourceGenerator(seed: 3)
        let good = Array("[31.12.19, 11:05:07 PM] Bo: ‎<attached: a.jpg>\n\u{200E}[1.1.20, 1:00:00 AM] +49 1: x\n".utf8)
        let scratch = try SourceScratch()
        let reader = WhatsAppReader(zone: .gmt) { _ in [] }
        for round in 0..<400 {
            var bytes = good
            for _ in 0...(round % 5) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            try scratch.write("x.txt", Array(bytes.prefix(round < 90 ? round : bytes.count)))
            let unit = try scratch.unit("x.txt", .whatsapp)
            do {
                for record in try await records(reader, unit) {
                    #expect(record.record.item?.text.utf8.contains(0) != true)
                }
            } catch is ImportFailure {}
        }
    }
}
