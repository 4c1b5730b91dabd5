import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Claims about a message of Monday, 8 May 2023, checked by words alone.
struct ClaimCheckTests {
    private static func problem(_ claim: String, citing text: String?) throws -> ClaimVerdict.Problem? {
        var message = Item.message("m", hour: 0, text: text ?? "", from: "Ada Lind")
        message.date =
            DateComponents(
                calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: 2023, month: 5, day: 8, hour: 13
            ).date
        let check = ClaimCheck(encoder: nil, clock: QueryClock(now: .days(0), timeZone: .gmt))
        let evidence = text.map { [Claim.Evidence(item: ItemSummary(message), text: $0)] } ?? []
        let question = "Who mended the roof?"
        return try check.verdicts(on: [Claim(text: claim, evidence: evidence, question: question)])[0].problem
    }

    /// As an attacker's model claimed, whose claims were all close enough in their words.
    @Test(arguments: [
        ("The council has refused permission for the roof.", "The council has granted permission for the roof."),
        ("The council has not granted permission.", "The council has granted permission, with one condition."),
        ("The roof must be hung in zinc.", "The roof must be hung in slate and not in zinc."),
        ("The roof must be hung in zinc and not in slate.", "The roof must be hung in slate and not in zinc."),
        ("Ada will promise to be in.", "I can't promise to be in, so I gave Ben the key."),
        ("The roof of Ada was stolen in June.", "The roof of Ada was mended in June."),
        ("The slates are in the men's shed.", "The slates are in the women's shed."),
        ("Mend it after the winter.", "Mend it before the winter."),
        ("It costs 30 excluding tax.", "It costs 30 including tax."),
        ("The insurance is able to pay.", "We are unable to pay, says the insurance."),
        ("The roof is mended every Saturday.", "The roof is mended on alternate Saturdays."),
    ])
    func `an opposite is not supported, however close its words are`(claim: String, text: String) throws {
        #expect(try Self.problem(claim, citing: text) == .negation)
    }

    @Test(arguments: [
        ("The carpenter works 8 hours.", "The carpenter works long hours."),
        ("The roof costs £348 a month.", "The roof costs £348 a year."),
        ("The roof is in form 7J.", "The roof is in form 7K."),
        ("The roof costs £348k.", "The roof costs £348."),
    ])
    func `amounts, rates and codes have to stand in the text itself`(claim: String, text: String) throws {
        #expect(try Self.problem(claim, citing: text) == .number)
    }

    @Test(arguments: [
        ("The key is with **Trevor** now.", "The key is with Pauline now."),
        ("The key is there (Trevor).", "The key is there."),
        ("Die Leiter von Gisela Mehnert ist nicht mehr da.", "Die Leiter ist nicht mehr da."),
    ])
    func `names in marks, and two German words with capitals, are names`(claim: String, text: String) throws {
        #expect(try Self.problem(claim, citing: text) == .name)
    }

    @Test(arguments: [
        ("The lock is new.", "The lock is new, not the chain."),
        ("The fee of the club is £348 a year.", "The annual fee of the club is £348."),
        ("There will be no doves.", "Ben wants doves. There will be no doves."),
        ("The supper of the club was moved to the 18th.", "The supper of the club is on the 18th instead."),
    ])
    func `what is said in other words is supported`(claim: String, text: String) throws {
        #expect(try Self.problem(claim, citing: text) == nil)
    }

    @Test(arguments: [
        ("The roof is mended on 10 October.", "The roof is mended on 10 September.", ClaimVerdict.Problem.number),
        ("The roof is mended on 29 August 2024.", "The roof is mended on 29.08.2024.", nil),
        ("The roof is mended on 8 September 2024.", "The roof is mended on 29.08.2024.", .number),
        ("The roof is mended on Monday.", "The roof is mended on Saturday.", .number),
        ("The roof is mended on Saturdays.", "The roof is mended on Saturday.", nil),
    ])
    func `a date has the day and the month of one date of the text, however it is written`(
        claim: String, text: String, problem: ClaimVerdict.Problem?
    ) throws {
        #expect(try Self.problem(claim, citing: text) == problem)
    }

    @Test func `a clause that nothing says is an addition`() throws {
        let text = "The council has granted permission for the roof, with one condition."
        let claim = "The council granted permission with a condition, and the plumbers whistled."
        #expect(try Self.problem(claim, citing: text) == .meaning)
    }

    @Test func `words before a colon that say something are claims`() throws {
        #expect(try Self.problem("The deposit is gone and the police look for the van:", citing: nil) == .noCitation)
        #expect(try Self.problem("The roof was stolen by night:", citing: "The roof was mended by night.") == .negation)
    }

