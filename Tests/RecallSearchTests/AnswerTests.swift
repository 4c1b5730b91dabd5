import Foundation
import RecallCore
import RecallKit
import RecallSearch
import RecallTestSupport
import Testing

/// Quoted answers, by words alone unless said otherwise.
@Suite(.scratch) struct AnswerTests {
    // Words are rare or common only in company.
    private static let others = (0..<40).map {
        Item.note("other\($0)", text: "This is what we have of other things, and it is the \($0).")
    }

    private static func answer(_ query: SearchQuery, in items: [Item], limit: Int = 3) async throws -> QuotedAnswer {
        try await SearchFixture(items + others).engine().quotations(for: query, limit: limit)
    }

    @Test(arguments: [
        (
            "how many crates did the orchard give", "The orchard did give crates. The orchard did give crates, 120.",
            "120"
        ),
        ("what did the orchard cost", "The orchard did cost more than 9. The orchard did cost £120.", "120"),
        (
            "what is the yearly rent of the orchard",
            "The yearly rent of the orchard rose by 9. The yearly rent of the orchard is 120 euros.", "120"
        ),
        ("was hat der orchard gekostet", "Der orchard hat was gekostet. Der orchard hat 120 Euro gekostet.", "120"),
        (
            "what was the orchard rent letter about", "The orchard rent letter was about its wall. It cost £9.",
            "wall"
        ),
        ("when does the orchard open", "The orchard does open to all. The orchard does open on Friday.", "Friday"),
        (
            "who planted the orchard", "They planted the orchard long since. The orchard was planted by Mira Kovac.",
            "Mira"
        ),
        ("where is the orchard meeting", "The orchard meeting is short. The orchard meeting is in Lisbon.", "Lisbon"),
        (
            "which city has the orchard",
            "The orchard, the city has it. The orchard, the city has it: in Porto, Lisbon.", "Porto"
        ),
        (
            "wer hat den Garten orchard angelegt", "Den orchard hat man angelegt. Den orchard hat Mira Kovac angelegt.",
            "Mira"
        ),
        ("cuántas cajas dio el orchard", "El orchard dio cajas y nada. El orchard dio cajas, ciento 120.", "120"),
        ("quand ouvre le orchard", "Le orchard ouvre pour tous ici. Le orchard ouvre vendredi pour tous.", "vendredi"),
        (
            "what is the gate code of the orchard",
            "The orchard gate has a code, the gate code of the orchard. The gate code is 7714.", "7714"
        ),
        (
            "what is the address of the orchard",
            "The address of the orchard is a new one. The address of the orchard: Mill Lane 4.", "Mill"
        ),
        (
            "wie ist die Adresse vom orchard",
            "Die Adresse vom orchard ist die neue. Die Adresse vom orchard: Birkenstraße 4.", "Birken"
        ),
        (
            "what is Mira's phone number", "Mira lost her phone, and its number. Mira has a new number, 07700 900142.",
            "07700"
        ),
        (
            "wie lautet die Telefonnummer von Mira",
            "Mira hat eine Telefonnummer, die neue Telefonnummer von Mira. Die Telefonnummer ist 07700 900142.", "07700"
        ),
    ])
    func `of two sentences that say the same words, the one with the kind of answer asked for is quoted first`(
        question: String, text: String, answer: String
    ) async throws {
        let quoted = try await Self.answer(SearchQuery(question), in: [.note("n", text: text)])
        #expect(quoted.quotations.first?.text.contains(answer) == true)
    }

    @Test func `a question that the library answers is answered, with the bytes of the item`() async throws {
        let note = Item.note("n", text: "Plums were dear. The orchard key hangs behind the cellar door. So it goes.")
        let quoted = try await Self.answer("where does the orchard key hang", in: [note])
        let first = try #require(quoted.quotations.first)
        #expect(quoted.isAnswer && quoted.confidence > 0.5)
        #expect(first.item.externalID == "n" && first.text == "The orchard key hangs behind the cellar door.")
        #expect(Array(note.text.utf8)[first.range].elementsEqual(first.text.utf8))
    }

    @Test(arguments: [
        ("The orchard supper, first go.", false), ("The orchard supper is on Friday.", true),
        ("The orchard supper, 12 May.", true),
    ])
    func `a question for a time is not answered by a note without one`(text: String, isAnswer: Bool) async throws {
        let quoted = try await Self.answer("when is the orchard supper", in: [.note("n", text: text)])
        #expect(quoted.isAnswer == isAnswer && quoted.quotations.first?.text == text)
        let mail = Item.mail("m", text: "The orchard supper was lovely, thank you.")
        #expect(try await Self.answer("when was the orchard supper", in: [mail]).isAnswer)
    }

    @Test(arguments: [
        ("what is the gate code of the orchard", "The gate code of the orchard is known to all of us.", false),
        ("what is the gate code of the orchard", "The gate code of the orchard is 7714.", true),
        ("what did the orchard wall cost", "The orchard wall did cost us dearly.", false),
        ("what did the orchard wall cost", "The orchard wall did cost 900 in all.", true),
    ])
    func `a question for a number is not answered by what has none`(question: String, text: String, isAnswer: Bool)
        async throws
    {
        #expect(try await Self.answer(SearchQuery(question), in: [.note("n", text: text)]).isAnswer == isAnswer)
    }

