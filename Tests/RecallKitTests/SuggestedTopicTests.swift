import RecallKit
import Testing

/// Titles as a person would name in a question what they are about.
struct SuggestedTopicTests {
    private static let text = """
        The wedding is moved, since the church has a solar roof now. Ann moved to Rotterdam, says Bridge Street Dental. She \
        asked about the boiler and when the appointment would be. We were glad to hear that Pickle is well, and Dad too.
        """

    private func phrase(_ title: String, _ text: String = text) -> String? {
        SuggestedTopic(title).flatMap { $0.phrase(in: text) }
    }

    @Test(arguments: [
        ("wedding - change of date!", "the wedding"), ("Re: [list] boiler service", "the boiler service"),
        ("Your appointment at Bridge Street Dental - change", "my appointment at Bridge Street Dental"),
        ("Solar proposal - 14 Hollin Row", "the solar proposal"), ("Rotterdam trip", "the Rotterdam trip"),
        ("Bridge Street Dental", "Bridge Street Dental"), ("Pickle (the car)", "Pickle"),
        ("Aoife's wedding", "Aoife's wedding"), ("seed sowing 2024", "the seed sowing"),
        ("Dad and the pan", "Dad and the pan"), ("the drum kit", "the drum kit"), ("Boiler", "the boiler"),
    ])
    func `a title becomes what a person would call it`(title: String, phrase: String) {
        #expect(self.phrase(title) == phrase)
    }

    @Test(arguments: [
        "", "Re:", "ok", "it's happened", "how are you", "What's on the walls", "IMPORTANT", "MOVED",
        "Denied claim, 5520-A",
        "2024-11-29 College tutor meeting", "Claim under policy AH-6620-3158-B", "moving back to Pgh", "Appeal allowed",
        "Things I have to do", "my phone", "Three nights in", "new number etc", "autumn", "group reservation August",
        "Dad's funeral", "EP “No Horses”", "<b>boiler</b>", "boiler\u{202E}/x/", "A B C D E F G",
        "Welcome to Brightwell",
        String(repeating: "boiler ", count: 99),
    ])
    func `a title that names nothing plainly is left out`(title: String) {
        #expect(phrase(title) == nil)
    }

    @Test func `a title of another language is quoted`() {
        let text = "Die Wohnung ist sehr schön und hat einen Balkon, aber wir müssen noch mit der Vermieterin sprechen."
        #expect(phrase("Wohnung in Kiel", text) == "“Wohnung in Kiel”")
        #expect(phrase("Билеты куплены!", "") == "“Билеты куплены”")
    }

    @Test func `what is at a time is told from what is not`() {
        #expect(SuggestedTopic("New patient appointment")?.isAppointment == true)
        #expect(SuggestedTopic("appointment at the surgery")?.isAppointment == true)
        #expect(SuggestedTopic("wedding - change of date")?.isAppointment == true)
        #expect(SuggestedTopic("Notice of marriage: your appointment")?.isAppointment == false)
        #expect(SuggestedTopic("visit")?.isAppointment == false)
    }
}
