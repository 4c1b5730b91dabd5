import RecallSearch
import Testing

/// New memories against those that are kept.
struct MemoryComparisonTests {
    private static let same = [
        ("I am allergic to penicillin", "I'm allergic to penicillin."),
        ("My dentist is Dr. Weber", "My dentist is Dr. Anna Weber"),
        ("My dentist is Dr. Weber", "Dr. Weber is my dentist"),
        ("I prefer window seats", "I prefer window seats!"),
        ("Ich wohne in Leipzig", "ich wohne in Leipzig."),
        ("My favorite color is green", "My favourite colour is green"),
    ]

    private static let contradictions = [
        ("My dentist is Dr. Weber", "My dentist is Dr. Okafor"),
        ("I live in Leeds", "I live in York"),
        ("I live in Leeds now", "I live in York"),
        ("I work for Brook and Sons", "I work for the Mill Company"),
        ("I eat meat", "I don't eat meat"),
        ("I like olives", "I hate olives"),
        ("I don't like olives", "I like olives"),
        ("I prefer tea to coffee", "I prefer coffee to tea"),
        ("I prefer window seats", "I prefer aisle seats"),
        ("My shoe size is 43", "My shoe size is 44"),
        ("The rent is 900 euros a month", "The rent is 950 euros a month"),
        ("My favourite food is pizza", "My favourite food is ramen"),
        ("My sister is called Anna", "My sister is called Berta"),
        ("My meeting with Ada is on Friday", "My meeting with Ada is on Monday"),
        ("Answer in German", "Answer in English"),
        ("Call me Sam", "Call me Samuel Brook"),
        ("Ich wohne in Leipzig", "Ich wohne in Bremen"),
        ("Vivo en Sevilla", "Vivo en Murcia"),
        ("The flight of Ada is BA117", "The flight of Ada is LH117"),
        ("Adas flight is BA117", "Adas flight is LH117"),
    ]

    private static let unrelated = [
        ("My dentist is Dr. Weber", "My doctor is Dr. Okafor"),
        ("My sister is a nurse", "My sister is in Leeds"),
        ("My dentist is nice", "My dentist is Dr. Weber"),
        ("I like olives", "I like capers"),
        ("I am allergic to penicillin", "I am allergic to nuts"),
        ("I prefer window seats", "I prefer short answers"),
        ("I prefer tea", "I live in Leeds"),
        ("My brother lives in Leeds", "I live in York"),
        ("My daughter plays the cello", "My son plays the cello in Leeds"),
        ("I like olives", "I hate capers"),
    ]

    @Test(arguments: same)
    func `the same is merged`(new: String, kept: String) {
        #expect(MemoryComparison(new).relation(to: kept) == .same)
        #expect(MemoryComparison(kept).relation(to: new) == .same)
    }

    @Test(arguments: contradictions)
    func `what excludes the other is asked about`(new: String, kept: String) {
        #expect(MemoryComparison(new).relation(to: kept) == .contradiction)
        #expect(MemoryComparison(kept).relation(to: new) == .contradiction)
    }

    @Test(arguments: unrelated)
    func `what has nothing to do with it stays`(new: String, kept: String) {
        #expect(MemoryComparison(new).relation(to: kept) == .none)
        #expect(MemoryComparison(kept).relation(to: new) == .none)
    }
}