    @Test(arguments: [
        ("how long did the orchard supper last", "The orchard supper did last, and it was dear to 40 of us.", false),
        ("how long did the orchard supper last", "The orchard supper did last three hours.", true),
        ("what time does the orchard supper begin", "The orchard supper does begin on 12 May.", false),
        ("what time does the orchard supper begin", "The orchard supper does begin at 19:30.", true),
        ("what time does the orchard supper begin", "The orchard supper does begin at 7 pm.", true),
        ("how many plums did the orchard give", "The orchard plums did give joy on 12 May 2024.", false),
        ("how many plums did the orchard give", "The orchard did give 120 plums on 12 May.", true),
        ("what did the orchard wall cost", "The orchard wall did cost us dearly on 12 May.", false),
        ("what is the gate code of the orchard", "The gate code of the orchard comes in 5 to 7 days.", false),
        ("what is the gate code of the orchard", "The gate code of the orchard is from 3 May 2024.", false),
        ("who planted the orchard wall plums", "They planted the orchard wall plums long since.", false),
        ("who planted the orchard wall plums", "Mira planted the orchard wall plums long since.", true),
        ("why did the orchard wall fall", "The orchard wall did fall. All saw it fall.", false),
        ("why did the orchard wall fall", "The orchard wall did fall because of the frost.", true),
        ("what is the orchard keeper's dog called", "The orchard keeper's dog is called in at dusk.", false),
        ("what is the orchard keeper's dog called", "The orchard keeper's dog is called Pip.", true),
        ("where is the orchard key kept", "The orchard key is kept well.", false),
        ("where is the orchard key kept", "The orchard key is kept under the pot.", true),
        ("serial number of the orchard pump", "The serial number of the orchard pump is on the pump.", false),
    ])
    func `what cannot be the answer is quoted, and not called one`(question: String, text: String, isAnswer: Bool)
        async throws
    {
        let quoted = try await Self.answer(SearchQuery(question), in: [.message("m", hour: 5, text: text, from: "Bea")])
        #expect(quoted.isAnswer == isAnswer && quoted.quotations.first?.text == text, "\(quoted.confidence)")
    }

    @Test(arguments: [
        ("what colour is the orchard gate", false), ("Say, what colour is the orchard gate? I do forget.", false),
        ("The orchard gate has the colour green. And yours?", true),
    ])
    func `a message that only asks the question is no answer to it`(text: String, isAnswer: Bool) async throws {
        let message = Item.message("m", hour: 5, text: text, from: "Bea")
        #expect(try await Self.answer("what colour is the orchard gate", in: [message]).isAnswer == isAnswer)
    }

    @Test func `the reply to a message that asks the same is the answer`() async throws {
        let chat = [
            Item.message("1", hour: 5, text: "What colour is the orchard gate?", from: "Bea"),
            Item.message("2", hour: 5.1, text: "I am at the wall.", from: "Bea"),
            Item.message("3", hour: 5.2, text: "Dark green.", from: "Cem"),
            Item.message("4", hour: 5.3, text: "So it goes.", from: "Bea"),
        ]
        let quoted = try await Self.answer("what colour is the orchard gate", in: chat)
        #expect(quoted.isAnswer && quoted.quotations.first?.text == "Dark green.")
    }

    @Test func `the date of a message answers when something happened, not when something is to come`() async throws {
        let message = Item.message("m", hour: 5, text: "The orchard supper was lovely.", from: "Bea")
        #expect(try await Self.answer("when was the orchard supper", in: [message]).isAnswer)
        #expect(try await !Self.answer("when is the orchard supper", in: [message]).isAnswer)
    }

    @Test func `what is said of somebody else is no answer about the one who is named`() async throws {
        let items = [
            Item.mail("a", "Trip", text: "My passport expires on 9 January 2026.", from: "Bea", day: 3),
            Item.mail("b", "Plums", text: "So it goes.", from: "Tom", day: 4),
        ]
        #expect(try await !Self.answer("when does Tom's passport expire", in: items).isAnswer)
        #expect(try await Self.answer("when does Bea's passport expire", in: items).isAnswer)
    }

    @Test(arguments: [
        ("when is the orchard supper", "21 May"), ("what was the first date of the orchard supper", "14 May"),
        ("when was the orchard supper to be before", "14 May"),
    ])
    func `of two dates of one thing the later one holds, unless what was before is asked for`(
        question: String, expected: String
    ) async throws {
        let items = [
            Item.mail("a", "Supper", text: "The orchard supper is on 14 May at the mill.", from: "Bea", day: 3),
            Item.mail("b", "News", text: "The date: the orchard supper is now on 21 May.", from: "Tom", day: 9),
        ]
        let quoted = try await Self.answer(SearchQuery(question), in: items)
        #expect(quoted.quotations.first?.text.contains(expected) == true)
    }

