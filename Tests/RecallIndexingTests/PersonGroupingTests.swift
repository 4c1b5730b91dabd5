import RecallCore
import RecallIndexing
import RecallStore
import Testing

struct PersonGroupingTests {
    /// The groups of more than one, as rows, of participants written `Name <address>`.
    private func groups(
        _ written: [String], contacts: [[Int64]] = [], saved: [StoredContact] = [], _ statements: PersonStatement...
    ) -> Set<[Int64]> {
        let participants = written.enumerated().map { index, text in
            let parts = text.split(separator: "<", omittingEmptySubsequences: false)
            return StoredParticipant(
                row: Int64(index),
                participant: Participant(
                    name: parts[0].trimmingSuffix { $0 == " " },
                    address: parts.count > 1 ? String(parts[1].dropLast()) : ""))
        }
        let people = PersonGrouping(participants, contacts: contacts, saved: saved, statements: statements).people
        return Set(Dictionary(grouping: people.keys) { people[$0] ?? -1 }.values.map { $0.sorted() })
    }

    @Test func `one address is one person, however it is written`() {
        #expect(
            groups([
                "Ada Lind <ada@people.example>", "<ADA@People.example>", "Lind, Ada <ada+lists@people.example>",
                "Ben <ben@people.example>",
            ]) == [[0, 1, 2]])
        #expect(groups(["<a.d.a@gmail.com>", "Ada <ada@googlemail.com>", "Ada <a.da@people.example>"]) == [[0, 1]])
    }

    @Test func `addresses that only look alike are two people's`() {
        #expect(groups(["<ada@öwner.example>", "<ada@owner.example>", "<ádá@owner.example>"]) == [])
        let me = PersonStatement(.me, "ada@owner.example")
        let forged = ["<+pay@evil.example>", "<...@gmail.com>", "<@evil.example>", "<+49@evil.example>"]
        let joined = groups(["Ada Lind <ada@owner.example>"] + forged.map { "Ada Lind " + $0 }, me)
        #expect(joined.allSatisfy { !$0.contains(0) })
    }

    @Test func `an address in the place of a name says nothing`() {
        #expect(
            groups([
                "Ada Lind <ada@people.example>", "ada at people.example <ada@people.example>",
                "ada@people.example <ada@people.example>", "ada at people.example <ada@other.example>",
            ]) == [[0, 1, 2]])
    }

    @Test func `one number is one person, with and without its country`() {
        #expect(
            groups(["<+49 151 2345678>", "Ada <0151 2345678>", "Ben <0151 2345679>", "<12345>", "<12345>"]) == [[0, 1]])
    }

    @Test func `a number without its country is that of one country, if there is only one that it may be`() {
        #expect(groups(["<+49 171 2345678>", "<0171 2345678>", "<0049 171 2345678>"]) == [[0, 1, 2]])
        #expect(groups(["<+49 171 2345678>", "<+44 171 2345678>", "<0171 2345678>", "<0171-2345678>"]) == [[2, 3]])
        // Their last nine digits are the same.
        #expect(groups(["<+49 271 2345678>", "<0171 2345678>"]) == [])
        #expect(groups(["<+7 911 1234567>", "<8 911 1234567>", "<9111234567>"]) == [[0, 1, 2]])
        #expect(groups(["<0171 2345678>", "<171 2345678>"]) == [[0, 1]])
    }

    @Test func `a number that one contact has is that contact's under one other name, or under nicknames`() {
        func saved(_ rows: Int64..., nicknames: String...) -> StoredContact {
            StoredContact(participants: rows, nicknames: nicknames)
        }
        #expect(groups(["Robert <0301234567>", "Dad <0301234567>"], saved: [saved(0)]) == [[0, 1]])
        #expect(groups(["Robert Hale <0301234567>", "Dad <0301234567>"], saved: [saved(0)]) == [[0, 1]])
        #expect(
            groups(["Robert Hale <0301234567>", "Pops Hale <0301234567>"], saved: [saved(0, nicknames: "Pops Hale")])
                == [[0, 1]])
        #expect(
            groups(
                ["Robert Hale <0301234567>", "Pops <0301234567>", "Dad <+49301234567>"],
                saved: [saved(0, nicknames: "Pops")]) == [[0, 1, 2]])
        // The number of a house, or one that somebody else has now.
        #expect(groups(["Mum <0301234567>", "Dad <0301234567>"], saved: [saved(0), saved(1)]) == [])
        #expect(groups(["Robert <0301234567>", "Dad <0301234567>", "Mum <0301234567>"], saved: [saved(0)]) == [])
        #expect(groups(["Robert Hale <0301234567>", "Ben Lind <0301234567>"], saved: [saved(0)]) == [])
        #expect(groups(["Griet de Wit-Postma <0503124478>", "Henk de Wit <0503124478>"]) == [])
        #expect(groups(["Ada von der Tann <a@people.example>", "Bo von der Tann <a@people.example>"]) == [])
    }

    @Test func `a number may have a nickname, but not two: it is that of a house then`() {
        #expect(groups(["Ada Lind <0301234567>", "Mum <+49 30 1234567>", "Ada <030 1234567>"]) == [[0, 1, 2]])
        #expect(groups(["Mum <0301234567>", "Dad <0301234567>"]) == [])
        #expect(groups(["Tom Barker <0301234567>", "Thomas Barker <0301234567>"]) == [[0, 1]])
        #expect(groups(["Tom Barker <0301234567>", "Thomas Lind <0301234567>"]) == [])
        #expect(groups(["Alex Barker <0301234567>", "Sandra Barker <0301234567>"]) == [])
        #expect(groups(["Ada Lind <0301234567>", "Mum <0301234567>", "Dad <0301234567>"]) == [])
        #expect(groups(["Ada Lind <0301234567>", "Ben Lind <0301234567>"]) == [])
    }

    @Test func `umlauts written out are one person's`() {
        #expect(groups(["Ulrike Grömping <u@a.example>", "Ulrike Groemping <g@b.example>"]) == [[0, 1]])
        // Such addresses, which end some day, can be had by anybody at a host of many.
        #expect(groups(["<ada-dated-1030104561.a2f3b9@a.example>", "<ada@a.example>"]) == [])
    }

    @Test func `a full name is one person, in any order, with initials and without`() {
        #expect(
            groups([
                "Ada Lind <ada@people.example>", "Lind, Ada <al@work.example>", "Ada M. Lind",
                "Dr. Áda Lind (Quay Works)",
                "Ada Lind via Rowers <rowers@lists.example>", "Ada Roe <ada@roe.example>",
            ]) == [[0, 1, 2, 3, 4]])
    }

    @Test func `in a statement a first name means those without an address, if there are any`() {
        let written = ["Mum", "Ada <ada@people.example>", "Mum <mum@evil.example>", "Mum <0301234567>"]
        #expect(groups(written, PersonStatement(.same, "Mum", "ada@people.example")) == [[0, 1]])
        let others = Array(written.dropFirst())
        #expect(groups(others, PersonStatement(.same, "Mum", "ada@people.example")) == [[0, 2]])
        let named = ["Ada Lind", "Ben <ben@people.example>", "Ada Lind <ada@people.example>"]
        #expect(groups(named, PersonStatement(.same, "Ada Lind", "ben@people.example")) == [[0, 1, 2]])
    }

    @Test(arguments: ["Ada", "Ada L.", "Support Team", "Quay Newsletter", "Al Bo", "Box 12", ""])
    func `a first name, an initial, an office or a number joins nothing`(name: String) {
        #expect(groups(["\(name) <one@people.example>", "\(name) <two@people.example>", name]) == [])
    }

    @Test func `at an address of many, only equal names are one person`() {
        #expect(
            groups([
                "Ada Lind <rowers@lists.example>", "Ben Roe <rowers@lists.example>",
                "Cleo Quist <rowers@lists.example>",
                "Ada Lind (home) <rowers@lists.example>", "<rowers@lists.example>", "Ben Roe <ben@people.example>",
            ]) == [[0, 3], [1, 5]])
        #expect(
            groups([
                "Ada Lind <notifications@code.example>", "Ada <notifications@code.example>",
                "<notifications@code.example>",
            ]) == [])
    }

    @Test func `two people at one address are not one for that`() {
        #expect(groups(["Peter Roe <roe@people.example>", "Anna Roe <roe@people.example>"]) == [])
    }

    @Test func `a name that many addresses have is no person`() {
        #expect(groups((0..<9).map { "Wei Zhang <wei\($0)@people.example>" }) == [])
        #expect(groups((0..<8).map { "Wei Zhang <wei\($0)@people.example>" }).count == 1)
    }

    @Test func `a contact joins all that is in it`() {
        #expect(
            groups(["Mum <mum@home.example>", "Mum <+49 30 1234567>", "<030 1234567>", "Mum"], contacts: [[0, 1]])
                == [[0, 1, 2]])
    }

    @Test func `a contact that lists an address of the owner gives them no other`() {
        let people = ["Ada Lind <ada@people.example>", "Ada Lind <m@evil.example>", "Mallory <m2@evil.example>"]
        #expect(
            groups(people, contacts: [[0, 1, 2]], PersonStatement(.me, "ada@people.example")) == [[1, 2]])
        #expect(groups(people, contacts: [[0, 1, 2]]) == [[0, 1, 2]])
    }

    @Test func `what the owner says comes first, and the last of it`() {
        let people = [
            "Ada Lind <ada@people.example>", "Ada Lind <al@work.example>", "Addie", "Ben <ben@people.example>",
        ]
        #expect(groups(people, PersonStatement(.same, "addie", "ADA@people.example")) == [[0, 1, 2]])
        #expect(groups(people, PersonStatement(.apart, "al@work.example")) == [])
        #expect(
            groups(people, PersonStatement(.same, "Addie", "ben@people.example"), PersonStatement(.apart, "Addie"))
                == [[0, 1]])
        #expect(
            groups(people, PersonStatement(.apart, "Addie"), PersonStatement(.same, "Addie", "ben@people.example"))
                == [[0, 1], [2, 3]])
        #expect(
            groups(people, PersonStatement(.me, "ada@people.example"), PersonStatement(.me, "ben@people.example"))
                == [[0, 3]])
    }

    @Test func `a name gives the owner no address, but names of chats`() {
        let people = ["Ada Lind <ada@people.example>", "\"Lind, Ada\" <mallory@evil.example>", "Ada Lind", "Lind Ada"]
        #expect(groups(people, PersonStatement(.me, "ada@people.example")) == [[0, 2, 3]])
        let strangers = people + ["Ada Lind <eve@evil.example>"]
        #expect(groups(strangers, PersonStatement(.me, "ada@people.example")) == [[0, 2, 3]])
        #expect(groups(people, PersonStatement(.me, "Ada Lind")) == [[2, 3]])
        #expect(groups(people) == [[0, 1, 2, 3]])
    }
}

extension Substring {
    fileprivate func trimmingSuffix(_ isOuter: (Character) -> Bool) -> String {
        var rest = self
        while let last = rest.last, isOuter(last) { rest.removeLast() }
        return String(rest)
    }
}
