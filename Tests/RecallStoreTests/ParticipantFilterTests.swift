import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// `from:` and its like: whole words first, parts only where there is nothing else.
@Suite(.scratch) struct ParticipantFilterTests {
    private func library() throws -> StoreFixture {
        let fixture = try StoreFixture()
        let senders = [
            ("anna", Participant(name: "Anna Lee", address: "al@people.example")),
            ("joanna", Participant(name: "Joanna Reed", address: "jo@people.example")),
            ("turned", Participant(name: "Lee, Anna", address: "")),
            ("address", Participant(name: "", address: "anna.kovac@mill.example")),
            ("accent", Participant(name: "Mira Kovač", address: "mira@sub.mill.example")),
            ("thai", Participant(name: "สมชาย ใจดี", address: "")),
            ("cyrillic", Participant(name: "Игорь Сорокин", address: "is@sor.test")),
            ("greek", Participant(name: "Νίκος", address: "")),
        ]
        try fixture.add(
            senders.map { name, sender in
                var mail = Item.mail(name, text: "text")
                mail.sender = sender
                return mail
            })
        return fixture
    }

    @Test(arguments: [
        ("anna", ["anna", "turned", "address"]), ("ANNA lee", ["anna", "turned"]), ("lee anna", ["anna", "turned"]),
        ("joanna", ["joanna"]), ("kovac", ["address", "accent"]), ("anna kovac", ["address"]),
        ("@people.example", ["anna", "joanna"]), ("al@people", ["anna"]), ("mill", ["address", "accent"]),
        ("@mill.example", ["address"]), ("people.example", ["anna", "joanna"]), ("สมชาย", ["thai"]),
        ("игорь сорокин", ["cyrillic"]), ("igor", ["cyrillic"]), ("Igor Sorokin", ["cyrillic"]), ("nikos", ["greek"]),
    ])
    func `names and addresses match by whole words`(value: String, items: [String]) throws {
        #expect(try library().found(.from(value)) == Set(items))
    }

    @Test(arguments: [
        ("oann", ["joanna"]), ("ann", ["anna", "joanna", "turned", "address"]), ("@peop", ["anna", "joanna"]),
        ("l@p", ["anna"]), ("nobody", []), ("", []),
    ])
    func `parts match where no whole word does`(value: String, items: [String]) throws {
        #expect(try library().found(.from(value)) == Set(items))
    }

    @Test func `an asterisk matches beginnings of words`() throws {
        let fixture = try library()
        let beginning = { SearchFilter.participant(WordSequence($0, isPrefix: true), in: [.from]) }
        #expect(try fixture.found(beginning("ann")) == ["anna", "turned", "address"])
        #expect(try fixture.found(beginning("anna ko")) == ["address"])
        #expect(try fixture.found(beginning("@mi")) == ["address"])
        #expect(try fixture.found(.not(beginning("ann"))) == ["joanna", "accent", "thai", "cyrillic", "greek"])
    }
}
