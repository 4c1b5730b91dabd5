import RecallCore
import Testing

struct TelephoneNumberTests {
    @Test(arguments: [
        "+44 7700 900456", "+447700900456", "07700 900456", "(07700) 900-456", "0044\u{A0}7700\u{202F}900456",
    ])
    func `a number is one, however it is written`(written: String) {
        #expect(TelephoneNumber(written) == TelephoneNumber("07700900456"))
    }

    @Test func `another number, a name and a few digits are none`() {
        #expect(TelephoneNumber("07700 900457") != TelephoneNumber("07700900456"))
        for written in ["", "Ada", "123456", "1234567@people.example", "½½½½½½½½"] {
            #expect(TelephoneNumber(written) == nil)
        }
    }

    @Test func `a person's number is said once`() {
        let names = ["+447700900456", "07700 900456", "ada@people.example", "ADA@people.example"]
        let person = Person(
            name: "Ada", participants: names.map { Participant(name: "Ada", address: $0) }, sent: 0, isOwner: false)
        #expect(person.addresses == ["+447700900456", "ada@people.example"])
    }
}
