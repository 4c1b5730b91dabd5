import RecallImport
import Testing

struct MailQuotesTests {
    /// The authored runs of `text`, joined by `|`.
    private func authored(_ text: String, relation: MailQuotes.Relation = .reply, sender: String = "") -> String {
        let bytes = Array(text.utf8)
        return MailQuotes.authoredRanges(in: bytes, relation: relation, sender: sender)
            .map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "|")
    }

    @Test func aMailWithoutQuotesIsAllItsAuthors() {
        #expect(
            authored("Dear Bob,\n\nsee 1 > 0 and\n- this\n\nThe end is near: wait.\n")
                == "Dear Bob,\n\nsee 1 > 0 and\n- this\n\nThe end is near: wait.")
        #expect(authored("") == "")
        #expect(authored(" \n\n") == "")
    }

    @Test(arguments: [
        "On Mon, Apr 2, 2012 at 6:26 PM, Megan One <megan@example.org> wrote:",
        "On 04/02/2012 06:26 PM, Megan One wrote:", "On 2 Apr 2012, at 19:21, Megan <m@example.org>\nwrote:",
        "Am 02.04.2012 um 18:26 schrieb Megan One:",
        "Am Mo., 2. Apr. 2012 um 18:26 Uhr schrieb Megan One <\nmegan@example.org>:",
        "Le lun. 2 avr. 2012 à 18:26, Megan One <megan@example.org> a écrit :",
        "El lun, 2 abr 2012 a las 18:26, Megan One (<megan@example.org>) escribió:",
        "Il giorno lun 2 apr 2012 alle ore 18:26 Megan One <megan@example.org> ha scritto:",
        "Op ma 2 apr. 2012 om 18:26 schreef Megan One <megan@example.org>:",
        "Em seg., 2 de abr. de 2012 às 18:26, Megan One <megan@example.org> escreveu:",
        "Den mån 2 apr. 2012 kl 18:26 skrev Megan One <megan@example.org>:",
        "pon., 2 kwi 2012 o 18:26 Megan One <megan@example.org> napisał(a):",
        "пн, 2 апр. 2012 г. в 18:26, Megan One <megan@example.org>:",
        "2 апреля 2012 г., 18:26 пользователь Megan One <megan@example.org> написал:",
        "Megan One <megan@example.org> 于2012年4月2日周一 18:26写道：",
        "2012年4月2日(月) 18:26 Megan One <megan@example.org>:", "Megan One writes:",
        "Quoting Megan One <megan@example.org>:",
        "2012-04-02 18:26 GMT+02:00 Megan One <megan@example.org>:",
    ])
    func attributionsInManyLanguagesGoWithTheQuote(_ attribution: String) {
        #expect(authored("Hello\n\n\(attribution)\n\n> Hi\n> there\n") == "Hello")
        #expect(authored("\(attribution)\n> Hi\n\nHello\n\n> Bye\n\nSee you") == "Hello|See you")
    }

    @Test(arguments: [
        "-----Original Message-----\nFrom: Bob <bob@example.org>\nSent: Monday\nTo: Ann\nSubject: Test",
        "From: Bob <bob@example.org>\nSent: Monday, April 2, 2012 5:44 PM\nTo: Ann; Carl;\n Dee\nSubject: Test",
        "________________________________\nVon: Bob\nGesendet: Montag\nAn: Ann\nBetreff: Test",
        "*De :* Bob\n*Envoyé :* lundi\n*À :* Ann\n*Objet :* Test",
        "De: Bob\nEnviado el: lunes\nPara: Ann\nAsunto: Test",
        "Da: Bob\nInviato: lunedì\nA: Ann\nOggetto: Test", "Van: Bob\nVerzonden: maandag\nAan: Ann\nOnderwerp: Test",
        "De: Bob\nEnviada em: segunda\nPara: Ann\nAssunto: Test", "Från: Bob\nSkickat: måndag\nTill: Ann\nÄmne: Test",
        "Fra: Bob\nSendt: mandag\nTil: Ann\nEmne: Test", "Od: Bob\nWysłano: poniedziałek\nDo: Ann\nTemat: Test",
        "От: Bob\nОтправлено: понедельник\nКому: Ann\nТема: Test", "发件人: Bob\n发送时间: 2012年\n收件人: Ann\n主题: Test",
        "差出人: Bob\n送信日時: 2012年\n宛先: Ann\n件名: Test", "-----Ursprüngliche Nachricht-----\nText ohne Kopf",
        "-------- Message d'origine --------\nTexte", "On Mon, Apr 2, 2012 at 6:26 PM Bob <bob@example.org> wrote:",
    ])
    func whatIsBelowAHeaderBlockIsQuoted(_ block: String) {
        #expect(authored("My answer.\n\n\(block)\n\nThe old mail.\nMore of it.\n") == "My answer.")
    }

    @Test(arguments: [
        "From: the top of the hill you see the mill.\nTo me it looks small.\n\nMore tomorrow.",
        "Here is the plan.\n\nFrom: Leeds\nThe train leaves at nine.\n\nSee you there.",
        "To: be honest, I do not know.\n\nSubject to change, of course.",
    ])
    func anAuthorsOwnLineThatLooksLikeAFieldIsText(_ text: String) {
        #expect(authored(text) == text)
    }

    @Test func aForwardedMailCountsAsTheAuthors() {
        let marked =
            "FYI\n\n---------- Forwarded message ---------\nFrom: Bob <b@example.org>\nDate: Mon\nSubject: Plan\nTo: Ann\n\nThe plan."
        #expect(authored(marked) == "FYI|The plan.")
        let apple = "Begin forwarded message:\n\nFrom: Bob\nDate: Mon\nSubject: Plan\n\nThe plan.\n\n> older"
        #expect(authored(apple) == "The plan.")
        #expect(authored("Begin forwarded message:\n\n> From: Bob\n> The plan.").contains("The plan."))
        let outlook = "From: Bob\nSent: Mon\nTo: Ann\nSubject: Plan\n\nThe plan."
        #expect(authored(outlook, relation: .forward) == "The plan.")
        #expect(authored(outlook) == "")
        #expect(authored(outlook, relation: .original) == "The plan.")
    }

    @Test func anAnswerBelowAnUnmarkedQuoteIsKept() {
        let text = "-----Original Message-----\nFrom: Bob\n> old\n> text\n\nThe answer.\n"
        #expect(authored(text).hasSuffix("The answer."))
        #expect(authored("On 1 May 2019 at 11:49, Bob wrote:\n[...]\n> old\n\nThe answer.\n").hasSuffix("The answer."))
    }

    @Test func aMailThatOnlyQuotesHasNothingOfItsAuthor() {
        #expect(authored("> a\n>> b\n > c\n>") == "")
    }

    @Test func theRestOfABrokenQuoteLineIsQuoted() {
        let long = "> " + String(repeating: "word ", count: 14)
        #expect(authored("\(long)\nand more\n> next line\n\nAnswer") == "Answer")
    }

    @Test(arguments: ["#", "--]", "|", "AB>", "%"])
    func otherSignsQuoteBelowAnAttribution(_ sign: String) {
        #expect(authored("On 1 May 2019, Bob wrote:\n\n\(sign) old\n\(sign)\n\(sign) text\n\nNew\n") == "New")
    }

    @Test func barsQuoteOnlyBelowAnAttribution() {
        #expect(authored("On 1 May 2019 at 11:49, Bob wrote:\n| old\n| text\n\nNew\n") == "New")
        #expect(authored("| a | b |\n|---|---|\n| 1 | 2 |") == "| a | b |\n|---|---|\n| 1 | 2 |")
    }

    @Test(arguments: [
        "-- \nAnn Bell\nExample Corp\n+1 555 0100", "--\nAnn", "Sent from my iPhone", "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone", "Enviado desde mi iPhone", "Inviato da iPhone", "Отправлено с iPhone", "发自我的 iPhone",
        "Best regards,\nAnn", "Mit freundlichen Grüßen\nAnn Bell\nVorstand", "Cordialement,\n\nAnn",
        "С уважением,\nAnn", "Cheers\n-- \nA",
        "Ann Bell\nann@example.org\n(555) 346-9947\nwww.example.org", "Ann", "-Ann Bell",
        "Thanks!\n\nSent from my iPhone",
    ])
    func signaturesAreNotText(_ signature: String) {
        let text = "The first line of the text is long enough to be text.\n\nThe last line."
        #expect(authored("\(text)\n\n\(signature)\n", sender: "Ann Bell") == text)
        #expect(
            authored("\(text)\n\n\(signature)\n\nOn 1 May 2019 at 11:49, Bob wrote:\n> old\n", sender: "Ann Bell")
                == text)
    }

    @Test func aDashedLineInsideATextIsNoSignature() {
        let text = "One\n--\n" + (1...50).map { "Line \($0) of the text." }.joined(separator: "\n")
        #expect(authored(text) == text)
    }

    @Test(arguments: [
        "_______________________________________________\nThe-list mailing list\nhttps://lists.example.org/the-list",
        "To unsubscribe from this group, send mail to x@example.org.", "[[alternative HTML version deleted]]",
        "This e-mail is confidential and may be privileged. If you are not the intended recipient, please delete it and tell us.",
        "Diese E-Mail ist vertraulich und nur für den Empfänger bestimmt. Falls Sie sie irrtümlich erhalten haben, löschen Sie sie.",
    ])
    func noticesOfListsAndLawyersAreNotText(_ notice: String) {
        #expect(authored("The text.\n\n\(notice)\n") == "The text.")
    }

    @Test func armorAndEncodedFilesAreNotText() {
        let signed =
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nThe text.\n-----BEGIN PGP SIGNATURE-----\n\nabc=\n-----END PGP SIGNATURE-----"
        #expect(authored(signed) == "The text.")
        let file = "begin 644 a.bin\nM" + String(repeating: "A", count: 60) + "\n#0V%T\n`\nend"
        #expect(authored("Before\n\n\(file)\n\nAfter") == "Before|After")
        let base64 = String(repeating: String(repeating: "QUJD", count: 19) + "\n", count: 9)
        #expect(authored("Before\n\(base64)After") == "Before|After")
        #expect(authored("begin 644 with this\nand do it") == "begin 644 with this\nand do it")
    }

    @Test(arguments: [
        "--\n", "> a\nb\n", "On 1 May 2019 at 11:49 x wrote:\n", "From: a\n", "begin 644 a\n",
        "-----BEGIN PGP MESSAGE-----\n", "\n", "_______________\n", "Thanks\n",
    ])
    func textFullOfOneThingIsReadInBoundedTime(_ unit: String) {
        let text = Array(String(repeating: unit, count: (4 << 20) / unit.utf8.count).utf8)
        let ranges = MailQuotes.authoredRanges(in: text)
        #expect(ranges.allSatisfy { !$0.isEmpty && $0.upperBound <= text.count })
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
}
