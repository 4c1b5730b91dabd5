import RecallCore
import RecallStore
import RecallTestSupport
import Testing

struct SenderCaseTests {
    @Test(arguments: ["ZOË", "zoë", "Ëlin", "straße"])
    func `a sender is found whatever the case of letters with accents`(name: String) throws {
        let fixture = try StoreFixture()
        try fixture.add([.mail("m", from: "Zoë ëLIN Straße")])
        #expect(try fixture.found(SearchFilter(sender: name)) == ["m"])
    }
}