    @Test(arguments: [
        ("what is Rolf's hourly pay at the mill", "8.20", true), ("what is the hourly pay at the mill", "48", true),
        ("what is Gina's hourly pay at the mill", "", false),
    ])
    func `what is somebody's is answered by what speaks of them, whatever came later`(
        question: String, expected: String, isAnswer: Bool
    ) async throws {
        let items = [
            Item.mail("a", "Rolf", text: "The hourly pay at the mill is £8.20.", from: "Bea", day: 3),
            Item.mail("b", "Rates", text: "The hourly pay at the mill is now £48.", from: "Bea", day: 9),
        ]
        let quoted = try await Self.answer(SearchQuery(question), in: items)
        #expect(quoted.isAnswer == isAnswer && (!isAnswer || quoted.quotations.first?.text.contains(expected) == true))
    }

    @Test(arguments: [("Mallory", "4471"), ("Bea", "9999"), ("Ada", "9999")])
    func `a stranger's later mail takes no fact's place, that of a correspondent does`(
        sender: String, expected: String
    ) async throws {
        let letters = (0..<20).map { number in
            var mail = Item.mail("o\(number)", "Letter", text: "So it goes, \(number).", day: Double(number))
            mail.recipients = [Recipient(Participant(name: "Bea", address: "bea@people.example"))]
            return mail
        }
        let items = [
            Item.mail("a", "Locker", text: "The locker code of the mill is 4471.", from: "Cal", day: 21),
            Item.mail("b", "Locker", text: "The locker code of the mill is now 9999.", from: sender, day: 30),
        ]
        let quoted = try await Self.answer("locker code of the mill", in: letters + items)
        #expect(quoted.quotations.first?.text.contains(expected) == true)
    }

    /// A mail from `sender` with the words of `author`, whose own mail is nowhere.
    private static func quoting(_ author: String, _ words: String, from sender: String) -> Item {
        let address = "\(author.lowercased())@people.example"
        let text = "Fine.\n\nOn 3 May 2001 at 10:00, \(author) <\(address)> wrote:\n> \(words)"
        var mail = Item.mail("quoting", "Re: Locker", text: text, from: sender, day: 30)
        mail.authoredRanges = [0..<5]
        var details = EmailDetails(messageID: "quoting")
        details.wasReceived = sender != "Ada"
        mail.details = .email(details)
        return mail
    }

    @Test func `quoted words are answered as their author's`() async throws {
        let mail = Self.quoting("Deb", "The locker code of the mill is 4471.", from: "Cal")
        let quoted = try await Self.answer("What is the locker code of the mill?", in: [mail])
        let first = try #require(quoted.quotations.first)
        #expect(first.text == "The locker code of the mill is 4471.")
        #expect(first.item.sender?.name == "Cal" && first.item.author?.name == "Deb" && first.item.quoted != nil)
    }

    @Test(arguments: [("Deb", "Ada"), ("Ada", "Mallory"), ("Mallory", "Mallory"), ("Ada", "Ada")])
    func `quoted words are not the owner's, whoever quotes whom`(author: String, sender: String) async throws {
        let letters = (0..<20).map { Item.mail("o\($0)", "Letter", text: "So it goes, \($0).", day: Double($0)) }
        let own = Item.mail("own", "Locker", text: "My locker code of the mill is 4471.", day: 21)
        let mail = Self.quoting(author, "My locker code of the mill is 9999.", from: sender)
        let quoted = try await Self.answer("What is my locker code of the mill?", in: letters + [own, mail])
        #expect(quoted.quotations.first?.text.contains("4471") == true)
        let alone = try await Self.answer("What is my locker code of the mill?", in: letters + [mail])
        #expect(!alone.isAnswer)
    }

    @Test(arguments: ["Ada", "Mallory"], ["My new phone number is 555 6666.", "Mum's new phone number is 555 6666."])
    func `the number of somebody in a quotation is no sure answer`(sender: String, words: String) async throws {
        let letters = (0..<20).map { Item.mail("o\($0)", "Letter", text: "So it goes, \($0).", day: Double($0)) }
        let mail = Self.quoting("Mum", words, from: sender)
        let quoted = try await Self.answer("What is Mum's new phone number?", in: letters + [mail])
        #expect(!quoted.isAnswer)
    }

    @Test func `a delivered mail from the owner's address makes nobody a correspondent`() async throws {
        let letters = (0..<20).map { Item.mail("o\($0)", "Letter", text: "So it goes, \($0).", day: Double($0)) }
        var forged = Item.mail("f", "Letter", text: "So it goes.", day: 20)
        forged.recipients = [Recipient(Participant(name: "Mallory", address: "mallory@people.example"))]
        let items = [
            Item.mail("a", "Locker", text: "The locker code of the mill is 4471.", from: "Cal", day: 21),
            Item.mail("b", "Locker", text: "The locker code of the mill is now 9999.", from: "Mallory", day: 30),
        ]
        for (wasReceived, expected) in [(false, "9999"), (true, "4471")] {
            var details = EmailDetails(messageID: "f")
            details.wasReceived = wasReceived
            forged.details = .email(details)
            let quoted = try await Self.answer("locker code of the mill", in: letters + [forged] + items)
            #expect(quoted.quotations.first?.text.contains(expected) == true)
        }
    }