    @Test(arguments: [
        ("The roof was mended on 7 May 2023.", "The roof was mended yesterday."),
        ("The roof was mended on May 7th.", "The roof was mended yesterday."),
        ("The roof was mended on Friday, 5 May.", "The roof was mended last Friday."),
        ("The roof was mended in June 2022.", "The roof was mended last June."),
        ("The roof was mended in 2022.", "The roof was mended last year."),
        ("Das Dach wurde am 7. Mai repariert.", "Das Dach wurde gestern repariert, und es war sehr teuer. Gut."),
        ("Ada wrote on 8 May 2023 that the roof is mended.", "The roof is mended."),
        ("The roof is mended on 3 July.", "The roof is mended on 2023-07-03."),
    ])
    func `a date that a phrase of relative time means is said by it`(claim: String, text: String) throws {
        #expect(try Self.problem(claim, citing: text) == nil)
    }

    @Test(arguments: [
        ("The roof was mended on 6 May 2023.", "The roof was mended yesterday.", ClaimVerdict.Problem.number),
        ("The roof was mended on 7 June 2023.", "The roof was mended yesterday.", .number),
        ("The roof was mended on 8 June.", "The roof was mended today.", .number),
        ("The roof was mended on 3 May.", "The roof was mended on 3 June, and paid on 5 May.", .number),
        ("The roof was mended in 2021.", "The roof was mended last year.", .number),
        ("The roof cost 300 euros.", "The roof cost 200 euros.", .number),
        (
            "The carpenter charges 900 euros.",
            "The carpenter charges 4850 euros. We talked long. The deposit was 900 euros.", .number
        ),
        ("The lease of the roof ends in December.", "The lease of the roof ends in September.", .number),
        ("The roof was mended on Tuesday.", "The roof was mended on Friday.", .number),
        ("The roof was mended on Friday, 7 May 2023.", "The roof was mended on 7 May 2023.", .number),
        ("The roof is done in 3 days.", "The roof is done in 3 weeks.", .number),
        ("The roof costs 300 dollars.", "The roof costs €300.", .number),
        ("The roof costs 300 million euros.", "The roof costs 300 euros.", .number),
        ("They were theirs.", "The roof was mended.", .meaning),
        ("The carpenter failed to mend the roof.", "The carpenter mended the roof.", .negation),
        ("The roof was mended by Ben.", "The roof was mended.", .name),
        ("The roof was not mended.", "The roof was mended.", .negation),
        ("The roof was mended.", "The roof was never mended.", .negation),
        ("She wrote that the roof is “as good as new”.", "The roof is mended, she wrote.", .quotedWords),
        ("Elephants eat grass and leaves all day.", "The roof was mended.", .meaning),
    ])
    func `a claim that says something else has its problem named`(
        claim: String, text: String, problem: ClaimVerdict.Problem
    ) throws {
        #expect(try Self.problem(claim, citing: text) == problem)
    }

    @Test(arguments: [
        ("Here is what I found:", nil, nil), ("Das habe ich gefunden:", nil, nil),
        ("What I found about the roof, in order of time:", "Elephants eat grass.", nil),
        ("Ada wrote this about the roof:", "The roof was mended.", nil),
        ("These 3 messages of Ben say it:", nil, ClaimVerdict.Problem.noCitation),
        ("Ada wrote 3 messages:", "The roof was mended.", .number), ("This is what Ben wrote:", "The roof.", .name),
        ("The roof was not mended:", "The roof was mended.", .negation), ("The roof was mended", nil, .noCitation),
        (String(repeating: "and the roof leaks ", count: 9) + "here:", nil, .noCitation),
    ])
    func `words that only announce what follows claim nothing, but for their names and numbers`(
        words: String, text: String?, problem: ClaimVerdict.Problem?
    ) throws {
        #expect(try Self.problem(words, citing: text) == problem)
    }

    @Test(arguments: [
        ("The chain of the bicycle is new.", "The chain of the bicycle is new, but not the lock."),
        ("The roof was mended on Sunday, 7 May 2023.", "The roof was mended on 7 May 2023."),
        ("Ada wrote on Monday that the roof is mended.", "The roof is mended."),
        ("The roof costs 300 euros.", "The roof costs 300 €, 20 % of all."),
        ("The roof costs 300 euros.", "We talked about the roof. It costs 300 euros."),
    ])
    func `a clause that denies something else tells nothing, and other forms of a number are the same`(
        claim: String, text: String
    ) throws {
        #expect(try Self.problem(claim, citing: text) == nil)
    }

    @Test func `what is thought and not said in a clause of its own is denied with it`() throws {
        #expect(
            try Self.problem("The roof is mended.", citing: "I do not think, that the roof is mended.") == .negation)
    }

    @Test func `"may" beside no number is no month`() throws {
        #expect(try Self.problem("The roof may be mended.", citing: "The roof may be mended.") == nil)
        #expect(try Self.problem("You may have 3 keys.", citing: "You may have 3 keys for now.") == nil)
    }

    @Test func `a claim that cites nothing is not supported`() throws {
        let check = ClaimCheck(encoder: nil, clock: QueryClock(now: .days(0), timeZone: .gmt))
        #expect(try check.verdicts(on: [Claim(text: "So it is.", evidence: [])])[0].problem == .noCitation)
    }
}
