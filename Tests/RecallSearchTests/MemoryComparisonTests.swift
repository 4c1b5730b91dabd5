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

    /// Changes of the same thing in other words, by which the rules were made.
    private static let changed = [
        ("I moved to Berlin", "I live in Leipzig"),
        ("My flat is in Berlin", "I live in Leipzig"),
        ("I eat meat again", "I am vegetarian"),
        ("I don't eat meat", "I eat steak"),
        ("I started at Siemens", "I work for Bosch"),
        ("My boss is now Bernd", "My boss is Anna"),
        ("My brother moved to York", "My brother lives in Leeds"),
        ("Our bin is emptied on Fridays", "Our bin is emptied on Thursdays"),
        ("My birthday is on 5 June", "My birthday is 3 May"),
        ("I stopped smoking", "I smoke"),
    ]

    /// Near each other, and both true; the rules were made by them too.
    private static let both = [
        ("I moved to Berlin in 2015", "I live in Leipzig"),
        ("I moved to a new flat", "I live in Leipzig"),
        ("My parents live in Berlin", "I live in Leipzig"),
        ("I moved to Leipzig", "I live in Leipzig"),
        ("I am vegetarian", "My wife eats meat"),
        ("I don't eat pork", "I eat meat"),
        ("I swim on Thursdays", "I swim on Mondays"),
        ("My sister's boss is Bernd", "My boss is Anna"),
        ("I work at night", "I work at Bosch"),
        ("My other brother lives in York", "My brother lives in Leeds"),
    ]

    /// Kept aside while the rules were made.
    private static let changedAside = [
        ("We moved to Porto last month", "We live in Lisbon"),
        ("Our house is in Hull", "I live in Leeds"),
        ("I am vegan", "I eat chicken"),
        ("I am no longer vegetarian", "I am vegetarian"),
        ("My employer is the Mill Company", "I work at Brook and Sons"),
        ("My new dentist is Dr. Okafor", "My dentist is Dr. Weber"),
        ("My daughter now lives in Graz", "My daughter lives in Linz"),
        ("My passport expires in March 2030", "My passport expires in August 2027"),
        ("I am divorced", "I am married to Tomas"),
        ("The choir meets on Tuesdays", "The choir meets on Wednesdays"),
    ]

    private static let bothAside = [
        ("I was born in Leeds", "I live in York"),
        ("My sister moved to Berlin", "My brother lives in Leipzig"),
        ("My office is in Berlin", "I live in Potsdam"),
        ("I play chess on Mondays", "I play tennis on Tuesdays"),
        ("I have a dog", "I have two cats"),
        ("My dentist is on holiday until May", "My dentist is Dr. Weber"),
        ("I work for Bosch from home", "I work for Bosch"),
        ("My son is a vegetarian", "I eat meat"),
        ("My mother's birthday is 3 May", "My father's birthday is 5 June"),
        ("I like Leeds", "I live in York"),
    ]

    @Test(arguments: changed)
    func `a change in other words is asked about`(new: String, kept: String) {
        #expect(MemoryComparison(new).relation(to: kept) == .contradiction)
        #expect(MemoryComparison(kept).relation(to: new) == .contradiction)
    }

    @Test(arguments: both + bothAside)
    func `what may both be true is not asked about`(new: String, kept: String) {
        #expect(MemoryComparison(new).relation(to: kept) != .contradiction)
        #expect(MemoryComparison(kept).relation(to: new) != .contradiction)
    }

    @Test func `of ten changes that were kept aside, eight are asked about`() {
        let missed = Self.changedAside.filter { MemoryComparison($0).relation(to: $1) != .contradiction }
        #expect(missed.count <= 2, "\(missed)")
    }

    @Test func `what is compared with many is what is compared with one`() {
        let pairs = Self.same + Self.contradictions + Self.unrelated + Self.changed + Self.both + Self.changedAside
        let kept = KeptStatements(pairs.map(\.1))
        for (new, _) in pairs {
            let relations = kept.relations(of: new)
            for (index, pair) in pairs.enumerated() {
                let found = relations.first { $0.index == index }?.relation ?? MemoryComparison.Relation.none
                #expect(found == MemoryComparison(new).relation(to: pair.1), "\(new) - \(pair.1)")
            }
        }
    }

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