    @Test func `what lies among the junk is no answer, unless junk is asked for`() async throws {
        var details = EmailDetails(messageID: "j")
        details.isInJunkFolder = true
        var junk = Item.mail("j", "Locker", text: "The locker code of the mill is 9999.", from: "Mallory", day: 30)
        junk.details = .email(details)
        let letters = (0..<20).map { Item.mail("o\($0)", "Letter", text: "So it goes, \($0).", day: Double($0)) }
        let quoted = try await Self.answer("What is the locker code of the mill?", in: letters + [junk])
        #expect(!quoted.quotations.contains { $0.text.contains("9999") })
        let asked = try await Self.answer("What is the locker code of the mill in the spam?", in: letters + [junk])
        #expect(asked.quotations.first?.text.contains("9999") == true)
    }

    @Test(arguments: ["no sender", "forged owner", "self-named", "control"])
    func `what a stranger sends takes no fact's place, in whatever it is wrapped`(wrapping: String) async throws {
        let letters = (0..<20).map { Item.mail("o\($0)", "Letter", text: "So it goes, \($0).", day: Double($0)) }
        let text = "The locker code of the mill is now 9999."
        var stranger = Item.mail("b", "Locker", text: text, from: wrapping == "control" ? "Cal" : "Mallory", day: 30)
        switch wrapping {
        case "no sender": stranger.sender = nil
        case "forged owner":
            var details = EmailDetails(messageID: "b")
            details.wasReceived = true
            (stranger.sender, stranger.details) = (letters[0].sender, .email(details))
        case "self-named":
            stranger = Item.message("b", hour: 30 * 24, text: text, from: "~ Mallory")
        default: break
        }
        let fact = Item.mail("a", "Locker", text: "The locker code of the mill is 4471.", from: "Cal", day: 21)
        let quoted = try await Self.answer("locker code of the mill", in: letters + [fact, stranger])
        #expect(quoted.quotations.first?.text.contains(wrapping == "control" ? "9999" : "4471") == true)
    }

    @Test func `a mail under a chat's name without an address takes no fact's place`() async throws {
        var mail = Item.mail("b", text: "For the locker: the code of the mill is now 9999.", day: 30)
        mail.sender = Participant(name: "Bea")
        let items = [
            Item.message("a", hour: 5, text: "The locker code of the mill is 4471.", from: "Bea"), mail,
        ]
        let letters = (0..<20).map { Item.mail("o\($0)", "Letter", text: "So it goes, \($0).", day: Double($0)) }
        let quoted = try await Self.answer("locker code of the mill", in: letters + items)
        #expect(quoted.quotations.first?.text.contains("4471") == true)
    }

    @Test func `who took a name comes after who is saved under it`() async throws {
        let items = ["~ Bea", "Bea"].enumerated().map { hour, name in
            Item.message(
                "m\(hour)", hour: Double(-hour), chat: "\(hour)", text: "My street is Mill Row \(hour).", from: name)
        }
        let quoted = try await Self.answer("What is Bea's street?", in: items)
        #expect(quoted.quotations.map(\.text) == ["My street is Mill Row 1.", "My street is Mill Row 0."])
    }

    @Test func `the digits of a reference are no amount`() async throws {
        let items = [
            Item.message(
                "a", hour: 0, text: "The deposit of the mill is with the register, ref SDR-209-77413.", from: "Bea"),
            Item.message("b", hour: 9, text: "They hold the deposit of the mill, £1,450.", from: "Bea"),
        ]
        let quoted = try await Self.answer("How much was the deposit of the mill?", in: items)
        #expect(quoted.quotations.first?.text.contains("£1,450") == true)
    }

    @Test(arguments: ["medlar-otter-9157", "The password is sunflower", "pw: sunflower"])
    func `a password is answered by what looks like one, or by what follows the word`(said: String) async throws {
        let items = [
            Item.message("a", hour: 0, text: "The old wifi password does not work.", from: "Bea"),
            Item.message("b", hour: 9, text: "For the wifi at home: \(said)", from: "Bea"),
        ]
        let quoted = try await Self.answer("wifi password at home", in: items)
        #expect(quoted.quotations.first?.text.contains(said) == true)
    }

    @Test func `after what others say of somebody stands what that person says`() async throws {
        let items = [
            Item.mail(
                "a", "Hello", text: "Bea's address is Rogue Street 66, and Bea's address is in London.", from: "Mallory"
            ),
            Item.mail(
                "b", "Hello", text: "We moved. The street is Cedar Lane, and my address there is 12.", from: "Bea"),
        ]
        let quoted = try await SearchFixture(items).engine().quotations(for: SearchQuery("what is Bea's address?"))
        #expect(quoted.quotations.contains { $0.text.contains("12") })
    }

    @Test func `rows of a table are quoted one by one, and whole`() async throws {
        let text = "# Codes\n\n| What | Code |\n|---|---|\n| Yard door | 1968 |\n| Mill door | 2580 (Pam etc. know) |"
        let quoted = try await Self.answer("code of the mill door", in: [Item.note("n", text: text)])
        #expect(quoted.quotations.first?.text == "| Mill door | 2580 (Pam etc. know) |")
    }

