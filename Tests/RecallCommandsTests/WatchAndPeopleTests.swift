import Foundation
import RecallTestSupport
import Testing

@Suite(.waiting, .scratch) struct WatchAndPeopleTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
    }

    private func library() throws -> [String] {
        try fixture.scratch.write(
            "in/a.mbox",
            "From x@y.example Mon Mar  4 10:00:00 2024\nFrom: Mira Kovac <mira@people.example>\nTo: <ben@people.example>\n"
                + "Subject: Kettle\n\nIt whistles.\n\nFrom x@y.example Mon Mar  4 10:01:00 2024\n"
                + "From: \"Kovac, Mira\" <mk@work.example>\nSubject: Kettle\n\nIt does.\n\n")
        let library = ["--library", fixture.scratch.path + "/library"]
        #expect(try fixture.recall(["import", fixture.scratch.path + "/in", "--no-embed"] + library).code == 0)
        return library
    }

    @Test func `folders are watched and no more, and what is no folder is refused`() throws {
        let library = try library()
        let folder = fixture.scratch.path + "/in"
        #expect(
            try fixture.recall(["watch"] + library).output.hasPrefix(
                "No folder is watched. To watch one: recall watch add"))
        #expect(try fixture.recall(["watch", "add", folder + "/"] + library).code == 0)
        #expect(try fixture.recall(["watch", "list"] + library).output.contains(": not looked at yet"))
        #expect(try fixture.recall(["watch", "list", "--format", "json"] + library).output.contains("\"isMissing\""))
        #expect(try fixture.recall(["watch", "add", folder + "/a.mbox"] + library).code == 1)
        #expect(try fixture.recall(["watch", "remove", folder] + library).output.hasPrefix("0 folders watched."))
        #expect(try fixture.recall(["watch", "remove", folder] + library).code == 1)
        let new = ["--library", fixture.scratch.path + "/none"]
        #expect(try fixture.recall(["watch", "add", folder] + new).code == 0)
        #expect(try fixture.recall(["watch", "list"] + new).output.contains(": not looked at yet"))
    }

    @Test func `who may be one person is told with the commands that say so`() throws {
        let library = try library()
        let names = ["Ida 🙂", "Ida 🙂", "Zoe"]
        let lines = names.enumerated().map { number, name in
            #"{"kind": "message", "id": "\#(number)", "from": {"name": "\#(name)"}, "text": "Oars."}"#
        }
        try fixture.scratch.write("more/chat.jsonl", lines.joined(separator: "\n"))
        try fixture.scratch.write(
            "more/contacts.vcf", "BEGIN:VCARD\nFN:Ida Roe (\u{202E}\u{1B}[1m)\nEMAIL:ida@people.example\nEND:VCARD\n")
        #expect(try fixture.recall(["import", fixture.scratch.path + "/more", "--no-embed"] + library).code == 0)
        let list = try fixture.recall(["people"] + library).output
        let place = library.joined(separator: " ")
        #expect(list.contains("\n\nPerhaps one person:\n  Ida 🙂 (sent 2 items) and Ida Roe"), "\(list)")
        #expect(list.contains("(ida@people.example): the only one of this first name whom you know\n"), "\(list)")
        #expect(list.contains("    One person: recall people merge 'Ida 🙂' ida@people.example \(place)\n"), "\(list)")
        #expect(list.hasSuffix("    Another person: recall people split 'Ida 🙂' \(place)\n"), "\(list)")
        #expect(!list.contains("\u{202E}") && !list.contains("\u{1B}"))
        let json = try fixture.recall(["people", "--format", "json"] + library).json
        #expect((json["suggestions"] as? [Any])?.count == 1)
        let contact = try fixture.recall(["people", "ida roe"] + library).output
        #expect(contact.contains("ida@people.example") && !contact.contains("sent"), "\(contact)")
        let shown = try fixture.recall(
            [
                "show",
                try #require(
                    fixture.recall(
                        ["search", "kind:document", "--format", "json"] + library
                    ).firstID),
            ] + library
        ).output
        #expect(shown.contains("Email: ida@people.example") && !shown.contains("To: "), "\(shown)")
        #expect(try !fixture.recall(["people", "ida"] + library).output.contains("Perhaps"))
        #expect(try fixture.recall(["people", "split", "Ida 🙂"] + library).code == 0)
        #expect(try !fixture.recall(["people"] + library).output.contains("Perhaps"))
    }

    @Test func `a name in chats that is said to be the owner's is told, and is not their display name`() throws {
        let chat = (0..<9).map { "04/03/2024, 10:0\($0) - \($0 % 2 == 0 ? "Mira" : "Ben"): kettle \($0)\n" }.joined()
        try fixture.scratch.write("in/WhatsApp Chat with Ben.txt", chat)
        let library = try library()
        let lines = try fixture.recall(["me", "mira@people.example", "Mira"] + library).output
            .split(separator: "\n").map(String.init)
        #expect(
            lines.first?.hasPrefix("Taken as your name in chats: Mira. To take that back: recall people undo") == true)
        #expect(lines.dropFirst().first == "Mira Kovac" && lines.contains("mira@people.example"), "\(lines)")
        #expect(try fixture.recall(["me"] + library).output.hasPrefix("Mira Kovac\n"))
    }

    @Test func `who is known by one name or address alone is listed with that once`() throws {
        let sms = ["Hale Dental", "+44 7700 900456"].map {
            "<sms address='\($0)' date='1709542800000' type='1' body='Your appointment' contact_name='(Unknown)'/>"
        }
        try fixture.scratch.write("in/sms.xml", "<smses count='2'>\(sms.joined())</smses>")
        let list = try fixture.recall(["people"] + library()).output.split(separator: "\n")
        #expect(list.contains("Hale Dental: sent 1 item") && list.contains("+44 7700 900456: sent 1 item"), "\(list)")
    }

    @Test func `people are listed, merged, split and taken back`() throws {
        let library = try library()
        let list = try fixture.recall(["people"] + library).output
        #expect(
            list.contains("mira@people.example") && list.contains("mk@work.example") && list.contains("sent 2 items"))
        #expect(!list.contains("sure"))
        let named = try fixture.recall(["people", "mira"] + library).output
        #expect(named.contains(": one full name, 98 % sure"))
        #expect(try fixture.recall(["people", "merge", "mk@work.example", "ben@people.example"] + library).code == 0)
        let merged = try fixture.recall(["people", "list", "ben"] + library).output
        #expect(merged.contains("mira@people.example") && merged.contains(": you say so, 100 % sure"))
        #expect(
            try fixture.recall(["people", "undo"] + library).output
                .hasPrefix("Taken back: mk@work.example and ben@people.example are one person."))
        #expect(try fixture.recall(["people", "split", "mk@work.example"] + library).code == 0)
        let apart = try fixture.recall(["people"] + library).output.split(separator: "\n")
        #expect(apart.contains { $0.contains("mk@work.example") })
        #expect(!apart.contains { $0.contains("mk@work.example") && $0.contains("mira@people.example") })
        #expect(try fixture.recall(["people", "-n", "1"] + library).output.contains("more; -n"))
        #expect(try fixture.recall(["people", "split", "nobody@people.example"] + library).code == 1)
        #expect(try fixture.recall(["me"] + library).output.hasPrefix("Recall does not know who you are."))
        #expect(try fixture.recall(["me", "ben@people.example"] + library).output.contains("ben@people.example"))
        let names = try fixture.recall(["me", "Mira Kovac"] + library).output.split(separator: "\n").map(String.init)
        #expect(names == ["Mira Kovac", "mira@people.example", "ben@people.example"])
        #expect(try fixture.recall(["people", "--format", "json"] + library).output.contains("isOwner"))
    }
}
