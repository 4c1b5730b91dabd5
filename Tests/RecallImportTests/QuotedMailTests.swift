import RecallCore
import RecallImport
import Testing

struct QuotedMailTests {
    /// The mails within a text, each as "author: words".
    private func mails(_ text: String, subject: String = "Re: Keys", sender: String = "") -> [String] {
        let bytes = Array(text.utf8)
        return MailQuotes.quotedMails(in: text, subject: subject, sender: sender).map { mail in
            let words = mail.ranges.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "|")
            return (mail.author?.withAddress ?? "?") + ": " + words
        }
    }

    @Test(arguments: [
        ("On Mon, Apr 2, 2012 at 6:26 PM, Megan One <megan@example.org> wrote:", "Megan One <megan@example.org>"),
        ("On Apr 2, 2012 6:26 PM, \"Megan One\" <megan@example.org> wrote:", "Megan One <megan@example.org>"),
        ("On 04/02/2012 06:26 PM, Megan One wrote:", "Megan One"),
        ("On Mon, Apr 2, 2012 at 6:26 PM, megan@example.org wrote:", "megan@example.org"),
        ("On 2 Apr 2012, at 19:21, Megan <m@example.org>\nwrote:", "Megan <m@example.org>"),
        ("Am 02.04.2012 um 18:26 schrieb Megan One:", "Megan One"),
        ("Am Mo., 2. Apr. 2012 um 18:26 Uhr schrieb Megan One <\nmegan@example.org>:", "Megan One <megan@example.org>"),
        ("Le lun. 2 avr. 2012 à 18:26, Megan One <megan@example.org> a écrit :", "Megan One <megan@example.org>"),
        ("El lun, 2 abr 2012 a las 18:26, Megan One (<megan@example.org>) escribió:", "Megan One <megan@example.org>"),
        ("Op ma 2 apr. 2012 om 18:26 schreef Megan One <megan@example.org>:", "Megan One <megan@example.org>"),
        ("pon., 2 kwi 2012 o 18:26 Megan One <megan@example.org> napisał(a):", "Megan One <megan@example.org>"),
        ("пн, 2 апр. 2012 г. в 18:26, Megan One <megan@example.org>:", "Megan One <megan@example.org>"),
        ("Megan One <megan@example.org> 于2012年4月2日周一 18:26写道：", "Megan One <megan@example.org>"),
        ("2012年4月2日(月) 18:26 Megan One <megan@example.org>:", "Megan One <megan@example.org>"),
        ("Megan One writes:", "Megan One"),
        ("Quoting Megan One <megan@example.org>:", "Megan One <megan@example.org>"),
        ("2012-04-02 18:26 GMT+02:00 Megan One <megan@example.org>:", "Megan One <megan@example.org>"),
    ])
    func `the line above quoted lines names their author`(attribution: String, author: String) {
        #expect(mails("Hello\n\n\(attribution)\n\n> Hi there,\n> all well?\n") == ["\(author): Hi there,\n> all well?"])
    }

    @Test(arguments: [
        (
            "From: Deb Smith <deb@example.org>\nSent: Monday, May 3, 2001\nTo: Mark\nSubject: Keys",
            "Deb Smith <deb@example.org>"
        ),
        (
            "From: \tSmith, Deb [mailto:deb@example.org]\nSent:\tMonday\nTo: Mark\nSubject: Keys",
            "Deb Smith <deb@example.org>"
        ),
        ("Von: Deb Smith\nGesendet: Montag, 3. Mai 2001\nAn: Mark\nBetreff: Keys", "Deb Smith"),
        ("From: Deb Smith/HOU/ECT@ECT\nDate: 05/03/2001\nTo: Mark", "Deb Smith"),
    ])
    func `header lines name the author of the mail below them`(header: String, author: String) {
        #expect(
            mails(
                "Fine by me.\n\n-----Original Message-----\n\(header)\n\nBrunch is at Ninfa's.\nDeb\n\n", sender: "Mark"
            )
                == ["\(author): Brunch is at Ninfa's."])
    }

    @Test func `what a quoted mail quotes is its own author's`() {
        let text = """
            Agreed.

            On 3 May 2001 at 10:00, Deb <deb@x.example> wrote:
            > I said no.
            >
            > On 2 May 2001 at 9:00, Bo <bo@x.example> wrote:
            >> Shall we sell the boat?
            >> - Bo
            """
        #expect(mails(text) == ["Deb <deb@x.example>: I said no.", "Bo <bo@x.example>: Shall we sell the boat?"])
        let outlook = """
            Agreed.

            -----Original Message-----
            From: Deb
            Sent: Thursday
            To: Mark

            I said no.

            -----Original Message-----
            From: Bo
            Sent: Wednesday
            To: Deb

            Shall we sell the boat?
            """
        #expect(mails(outlook) == ["Deb: I said no.", "Bo: Shall we sell the boat?"])
    }

    @Test func `answers between quoted lines are nobody else's`() {
        let text = "On 3 May 2001 at 10:00, Deb <deb@x.example> wrote:\n> One?\n\nYes.\n\n> Two?\n\nNo.\n"
        #expect(mails(text) == ["Deb <deb@x.example>: One?|Two?"])
        #expect(mails("> One?\nYes.") == ["?: One?"])
        #expect(mails("On 3 May 2001 at 10:00, Deb wrote:\nthis without a mark.\nMy answer.").isEmpty)
        #expect(mails("Nothing > quoted.\n\nFrom: here to there.").isEmpty && mails("").isEmpty)
    }

    @Test func `a journey is no mail`() {
        #expect(mails("Booked:\n\nFrom: London\nTo: Paris\nDate: 3 May 2001\n\nSeat 12.\n", subject: "Trip").isEmpty)
        #expect(!mails("See:\n\nFrom: Deb\nTo: Mark\nSubject: Keys\n\nSeat 12.\n", subject: "Trip").isEmpty)
    }

    @Test func `a forwarded mail that begins with a quotation is its author's all the same`() {
        let header =
            "---------- Forwarded message ---------\nFrom: Deb <deb@x.example>\nDate: Thu, 3 May 2001\nTo: Mark"
        let text = "See below.\n\n\(header)\n\n> What is the code?\n\nThe code is 4411.\nDeb"
        #expect(
            mails(text, subject: "Fwd: Keys") == [
                "Deb <deb@x.example>: The code is 4411.\nDeb", "?: What is the code?",
            ])
        // All of it marked, as some programs forward.
        #expect(
            mails("\(header)\n\n> The code is 4411.\n> Deb", subject: "Fwd: Keys") == [
                "Deb <deb@x.example>: The code is 4411.\n> Deb"
            ])
    }

    @Test func `a forwarded mail is its author's as a whole`() {
        let text = """
            Look at this.

            ---------- Forwarded message ---------
            From: Deb Smith <deb@example.org>
            Date: Thu, 3 May 2001
            Subject: Keys
            To: Mark

            Brunch is at Ninfa's.
            Deb
            713 555 0100
            """
        let found = MailQuotes.quotedMails(in: text, subject: "Fwd: Keys", sender: "Mark")
        #expect(found.map(\.isForwarded) == [true])
        #expect(
            mails(text, subject: "Fwd: Keys") == [
                "Deb Smith <deb@example.org>: Brunch is at Ninfa's.\nDeb\n713 555 0100"
            ])
    }

    @Test(arguments: [
        ("Carol St Clair\n03/02/2000 03:27 PM\nTo: David Forster/LON/ECT@ECT\ncc:\nSubject: Keys", "Carol St Clair"),
        (
            "Steven J Kean@EES\n09/08/99 06:26 PM\nTo: Jeffrey Keeler/Corp/Enron\ncc: Cynthia Sandherr\nSubject: Keys",
            "Steven J Kean"
        ),
        (
            "\"Ann One\" <ann@people.example> on 05/03/2000 10:00:00 AM\nTo: mark@people.example\ncc:\nSubject: Keys",
            "Ann One <ann@people.example>"
        ),
        ("From: John Viverito@ENRON on 05-07-2000 05:19 CDT\nTo: David Minns/ENRON\n\nSubject: Keys", "John Viverito"),
        (
            "   \n\tExample North America Corp.\n\t\n\tFrom:  Gary A Hanks                02/17/2000 03:39 PM\n\t\n\n"
                + "To: Shawna Flynn\ncc:\nSubject: Keys",
            "Gary A Hanks"
        ),
        ("   Nagwa Elk                07/04/2002 12:34 PM\n\nTo: Mark Fisher\ncc:\n\nSubject: 750 data", "Nagwa Elk"),
        (
            "\"CBrown\" <cbrown@x.example> on 08/02/2000 05:21:03 PM\nPlease respond to <cbrown@x.example>\n"
                + "To: \"Ann\" <ann@x.example>,\n\"Bo\" <bo@x.example>,\n\"Cy\" <cy@x.example>,\n\"Di\" <di@x.example>,\n"
                + "\"Ed\" <ed@x.example>\ncc:\nSubject: List",
            "CBrown <cbrown@x.example>"
        ),
        (
            "\"Germany, Chris\" <cg@x.example> on 03/06/2002 02:38:33 PM\ncc: Ann\nSubject: Keys",
            "Chris Germany <cg@x.example>"
        ),
        ("From: Brent Hendry AT ENRON@CCMAIL on 02/01/99 11:46 AM\nTo: Mark\ncc:\nSubject: Keys", "Brent Hendry"),
    ])
    func `Lotus Notes names the author without a label`(header: String, author: String) {
        let body = "Brunch is at Ninfa's, at eleven."
        #expect(mails("Fine by me.\n\n\n\(header)\n\n\n\(body)\n", sender: "Mark") == ["\(author): \(body)"])
        let separator =
            "---------------------- Forwarded by Mark Taylor/HOU/ECT on 10/21/99 10:29 AM ---------------------------"
        let wrapped =
            "---------------------- Forwarded by Mark - ECT Legal Taylor/HOU/ECT on \n01/15/99 09:20 AM ---------------------------"
        for line in [separator, wrapped] {
            let text = "For you.\n\(line)\n\n\n\(header)\n\n\(body)\n"
            #expect(mails(text, subject: "Keys", sender: "Mark") == ["\(author): \(body)"])
            #expect(MailQuotes.quotedMails(in: text, subject: "Keys", sender: "Mark").map(\.isForwarded) == [true])
        }
    }

    @Test func `answers and quotations within a forwarded mail are each their author's`() {
        let text = """
            For you.

            ---------- Forwarded message ---------
            From: Greg <greg@x.example>
            Date: 3 May 2001
            Subject: Wine
            To: Mark

            Yes, we will have cheese.

            > Will there be some small foods?
            """
        let found = MailQuotes.quotedMails(in: text, subject: "Fwd: Wine", sender: "Mark")
        #expect(found.map { $0.author?.name } == ["Greg", nil])
        #expect(mails(text, subject: "Fwd: Wine").first?.hasPrefix("Greg <greg@x.example>: Yes, we will") == true)
        #expect(mails(text, subject: "Fwd: Wine").last == "?: Will there be some small foods?")
    }

    @Test func `a forwarded mail within a quoted one is its author's`() {
        let text = """
            Yes.

            On Mon, 3 Mar 2025 at 09:00, Bob Birch <bob@b.example> wrote:
            > Here is what I got.
            >
            > ---------- Forwarded message ---------
            > From: Cid Cedar <cid@c.example>
            > Date: Sun, 2 Mar 2025 at 09:00
            > Subject: x
            > To: Bob
            >
            > I lost the green umbrella.
            """
        #expect(
            mails(text) == [
                "Bob Birch <bob@b.example>: Here is what I got.",
                "Cid Cedar <cid@c.example>: I lost the green umbrella.",
            ])
    }

    @Test func `an introduction that is quoted as well names the author`() {
        let text = "Yes.\n\n> On 3 Mar 2025, at 09:00, Bob Birch <bob@b.example> wrote:\n>\n> Shall we go?\n"
        #expect(mails(text) == ["Bob Birch <bob@b.example>: Shall we go?"])
    }

    @Test(arguments: [
        "At 10:30 I ran the following commands:", "To repeat what I said:", "The bank told me on 3 March 2025:",
        "I wrote this in 2024, type the following:",
    ])
    func `prose above quoted lines is nobody's name`(line: String) {
        #expect(mails("Hello.\n\n\(line)\n> open the door now\n") == ["?: open the door now"])
    }

    @Test func `a separator names whoever forwards, not the author`() {
        let text =
            "For you.\n------- Forwarded by Mark Taylor/HOU/ECT on 10/21/99 10:29 AM -------\n\nBrunch is at Ninfa's.\n"
        #expect(mails(text, subject: "Keys") == ["?: Brunch is at Ninfa's."])
    }

    @Test(arguments: [
        "Best Regards\n03/02/2000", "Meet at\n03/02/2000 03:27 PM\nTo be sure.",
        "Ann\n\n\n\n03/02/2000 03:27 PM\nTo: Bo",
    ])
    func `what only looks like header lines is the author's text`(text: String) {
        #expect(mails("Hello.\n\(text)\nBye then.").isEmpty)
    }

    @Test func `however deep and long quotations are, reading them ends`() {
        let deep = (0..<400).map { String(repeating: ">", count: $0) + " On 3 May 2001, Deb wrote:" }.joined(
            separator: "\n")
        #expect(mails(deep).count < 20)
        #expect(mails(String(repeating: "> a\nb\n", count: 50_000)).count == 1)
        #expect(mails(String(repeating: "\tFrom: Ann\n", count: 100_000)).isEmpty)
    }
}