    @Test func `a short row of a table is not run together with the next one`() async throws {
        let note = Item.note("n", text: "Orchard supper\n\n| What | Sum |\n|---|---|\n| Cake | £400 |\n| Plums | £90 |")
        let quoted = try await Self.answer("what does the orchard supper cake cost", in: [note])
        #expect(quoted.quotations.contains { $0.text.contains("Cake") && !$0.text.contains("Plums") })
    }

    @Test(arguments: [
        ("What is Elena's orchard number?", "Rui's orchard number is 07700 900455.", false),
        ("What is Elena's orchard number?", "Elena's orchard number is 07700 900455.", true),
        ("What is Elena's orchard number?", "The orchard number of Rui is 07700 900455.", false),
        ("What is Elena's orchard number?", "Your orchard number is 07700 900455.", false),
        ("What is Rui's orchard number?", "It's the orchard number 07700 900455.", true),
    ])
    func `what is said to be another one's is no answer`(question: String, text: String, isAnswer: Bool) async throws {
        let mail = Item.mail("m", "Elena and Rui", text: text, from: "Elena", day: 3)
        #expect(try await Self.answer(SearchQuery(question), in: [mail]).isAnswer == isAnswer)
    }

    @Test(arguments: [
        ("Priyanka takes the orchard plums to Girona.", false), ("Priyanka Menon takes the orchard plums.", true),
        ("Priyanka, the surname is Menon, takes the orchard plums.", true),
    ])
    func `a surname is answered by what stands beside the name`(text: String, isAnswer: Bool) async throws {
        let quoted = try await Self.answer("What is Priyanka's surname?", in: [.mail("m", text: text)])
        #expect(quoted.isAnswer == isAnswer)
    }

    @Test(arguments: [
        ("which hotel was it in paris", "The hotel was the one in London, the grey one.", "They miss Paris badly."),
        ("what is the magnitude of the quake of 1989", "The quake of 1989 woke me, its magnitude did.", "So what."),
        ("what is the price of the retreat", "The price of the retreat is not told, Apr 1 - 10, 2002.", "So what."),
    ])
    func `what is of another place, or has no number that is asked for, is no answer`(
        question: String, text: String, other: String
    ) async throws {
        let items = [
            Item.mail("a", "Trip", text: text, from: "Bea", day: 3),
            Item.mail("b", "News", text: other, from: "Tom", day: 9),
        ]
        #expect(try await !Self.answer(SearchQuery(question), in: items).isAnswer)
    }

    @Test func `names are known where the question is typed without capital letters`() async throws {
        let items = [
            Item.mail("a", "Trip", text: "The hotel in Paris was the grey one by the canal.", from: "Bea", day: 3),
            Item.mail("b", "News", text: "They miss Paris badly.", from: "Tom", day: 9),
        ]
        let quoted = try await Self.answer("which hotel was it in paris", in: items)
        #expect(quoted.isAnswer && quoted.quotations.first?.text.contains("grey") == true)
    }

    @Test func `headers that a mail passes on, and who is spoken to, are not quoted`() async throws {
        let text = """
            Mr. Brandt:

            The orchard meeting moved to Lisbon.

            Cal Orchard on 08/02/2000 05:21:03 PM To: Ada Orchard/HOU/ECT@ECT cc: Tom Orchard/LON Subject: Orchard meeting
            """
        for question in ["where is the orchard meeting", "who is brandt", "orchard subject"] {
            let quoted = try await Self.answer(
                SearchQuery(question), in: [.mail("a", "Trip", text: text, from: "Bea", day: 3)])
            #expect(quoted.quotations.allSatisfy { !$0.text.contains("cc:") && !$0.text.hasSuffix("Brandt:") })
        }
    }

    @Test(arguments: [("Mallory", true, false), ("Cal", true, true), ("Mallory", false, true)])
    func `somebody's number is no answer in the mail of a stranger`(
        sender: String, wasReceived: Bool, isAnswer: Bool
    ) async throws {
        var letters = (0..<20).map { Item.mail("o\($0)", "Letter", text: "So it goes, \($0).", day: Double($0)) }
        letters[0].recipients = [Recipient(Participant(name: "Cal", address: "cal@people.example"))]
        letters.append(.mail("p", "Plums", text: "Lovely plums, Priyanka!", from: "Priyanka", day: 25))
        var told = Item.mail("s", "Plums", text: "Priyanka's phone number is 0171 4471.", from: sender, day: 30)
        var details = EmailDetails(messageID: "s")
        details.wasReceived = wasReceived
        told.details = .email(details)
        let quoted = try await Self.answer("What is Priyanka's phone number?", in: letters + [told])
        #expect(quoted.quotations.first?.text.contains("4471") == true && quoted.isAnswer == isAnswer)
    }

