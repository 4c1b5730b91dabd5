import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct SenderCaseTests {
    @Test(arguments: ["ZOË", "zoë", "Ëlin", "straße", "zoe", "elin strasse"])
    func `a sender is found whatever the case and the accents of letters`(name: String) throws {
        let fixture = try StoreFixture()
        try fixture.add([.mail("m", from: "Zoë ëLIN Straße")])
        #expect(try fixture.found(.from(name)) == ["m"])
    }
}
