import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Forms of notes, calendars, contacts, tables and texts that other programs' test files have.
@Suite(.scratch) struct NoteVariantTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    private func records(_ name: String, _ bytes: [UInt8]) async throws -> [ImportRecord] {
        try scratch.write(name, bytes)
        var records: [ImportRecord] = []
        for case .unit(let unit) in SourceWalker(path: scratch.path) {
            try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
                record, _ in records.append(record)
            }
        }
        return records
    }

    private func items(_ name: String, _ text: String) async throws -> [Item] {
        try await records(name, Array(text.utf8)).compactMap(\.item)
    }

    private func only(_ name: String, _ text: String) async throws -> Item {
        try #require(await items(name, text).first)
    }

    private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    // MARK: Calendars and contacts

    private func calendar(_ lines: String) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\n\(lines)\nEND:VCALENDAR\n"
    }

    @Test func `an event's HTML is a text with the addresses of links, also where it stands beside the text`()
        async throws
    {
        let event = { (id: String, line: String) in
            "BEGIN:VEVENT\nUID:\(id)\nSUMMARY:Boat\nDTSTART:20260901T180000Z\n\(line)\nEND:VEVENT"
        }
        let found = try await items(
            "a.ics",
            calendar(
                event("1", "DESCRIPTION:<p>Agenda</p><a href=\"https://meet.example/x\">Join</a>") + "\n"
                    + event("2", "X-ALT-DESC;FMTTYPE=text/html:Sign up:<br><a href=\"https://reg.example/y\">here</a>")
                    + "\n"
                    + event("3", "DESCRIPTION:if a < b and b > c")))
        try #require(found.count == 3)
        #expect(found[0].text.hasSuffix("Agenda\n\nJoin <https://meet.example/x>"))
        #expect(found[1].text.hasSuffix("Sign up:\nhere <https://reg.example/y>"))
        #expect(found[2].text.hasSuffix("if a < b and b > c"))
    }

    @Test func `an event has its duration, rule, categories, comments, and people of accounts`() async throws {
        let event = try await only(
            "a.ics",
            calendar(
                """
                BEGIN:VEVENT
                UID:1
                SUMMARY:Training
                DTSTART;TZID=Europe/Berlin:20260901T180000
                DURATION:PT1H30M
                RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261201T000000Z
                CATEGORIES:Sport,Club
                COMMENT:bring water
                ATTENDEE;CN=Bob;EMAIL="bob@example.org":urn:uuid:1
                END:VEVENT
                """))
        #expect(
            event.text.contains(
                "When: 2026-09-01 18:00 (Europe/Berlin) to 19:30, every week on Tuesday, Thursday until 2026-12-01"))
        #expect(event.text.contains("Categories: Sport, Club") && event.text.hasSuffix("bring water"))
        #expect(event.recipients.map(\.participant.address).contains("bob@example.org"), "\(event.text)")
    }

    @Test(arguments: [
        ("DTSTART;TZID=tzone://Microsoft/Utc:20261105T190000", "2026-11-05T19:00:00Z"),
        ("DTSTART;TZID=Customized Time Zone:20261012T090000", "2026-10-11T22:00:00Z"),
        ("DTSTART;TZID=Customized Time Zone:20260612T090000", "2026-06-11T23:00:00Z"),
        ("DTSTART:20261012T090000", "2026-10-12T13:00:00Z"),
    ])
    func `an event's zone may be Exchange's, one of the calendar's own, or that of the calendar`(
        start: String, instant: String
    ) async throws {
        let text = """
            X-WR-TIMEZONE:America/New_York
            BEGIN:VTIMEZONE
            TZID:Customized Time Zone
            BEGIN:STANDARD
            DTSTART:16010101T030000
            TZOFFSETFROM:+1100
            TZOFFSETTO:+1000
            RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:16010101T020000
            TZOFFSETFROM:+1000
            TZOFFSETTO:+1100
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU
            END:DAYLIGHT
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:1
            SUMMARY:Boat
            \(start)
            END:VEVENT
            """
        let event = try await only("a.ics", calendar(text))
        #expect(try event.date == self.instant(instant) && !event.text.contains("Customized"), "\(event.text)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a rule of a zone is read once, however many times are in it`() async throws {
        let rule = "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;" + String(repeating: "X=1;", count: 10_000)
        let zone =
            "BEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\nDTSTART:16010101T030000\n\(rule)\nTZOFFSETTO:+0100\nEND:STANDARD\n"
        let events = (0..<5_000).map {
            "BEGIN:VEVENT\nUID:\($0)\nSUMMARY:x\nDTSTART;TZID=Z:20260601T100000\nEND:VEVENT\n"
        }
        let found = try await items("a.ics", calendar(zone + "END:VTIMEZONE\n" + events.joined()))
        #expect(try found.count == 5_000 && found.first?.date == instant("2026-06-01T09:00:00Z"))
    }

    @Test func `a calendar without events says so`() async throws {
        let records = try await records("a.ics", Array(calendar("BEGIN:VFREEBUSY\nEND:VFREEBUSY").utf8))
        #expect(records.compactMap(\.item).isEmpty && records.count == 1)
    }

    @Test func `a contact in small letters is read, and one has groups, roles and all its companies`() async throws {
        let small = try await only(
            "a.vcf", "begin:vcard\nfn:Ann Lee\nemail;internet:ann@example.org\nversion:2.1\nend:vcard\n")
        #expect(small.recipients.map(\.participant) == [Participant(name: "Ann Lee", address: "ann@example.org")])
        let full = try await items(
            "b.vcf",
            "BEGIN:VCARD\nVERSION:3.0\nFN:Ben\nCATEGORIES:Sailing club,Choir\nROLE:Captain\nIMPP:xmpp:ben@chat.example\n"
                + "ORG:First;Crew\nORG:Second\nEND:VCARD\n")
        let text = try #require(full.last).text
        for line in ["Groups: Sailing club", "Role: Captain", "Company: Second", "Messenger: xmpp:ben@chat.example"] {
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test(arguments: [
        "First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Labels\n"
            + "Ann,,Lee,,Annie,,* Home,ann@example.org,Mobile,+49 171 5550101 ::: +49 30 5550102,* myContacts ::: Choir\n",
        "First Name;Middle Name;Last Name;Nickname;E-mail Address;E-mail Type;E-mail Display Name;E-mail 2 Address;Mobile Phone;Home Phone;Categories\n"
            + "Ann;;Lee;Annie;ann@example.org;SMTP;Ann;;+49 171 5550101;+49 30 5550102;Choir\n",
        "\u{FEFF}Vorname,Weitere Vornamen,Nachname,Spitzname,E-Mail-Adresse,E-Mail-Typ,E-Mail: Angezeigter Name,Mobiltelefon,Telefon privat,Kategorien\r\n"
            + "Ann,,Lee,Annie,ann@example.org,SMTP,Ann,+49 171 5550101,+49 30 5550102,Choir\r\n",
    ])
    func `tables of contacts are contacts`(table: String) async throws {
        let contact = try await only("contacts.csv", table)
        #expect(
            Set(contact.recipients.map(\.participant))
                == Set(
                    ["ann@example.org", "+49 171 5550101", "+49 30 5550102"].map {
                        Participant(name: "Ann Lee", address: $0)
                    }))
        guard case .document(let details) = contact.details else { return #expect(Bool(false)) }
        #expect(details.isContact && details.nicknames == ["Annie"] && contact.text.contains("Groups: "))
        #expect(contact.text.contains("Phone (mobile): +49 171 5550101"))
    }

    @Test(arguments: [
        ("a.vcf", "item1.X-ABRELATEDNAMES:Ben Lee\nitem1.X-ABLabel:_$!<Brother>!$_\n", "Related (brother): Ben Lee"),
        ("a.vcf", "item2.X-ABRELATEDNAMES:Ben Lee\nitem2.X-ABLabel:Best man\n", "Related (best man): Ben Lee"),
        ("a.vcf", "RELATED;TYPE=sibling;VALUE=text:Ben Lee\n", "Related (sibling): Ben Lee"),
        ("a.vcf", "X-SPOUSE:Ben Lee\n", "Related (spouse): Ben Lee"),
        ("a.vcf", "RELATED:Ben Lee\n", "Related: Ben Lee"),
        ("a.vcf", "X-ABRELATEDNAMES;TYPE=pref:Ben Lee\nitem2.X-ABLabel:Other\n", "Related: Ben Lee"),
        ("a.csv", "Relation 1 - Label,Relation 1 - Value\nBrother,Ben Lee\n", "Related (brother): Ben Lee"),
        ("a.csv", "Relation 1 - Value\nBen Lee\n", "Related: Ben Lee"),
        ("a.csv", "Spouse\nBen Lee\n", "Related (spouse): Ben Lee"),
    ])
    func `a contact says how somebody is related`(file: String, lines: String, line: String) async throws {
        let rows = lines.split(separator: "\n")
        let contact = try await only(
            file,
            file.hasSuffix("vcf")
                ? "BEGIN:VCARD\nVERSION:3.0\nFN:Ann\n\(lines)END:VCARD\n"
                : "First Name,Phonetic First Name,File As,\(rows[0])\nAnn,,,\(rows[1])\n")
        #expect(contact.text.split(separator: "\n").contains(line[...]), "\(contact.text)")
    }

    @Test func `a number has the label that Apple gives it in a line of its own`() async throws {
        let contact = try await only(
            "a.vcf",
            "BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nitem1.TEL:0171 55501\nitem1.X-ABLabel:Boat\nTEL;TYPE=CELL:0171 55502\nEND:VCARD\n"
        )
        #expect(contact.text == "Ann\nPhone (boat): 0171 55501\nPhone (mobile): 0171 55502")
    }

    @Test func `of an entry with very many lines the first ones are read`() async throws {
        let contact = try await only(
            "a.vcf",
            "BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nTEL:0171 55501\n" + String(repeating: "X-A:b\n", count: 20_000)
                + "NOTE:late\nEND:VCARD\n")
        #expect(contact.text == "Ann\nPhone: 0171 55501" && contact.defects == [.truncatedText])
    }

    @Test func `a column that is not known is kept`() async throws {
        let contact = try await only(
            "contacts.csv",
            "First Name,Last Name,Primary Email,Secondary Email,Screen Name,Boat\nAnn,Lee,a@b.example,,,blue\n")
        #expect(contact.text.hasSuffix("Boat: blue") && contact.recipients.count == 1)
    }

    @Test func `a table of guests is a table, though they have names and addresses`() async throws {
        let table = try await only(
            "guests.csv", "First Name,Last Name,E-mail,Phone,Fee\nAnn,Lee,ann@example.org,0171 55501,20\n")
        #expect(table.recipients.isEmpty && table.text.contains("Ann | Lee"))
    }

    @Test(arguments: [
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-05", "Birthday: 5 December"), ("BDAY:--1205", "Birthday: 5 December"),
        ("BDAY:1984-12-05", "Birthday: 5 December 1984"), ("BDAY:19841205T000000Z", "Birthday: 5 December 1984"),
        ("BDAY:1984-12", "Birthday: 1984-12"), ("BDAY:5.12.1984", "Birthday: 5.12.1984"),
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-99-05", "Birthday: 1604-99-05"),
    ])
    func `a birthday is in words, with or without its year`(line: String, text: String) async throws {
        let contact = try await only("a.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:Ann\n\(line)\nEND:VCARD\n")
        #expect(contact.text.hasSuffix(text))
    }

    // MARK: Notes of programs

    @Test func `Evernote's checklists and code are read, and what stands for its tasks is not`() async throws {
        let note = try await only(
            "a.enex",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <en-export application="Evernote" version="10.58.8"><note><title></title><created>20240101T000000Z</created><content><![CDATA[<en-note><ul style="--en-todo:true;"><li style="--en-checked:true;"><div>Done one</div></li><li style="--en-checked:false;"><div>Open one</div></li></ul><div style="--en-task-group:true; --en-id:1;"><div>Content not supported</div></div><div style="--en-codeblock:true;"><div>if x:</div><div>    y()</div></div></en-note>]]></content></note></en-export>
            """)
        #expect(note.text.contains("☑ Done one") && note.text.contains("☐ Open one") && note.text.contains("    y()"))
        #expect(!note.text.contains("not supported") && note.title == "Done one")
    }

    @Test func `of a damaged Evernote export every note is read or named`() async throws {
        func note(_ name: String) -> String {
            "<note><title>\(name)</title><created>20240101T000000Z</created><content><![CDATA[<en-note><div>Text of \(name)</div></en-note>]]></content></note>"
        }
        let export = "<en-export>\(note("A"))\(note("B"))\(note("C"))</en-export>"
        let damages = [
            ("<note><title>B", "<nxte><title>B"),
            ("B</div></en-note>]]></content></note>", "B</div></en-note>]]></content></nxte>"),
            ("B</div></en-note>]]></content>", "B</div></en-note>]]></contxnt>"),
            ("<title>B</title>", "<txtle>B</title>"),
            ("]]></content></note></en-export>", "]]></content></nxte></en-export>"),
        ]
        for (text, damaged) in damages {
            #expect(export.contains(text))
            let found = try await items("a.enex", export.replacing(text, with: damaged))
            #expect(found.map(\.text) == ["Text of A", "Text of B", "Text of C"], "\(damaged)")
        }
        let textless = export.replacing(
            "<content><![CDATA[<en-note><div>Text of B", with: "<contxnt><![CDATA[<en-note><div>Text of B")
        let all = try await records("a.enex", Array(textless.utf8))
        #expect(all.count { if case .failure(let failure) = $0 { failure.code == .malformed } else { false } } == 1)
        let joined = export.replacing("B</div></en-note>]]>", with: "B</div></en-note>]>>")
        await #expect(throws: ImportFailure.self) { try await records("a.enex", Array(joined.utf8)) }
        #expect(try await records("a.enex", Array("<en-export></en-export>".utf8)).count == 1)
    }

    @Test func `a note of Keep without a title has its first line, and one without a change its creation`() async throws
    {
        let note = try await only(
            "2023-08-01T14_29_43.842+10_00.json",
            #"{"color":"DEFAULT","isTrashed":false,"isArchived":false,"textContent":"Paint the boat\nblue","title":"","createdTimestampUsec":1690864183842000}"#
        )
        #expect(note.title == "Paint the boat" && note.date == Date(timeIntervalSince1970: 1_690_864_183.842))
    }

    @Test func `Roam's embedded blocks are their names, and Standard Notes' checklists are lists`() async throws {
        let page = try await only(
            "roam.json",
            #"[{"title":"P","uid":"p","create-time":1600000000000,"edit-time":1600000000000,"children":[{"string":"{{[[embed]]: ((b1))}} and {{embed: ((b2))","uid":"a"},{"string":"Text","uid":"b1"}]}]"#
        )
        #expect(page.text.contains("((b1)) and {{embed: ((b2))") || page.text.contains("Text and {{embed: ((b2))"))
        let tasks =
            #"{\"groups\":[{\"name\":\"Home\",\"tasks\":[{\"description\":\"Water plants\",\"completed\":true}]}]}"#
        let list = try await items(
            "notes.txt",
            #"{"version":"004","items":[{"uuid":"n2","content_type":"Note","created_at":"2021-05-01T10:00:00.000Z","content":{"title":"Tasks","text":"\#(tasks)","noteType":"task"}}]}"#
        )
        #expect(list.contains { $0.text == "Home\n☑ Water plants" })
    }

    // MARK: Markdown

    private func details(_ item: Item) throws -> NoteDetails {
        guard case .note(let details) = item.details else {
            throw ImportFailure(.wrongFormat, path: "", reason: "No note.")
        }
        return details
    }

    @Test(arguments: [
        ("a.md", "date: 2015-11-17 16:16:01 -0600", "2015-11-17T22:16:01Z"),
        ("a.md", "date: 2015-11-17T16:54-07:00", "2015-11-17T23:54:00Z"),
        ("a.md", "created: 1604539200000", "2020-11-05T01:20:00Z"),
        ("a.md", "date: Sun, 17 Mar 2024 09:30:00 +0100", "2024-03-17T08:30:00Z"),
        ("a.md", "pubDate: 2024-03-17T00:00:00Z", "2024-03-17T00:00:00Z"),
    ])
    func `a date in front matter may have a zone, be in words, or milliseconds`(
        name: String, line: String, instant: String
    ) async throws {
        #expect(try await only(name, "---\n\(line)\n---\nText\n").date == self.instant(instant))
    }

    @Test(arguments: [
        ("a.md", "---\ndate created: Sunday, March 17th 2024, 9:30:00 am\n---\nText\n", "2024-03-17 09:30"),
        ("a.md", "---\ndate: March 17, 2024\n---\nText\n", "2024-03-17 00:00"),
        ("a.md", "---\ndate: March 17, 2024 → March 19, 2024\n---\nText\n", "2024-03-17 00:00"),
        ("202403170930 Zettel.md", "Text\n", "2024-03-17 09:30"),
        ("Journal 2024-03-17.md", "Text\n", "2024-03-17 00:00"),
        ("March 17th, 2024.md", "Text\n", "2024-03-17 00:00"),
    ])
    func `a date without a zone is one of the clocks here`(name: String, text: String, shown: String) async throws {
        let date = try #require(await only(name, text).date)
        let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateTimeSeparator(.space).time(
            includingFractionalSeconds: false)
        #expect(date.formatted(style).hasPrefix(shown))
    }

    @Test(arguments: ["2024031709", "12345678 ducks", "March of the ducks", "May 2024 plan"])
    func `what only looks like a date is none`(name: String) async throws {
        #expect(try await only(name + ".md", "---\ntitle: x\n---\nText\n").date == nil)
    }

    @Test(arguments: [
        "---\ntitle: Meeting: the plan\ntags: [boat, spring]\ndate: 2024-03-17T00:00:00Z\n---\n",
        "+++\ntitle = \"Meeting: the plan\"\ntags = [\"boat\",\n  \"spring\"]\ndate = 2024-03-17T00:00:00Z\n[params]\nx = 1\n+++\n",
        "{\n  \"title\": \"Meeting: the plan\",\n  \"tags\": [\"boat\", \"spring\"],\n  \"weight\": 1e300,\n  \"date\": \"2024-03-17T00:00:00Z\"\n}\n",
    ])
    func `front matter with a mistake, in TOML or in JSON is read`(block: String) async throws {
        let note = try await only("a.md", block + "Sand first.\n")
        #expect(note.title == "Meeting: the plan" && note.text == "Sand first.\n", "\(note.text)")
        #expect(try details(note).tags == ["boat", "spring"] && note.date == instant("2024-03-17T00:00:00Z"))
    }

    @Test(arguments: [
        "{\n \"api\": {\"zeppelin\": \"sample\"}, \"title\": \"x\"\n}\n",
        "+++\ntitle = \"x\"\n[extra]\nballoon = \"zeppelin\"\n+++\n",
        "+++\ntitle = \"x\"\ntags = [ \"a\",\n \"zeppelin\"\n+++\n",
    ])
    func `nothing that front matter says is lost`(block: String) async throws {
        let note = try await only("a.md", block + "Sand first.\n")
        let said = try details(note).properties.map(\.value) + [note.text]
        #expect(said.contains { $0.contains("zeppelin") }, "\(said)")
    }

    @Test func `only a heading at the top is the title`() async throws {
        #expect(try await only("Ann visit.md", "She comes on Friday.\n\n# Todo\n\nTea\n").title == "Ann visit")
        #expect(try await items("b.md", "![](a.png)\n\n# Boat\n\nText\n").contains { $0.title == "Boat" })
    }

    @Test func `names and tags of Logseq, and properties of Notion's tables are read`() async throws {
        let page = try await only("pages/What is this%3F.md", "- Tagged #[[two words]]\n")
        #expect(page.title == "What is this?")
        #expect(try details(page).tags == ["two words"])
        let row = try await items(
            "Paint boat aaaabbbbccccdddd0000111122223333.md",
            "# Paint boat\n\nStatus: Done\nCreated: 2024-03-01T09:30:00Z\nTags: boat, spring\n\nSand first.\n")
        let note = try #require(row.first { $0.title == "Paint boat" })
        #expect(try details(note).tags == ["boat", "spring"] && note.date == instant("2024-03-01T09:30:00Z"))
    }

    // MARK: Tables and texts

    @Test(arguments: [
        ("name;in;out\nSalary;;2500\nRent;900;\n", "name | in | out\nSalary | | 2500\nRent | 900"),
        ("item;weight\nplum;1,5\npear;2,5\n", "item | weight\nplum | 1,5\npear | 2,5"),
        ("sep=;\nitem;weight\nplum;2\n", "item | weight\nplum | 2"),
    ])
    func `a table keeps its columns`(csv: String, text: String) async throws {
        let lines = try await only("a.csv", csv).text.split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        #expect(lines.joined(separator: "\n") == text)
    }

    /// Texts, and their bytes in a charset as hexadecimal digits.
    private static let oldTexts = [
        "Привет, лодка под мостом.": "CFF0E8E2E5F22C20EBEEE4EAE020EFEEE420ECEEF1F2EEEC2E",
        "Привет, лодка.": "F0D2C9D7C5D42C20CCCFC4CBC12E",
        "EDUCAÇÃO ADMINISTRAÇÃO ALIMENTAÇÃO HABITAÇÃO CONTRATAÇÕES DOAÇÕES INOVAÇÃO FUNDAÇÃO":
            "4544554341C7C34F2041444D494E4953545241C7C34F20414C494D454E5441C7C34F20484142495441C7C34F20434F4E5452415441C7"
            + "D5455320444F41C7D5455320494E4F5641C7C34F2046554E4441C7C34F",
        "ÅKERSBERGA ÅSA ÅRE ÄLTA ÅMÅL ÅHUS ÅBO ÄTRAN ÅSELE":
            "C54B455253424552474120C5534120C5524520C44C544120C54DC54C20C548555320C5424F20C45452414E20C553454C45",
        "Le café est fermé, désolé pour l'été.":
            "4C6520636166E920657374206665726DE92C2064E9736F6CE920706F7572206C27E974E92E",
    ]

    @Test(arguments: oldTexts.keys)
    func `a text in an old charset is read`(text: String) async throws {
        let digits = try #require(Self.oldTexts[text])
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { start in
            UInt8(digits.dropFirst(start).prefix(2), radix: 16)
        }
        #expect(try await records("a.txt", bytes).compactMap(\.item?.text) == [text])
    }

    @Test(arguments: [
        ("\n%%\n## Drawing\n```compressed-json\nN4KAkARAL\n\nQgYAs\n```\n%%", ""),
        ("\n# Drawing\n```json\n{\"type\": \"excalidraw\"}\n```\n%%", ""),
        ("\n## Drawing\n```json\n{\"type\"", ""), ("\n## Drawing\nof a boat", "\n## Drawing\nof a boat"),
    ])
    func `the drawing of Excalidraw is no text, and what is written in it is`(end: String, kept: String) async throws {
        let text = "# Excalidraw Data\n\n## Text Elements\nThe quay ^a1b2\n"
        let note = try await only(
            "Plan.excalidraw.md", "---\n\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n\n---\n" + text + end)
        #expect(note.text.trimmingCharacters(in: .newlines) == (text + kept).trimmingCharacters(in: .newlines))
        // Another note may speak of a drawing.
        let other = try await only("Plan.excalidraw.md", "---\ntags: [a]\n---\n" + text + end)
        #expect(other.text == text + end)
    }

    @Test(arguments: [
        "---\ntitle: Plan\n\nBody without an end\n", "---\ntitle: Plan\n\n# Groceries\n\n- milk\n- eggs\n\n---\nRest\n",
        "---\ntitle: Plan\n\n- milk\n---\nRest\n", "---\ntitle: Plan\n## List\n- milk\n---\n", "---\n",
    ])
    func `front matter that is never closed is text, with all that is in it`(text: String) async throws {
        #expect(try await only("a.md", text).text == text)
    }

    @Test func `front matter with mistakes may have empty lines`() async throws {
        let note = try await only("a.md", "---\ntitle: A: b\ntags:\n\n- one\n- two\n\n---\nBody")
        #expect(note.text == "Body" && note.title == "A: b")
    }

    @Test func `bookmarks have their addresses, and only boxes that nobody can tick are written`() async throws {
        let marks = try await only(
            "bookmarks.html",
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p><DT><A HREF="https://boat.example/a">Boats</A></DL>
            """)
        #expect(marks.text.contains("Boats <https://boat.example/a>"))
        let page = try await items(
            "page.html",
            "<input type=checkbox id=menu><ul><li><input type=checkbox disabled checked> Sand</li></ul><p>Text</p>")
        #expect(page.contains { $0.text.contains("☑ Sand") && !$0.text.contains("☐") })
    }
}