    @Test func `what a stranger calls theirs is no answer about what the owner calls theirs`() async throws {
        let own = (0..<20).map {
            Item.mail("o\($0)", "Letter \($0)", text: "So it goes, \($0).", from: "Ada", day: Double($0))
        }
        let stranger = Item.mail("s", "Plums", text: "My locker number is 4471.", from: "Mallory", day: 30)
        let mine = Item.mail("m", "Plums", text: "My locker number is 4471.", from: "Ada", day: 30)
        #expect(try await !Self.answer("my locker number", in: own + [stranger]).isAnswer)
        #expect(try await Self.answer("my locker number", in: own + [mine]).isAnswer)
    }

    @Test(arguments: [
        ("I have three cats.", "Ada", true), ("I have three cats.", "Mallory", false),
        ("Lena has three cats.", "Ada", false),
    ])
    func `what others have is no answer to what the owner has`(
        text: String, sender: String, isAnswer: Bool
    ) async throws {
        let own = (0..<20).map {
            Item.mail("o\($0)", "Letter \($0)", text: "So it goes, \($0).", from: "Ada", day: Double($0))
        }
        let told = Item.mail("s", "Pets", text: text, from: sender, day: 30)
        #expect(try await Self.answer("How many cats do I have?", in: own + [told]).isAnswer == isAnswer)
    }

    @Test func `what a title names is said by what is below it`() async throws {
        let start = Item.note("Start here", text: "Home: The flat, Bramble, Gasket.\n\nField: Lamp study.")
        let bramble = Item.note("Bramble", text: "Feed her 60 g of flour each Sunday. Keep her in the cellar.")
        let quoted = try await Self.answer("What do my notes say about “Bramble”?", in: [start, bramble])
        #expect(quoted.isAnswer && quoted.quotations.contains { $0.item.title == "Bramble" })
        let mail = Item.mail("m", "Re: Keys handed over", text: "£850 in all, £600 comes to you.", from: "Bea", day: 3)
        let other = Item.mail("o", "Party", text: "Bea handed me the keys of her party hall.", from: "Cal", day: 4)
        let written = try await Self.answer("What did Bea write about “Keys handed over”?", in: [mail, other])
        #expect(written.isAnswer && written.quotations.first?.text.contains("£600") == true)
    }

    @Test(arguments: [
        ("what is the problem of orchard pump 3", true), ("what is the problem of orchard pump 4", false),
        ("what does error E18 of the orchard pump mean", true), ("what does error E20 of the orchard pump mean", false),
    ])
    func `what says another number or code than the question is no answer`(question: String, isAnswer: Bool)
        async throws
    {
        let note = Item.note(
            "n", text: "The problem of orchard pump 3: error E18, which does mean its pipe is blocked.")
        #expect(try await Self.answer(SearchQuery(question), in: [note]).isAnswer == isAnswer)
    }

    @Test(arguments: [
        ("which orchard supper is in December", true), ("which orchard supper is in March", false),
        ("quando é a ceia do orchard em dezembro", true), ("wat kost het orchard in maart", false),
    ])
    func `what is of another month than the question is no answer`(question: String, isAnswer: Bool) async throws {
        let note = Item.note("n", text: "The orchard supper is on 13 December. A ceia do orchard, het kost 9.")
        #expect(try await Self.answer(SearchQuery(question), in: [note]).isAnswer == isAnswer)
    }

    @Test(arguments: [("when is the orchard supper 2031", false), ("when is the orchard supper 2024", true)])
    func `what is of another year than the question is no answer`(question: String, isAnswer: Bool) async throws {
        let mail = Item.mail("a", "Supper", text: "The orchard supper is on 14 May 2024.", from: "Bea", day: 3)
        #expect(try await Self.answer(SearchQuery(question), in: [mail]).isAnswer == isAnswer)
    }

    @Test func `the points of a short list are quoted together where a list is asked for`() async throws {
        let text = "# Tablets\n\n- Amlodipine 5 mg in the morning\n- Omeprazole 20 mg at night\n- Vitamin D"
        let note = Item.note("n", text: text)
        let quoted = try await Self.answer("which tablets are there", in: [note])
        #expect(quoted.quotations.contains { $0.text.contains("Amlodipine") && $0.text.contains("Vitamin D") })
    }

    @Test(arguments: ["\n\n", "\n"])
    func `a heading and a day alone are no part of the sentence below them`(below: String) async throws {
        let text = "2024-01-06\n\n# Health\(below)Penicillin gives Bea a rash. Hay fever in May."
        let note = Item.note("health", text: text)
        let quoted = try await Self.answer("what gives bea a rash", in: [note])
        #expect(quoted.quotations.first?.text == "Penicillin gives Bea a rash.")
    }

    @Test func `names and titles below a mail are not quoted`() async throws {
        let mail = Item.mail(
            "m", "News", text: "The new orchard keeper is not known yet.\n\nAda\nkeeper at the Orchard House of old",
            from: "Ada", day: 3)
        let quoted = try await Self.answer("who is the new orchard keeper", in: [mail])
        #expect(!quoted.quotations.isEmpty && quoted.quotations.allSatisfy { !$0.text.contains("Orchard House") })
    }

    @Test(arguments: [
        ("Сколько стоит ремонт крыши?", "Ремонт крыши стоит 120 тысяч.", true),
        ("Какой размер обуви у сестры?", "Брат купил куртку на размер больше.", false),
        ("Какой код у ворот сада?", "У ворот сада код 7714.", true),
        ("Wat is de code van het hek van de tuin?", "De code van het hek van de tuin is 7714.", true),
        ("Quanto costa la riparazione del tetto?", "La riparazione del tetto costa 120 euro.", true),
        ("Ile kosztuje naprawa dachu?", "Naprawa dachu kosztuje 120 tysięcy.", true),
    ])
    func `questions in other languages are answered by what says their words`(
        question: String, text: String, isAnswer: Bool
    ) async throws {
        #expect(try await Self.answer(SearchQuery(question), in: [.note("n", text: text)]).isAnswer == isAnswer)
    }

    @Test func `question words of a language that the library seldom has are not missed in an answer`() async throws {
        let note = Item.note("n", text: "Den orchard pflegt seit Jahren Mira Kovac.")
        let asked = try await Self.answer("wer pflegt seit Jahren den orchard", in: [note])
        let told = try await Self.answer("jemand pflegt seit Jahren den orchard", in: [note])
        #expect(asked.isAnswer && asked.confidence > told.confidence, "\(asked.confidence) \(told.confidence)")
    }

    @Test(arguments: ["Guten Tag Frau Orchard,", "Dear orchard friends,"])
    func `who is spoken to in a letter is not quoted`(greeting: String) async throws {
        let letter = Item.note("n", text: "\(greeting)\n\nThe orchard supper is on Friday.")
        let quoted = try await Self.answer("when is the orchard supper", in: [letter])
        #expect(quoted.quotations.map(\.text) == ["The orchard supper is on Friday."])
    }

    @Test func `a short question of another language is not answered by its small words`() async throws {
        let items: [Item] = [
            .note("papa", text: "Papa hat wieder Brustschmerzen gehabt, beim Treppensteigen."),
            .note("reha", text: "Er hat in der Reha 14 Euro gewonnen."),
            .note("mill", text: "The mill is shut, and the miller is on the hill with his son."),
        ]
        let quoted = try await Self.answer("wer hat gewonnen beim kurs", in: items)
        #expect(!quoted.isAnswer && quoted.quotations.first?.item.externalID == "reha")
    }

    @Test func `a name that an answer lacks makes it less sure than another word does`() async throws {
        let note = Item.note("n", text: "The orchard supper begins on Friday.")
        let name = try await Self.answer("when does the orchard supper of Lisbon begin", in: [note])
        let word = try await Self.answer("when does the orchard supper of lisbon begin", in: [note])
        #expect(name.confidence < word.confidence)
    }

    @Test func `what shares one word with a question is no answer to it`() async throws {
        let note = Item.note("n", text: "The orchard gave plums.")
        let ferry = Item.note("ferry", text: "The lighthouse keeper knows the Bergen tide and the sailors.")
        let quoted = try await Self.answer("when does the orchard ferry leave Bergen for the lighthouse", in: [note])
        #expect(!quoted.isAnswer && quoted.confidence < 0.38)
        #expect(try await Self.answer("zzz", in: [note, ferry]).quotations.isEmpty)
    }

    @Test(arguments: [
        ("which pears did we plant", true), ("list the pears", true), ("what pears did we plant", true),
        ("what are all the pears that we planted", true), ("welche alle pears haben wir", true),
        ("where did we plant the pears", false), ("which pear is the best", false), ("pears", false),
    ])
    func `a question for a list is answered by more sentences, in order of time`(question: String, isList: Bool)
        async throws
    {
        let kinds = ["Conference", "Bosc", "Comice", "Abate", "Anjou"]
        let days: [Double] = [5, 1, 4, 2, 3]
        let items = zip(kinds, days).map { kind, day in
            Item.mail("\(Int(day))", "garden", text: "The \(kind) are pears that we did plant.", day: day)
        }
        let quoted = try await SearchFixture(items + Self.others).engine().quotations(for: SearchQuery(question))
        let found = quoted.quotations.compactMap(\.item.externalID)
        #expect(found.count == (isList ? 5 : 3))
        #expect(!isList || found == found.sorted())
    }

    @Test func `only what passes the filter is quoted`() async throws {
        let items = [
            Item.note("n", text: "The orchard key hangs behind the door."),
            Item.message("m", hour: 1, text: "The orchard key is with me.", from: "Ada"),
            Item.message("o", hour: 2, text: "No, the orchard key is with me!", from: "Ben"),
        ]
        let query = SearchQuery("who has the orchard key", filter: .all([.kind(.message), .from("ben")]))
        #expect(try await Self.answer(query, in: items).quotations.map(\.item.externalID) == ["o"])
        let language = SearchQuery("who has the orchard key kind:note")
        #expect(try await Self.answer(language, in: items).quotations.map(\.item.externalID) == ["n"])
        #expect(try await Self.answer("kind:note", in: items).quotations.isEmpty)
    }

    @Test func `what is repeated in replies is quoted once, and never more than asked for`() async throws {
        let text = "The orchard key hangs behind the old cellar door, on the left."
        let mails = (0..<4).map { Item.mail("m\($0)", "key \($0)", text: text, day: Double($0)) }
        let more = Item.note("n", text: "The orchard has a key. The orchard key is old. One orchard key is lost.")
        let quoted = try await Self.answer("where does the orchard key hang", in: mails + [more])
        #expect(quoted.quotations.count == 3 && quoted.quotations.count { $0.text == text } == 1)
        #expect(try await Self.answer("orchard key", in: mails + [more], limit: 1).quotations.count == 1)
        #expect(try await Self.answer("orchard key", in: mails + [more], limit: 0).quotations.isEmpty)
    }

    @Test func `what the author did not write is never quoted`() async throws {
        let own = "I have no orchard key."
        let text = own + "\n\nThe orchard key hangs behind the cellar door."
        let quoted = try await Self.answer(
            "where does the orchard key hang", in: [.note("n", text: text, authored: [0..<own.utf8.count])])
        #expect(quoted.quotations.map(\.text) == [own])
    }

    @Test func `a message is quoted whole, and the one that follows a question before the question`() async throws {
        let chat = [
            Item.message("q", hour: 1, text: "Where do we meet for the orchard walk?", from: "Ada"),
            Item.message("a", hour: 1.1, text: "At the gate. The orchard walk begins there, bring Max.", from: "Ben"),
        ]
        let quoted = try await Self.answer("where do we meet for the orchard walk", in: chat, limit: 2)
        #expect(quoted.quotations.contains { $0.text == chat[1].text })
    }

    @Test func `a deadline that has passed gives what there is, and cancelling ends it`() async throws {
        let engine = try await SearchFixture([.note("n", text: "The orchard key hangs there.")]).engine()
        let late = try engine.quotations(for: "orchard key", limit: 3, deadline: .now - .seconds(1))
        #expect(late.quotations.isEmpty && !late.isAnswer)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try engine.quotations(for: "orchard key", limit: 3)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `every quotation in the sample archive is where it says`() async throws {
        let library = try await SampleLibrary.shared.value.library
        for query in try SampleLibrary.queries(by: "words").prefix(20) {
            let quoted = try library.quotations(for: SearchQuery(query.query))
            #expect(quoted.quotations.count <= 3 && (0...1).contains(quoted.confidence))
            for quotation in quoted.quotations {
                let item = try #require(try library.item(quotation.item.id))
                #expect(Array(item.text.utf8)[quotation.range].elementsEqual(quotation.text.utf8))
                #expect(item.authoredRanges.contains { $0.contains(quotation.range.lowerBound) })
            }
        }
    }

    @Test func `a question is no answer to a question, and a statement is quoted before it`() async throws {
        let note = Item.note(
            "n", text: "Where does the orchard key hang at night? The orchard key hangs by the cellar.")
        let quoted = try await Self.answer("where does the orchard key hang at night", in: [note])
        #expect(quoted.quotations.first?.text == "The orchard key hangs by the cellar.")
    }

    @Test(arguments: [
        ("Wie alt ist Kater Moritz?", "Noch offen ist Kater Moritz."),
        ("Wo ist die Hündin Frieda?", "Wir reden morgen über die Hündin Frieda."),
        ("Wie schwer ist Bruno nach der Operation?", "Dem Bruno geht es nach der Operation wieder prima."),
        ("where is the orchard ladder", "As discussed, here is the list for the orchard ladder."),
        ("how tall is the orchard ladder", "We still have to talk about the orchard ladder."),
    ])
    func `what has nothing of the kind that is asked for is no sure answer`(question: String, text: String) async throws
    {
        let quoted = try await Self.answer(SearchQuery(question), in: [.message("m", hour: 3, text: text)])
        #expect(quoted.quotations.first?.text == text && !quoted.isAnswer)
    }

    @Test func `what a colon announces is quoted with it`() async throws {
        let text = "So it goes.\n\nThe orchard costs are as below:\n\n- Ladder 40 pounds\n- Baskets 12 pounds"
        let quoted = try await Self.answer("what are the orchard costs", in: [.note("n", text: text)])
        let first = try #require(quoted.quotations.first)
        #expect(first.text.contains("Ladder 40") && first.text.contains("Baskets 12"))
        #expect(Array(text.utf8)[first.range].elementsEqual(first.text.utf8))
    }

    @Test(arguments: [
        "Orchard ladder repair", "Dear orchard ladder friends,", "Dear Bea,",
        "On Monday the orchard ladder committee wrote:",
        "Subject: orchard ladder repair",
    ])
    func `a line of a mail that says nothing itself is not quoted`(line: String) async throws {
        let mail = Item.mail(
            "m", "Orchard ladder repair", text: "\(line)\n\nThe orchard ladder repair is done on Friday by Bea.",
            from: "Ada", day: 3)
        let quoted = try await Self.answer("when is the orchard ladder repair", in: [mail])
        #expect(!quoted.quotations.isEmpty && quoted.quotations.allSatisfy { !$0.text.contains(line) })
    }
}
