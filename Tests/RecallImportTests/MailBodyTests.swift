import Foundation
import RecallCore
import RecallImport
import Testing

struct MailBodyTests {
    private func typed(_ type: String, _ encoding: String, _ body: String) -> String {
        "Subject: s\nContent-Type: \(type)\nContent-Transfer-Encoding: \(encoding)\n\n\(body)"
    }

    @Test(arguments: [
        ("base64", "R3LDvMOfZQ=="), ("base64", "R3 LD\nvM OfZQ"), ("base64", "R3LDvMOfZQ=\n=\n"),
        ("Base64 ", "R3LDvMOfZQ"),
        ("quoted-printable", "Gr=C3=BC=C3=9Fe"), ("quoted-printable", "Gr=C3=BC=\n=C3=9Fe  \n"), ("8bit", "Grüße"),
        ("quoted-printable", "Gr=c3=bc=c3=9Fe="), ("7-bit", "Grüße"), ("spam", "Grüße"), ("", "Grüße"),
        ("8bit;", "Grüße"),
        ("x-uuencode", "begin 644 a.txt\n'1W+#O,.?90  \n`\nend\n"),
    ])
    func bodiesAreDecoded(_ encoding: String, _ body: String) async throws {
        #expect(try await mail(typed("text/plain; charset=utf-8", encoding, body)).text == "Grüße")
    }

    @Test(
        arguments: [
            ("iso-8859-1", [0xFC, 0xDF, 0x80], "üß€"), ("iso-8859-15", [0xA4, 0xFC], "€ü"),
            ("koi8-r", [0xC1, 0xC2], "аб"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"), ("shift_jis", [0x93, 0xFA], "日"),
            ("ks_c_5601-1987", [0xB0, 0xA1], "가"), ("gb2312", [0xC8, 0xD5], "日"), ("utf-8", [0xC3, 0xBC], "ü"),
        ] as [(String, [UInt8], String)])
    func charsetsAreDecoded(_ charset: String, _ bytes: [UInt8], _ text: String) async throws {
        let head = "Content-Type: text/plain; charset=\(charset)\nContent-Transfer-Encoding: 8bit\n\n"
        let item = try await parsedMail(Array(head.utf8) + bytes).item
        #expect(item.text == text)
        #expect(!item.defects.contains(.badCharset))
    }

    @Test(
        arguments: [
            ("utf-8", [0x47, 0xFC, 0xDF], "Güß"), ("iso-8859-1", [0x47, 0xC3, 0xBC], "Gü"),
            ("us-ascii", [0x47, 0xC3, 0xBC], "Gü"),
            ("no-such-charset", [0x47, 0xFC], "Gü"), ("utf-8//IGNORE", [0x47, 0xFC], "Gü"),
            ("../../x", [0x47, 0xC3, 0xBC], "Gü"),
            ("iso-2022-jp", [0x47, 0x1B, 0x24], "G\u{FFFD}$"), ("utf-8", [0xC0, 0xAF, 0x47], "À¯G"),
        ] as [(String, [UInt8], String)])
    func wronglyDeclaredCharsetsAreReadAnywayAndFlagged(_ charset: String, _ bytes: [UInt8], _ text: String)
        async throws
    {
        let head = "Content-Type: text/plain; charset=\"\(charset)\"\nContent-Transfer-Encoding: 8bit\n\n"
        let item = try await parsedMail(Array(head.utf8) + bytes).item
        #expect(item.text == text)
        #expect(item.defects.contains(.badCharset))
    }

    @Test func utf7IsNeverGuessed() async throws {
        let item = try await mail("Subject: s\n\n+ADw-script+AD4-")
        #expect(item.text == "+ADw-script+AD4-")
    }

    @Test func nulAndControlCharactersAreReplaced() async throws {
        let item = try await mail("Subject: s\n\na\0b\u{7}c\u{1B}[31m\td\n")
        #expect(item.text == "a\u{FFFD}b c [31m\td")
        #expect(item.defects.contains(.controlCharacters))
        let encoded = try await mail(typed("text/plain", "base64", Data([97, 0, 98]).base64EncodedString()))
        #expect(encoded.text == "a\u{FFFD}b")
    }

    @Test func allKindsOfLineEndsBecomeLF() async throws {
        #expect(try await mail("Subject: s\r\n\r\na\r\nb\nc\rd\r\r\ne").text == "a\nb\nc\nd\n\ne")
    }

    @Test func flowedLinesAreJoinedWithinTheirQuoteDepth() async throws {
        let body = "One long \nparagraph.\n> A quoted \n> paragraph.\nNo quote \n> but this\n \n> x\n-- \nAnn"
        let item = try await mail(typed("text/plain; format=flowed", "7bit", body))
        #expect(item.text == "One long paragraph.\n> A quoted paragraph.\nNo quote \n> but this\n\n> x\n-- \nAnn")
        let deleted = try await mail(typed("text/plain; format=flowed; delsp=yes", "7bit", "日 \n本\n>From here"))
        #expect(deleted.text == "日本\n> From here")
    }

    @Test func plainTextIsPreferredToHTML() async throws {
        let item = try await mail(alternative(plain: "The plain text", html: "<p>The <b>HTML</b></p>"))
        #expect(item.text == "The plain text")
        #expect(item.attachments.isEmpty)
    }

    @Test func whetherItWasSentAsHTMLIsKnown() async throws {
        let bodies = [
            (alternative(plain: "The plain text", html: "<p>The HTML</p>"), true),
            (typed("text/html", "7bit", "<p>The HTML</p>"), true),
            (typed("text/plain", "7bit", "<html>The HTML"), true),
            (typed("text/plain", "7bit", "The plain text"), false),
            (
                """
                Subject: s
                Content-Type: multipart/mixed; boundary=b

                --b

                The plain text
                --b
                Content-Type: text/html; name=page.html
                Content-Disposition: attachment

                <p>Attached</p>
                --b--
                """, false
            ),
        ]
        for (message, hasHTML) in bodies {
            #expect(try await emailDetails(mail(message)).hasHTML == hasHTML)
        }
    }

    @Test(arguments: ["", " \n ", "This is an HTML message.", "Your client cannot display HTML mail."])
    func aStubOfPlainTextGivesWayToHTML(_ plain: String) async throws {
        let item = try await mail(alternative(plain: plain, html: "<p>The offer</p>"))
        #expect(item.text == "The offer")
        #expect(item.embeddableText == "The offer")
    }

    @Test func plainTextThatSaysOnlyAPartGivesWayToHTML() async throws {
        let html = """
            <p>We take over your supply on 22 May 2024.</p><table><tr><td>Day</td><td>24.6p</td></tr><tr><td>Night</td>\
            <td>8.5p</td></tr></table><p>Your monthly payment will be £148, and there are no exit fees.</p>
            """
        let stub = try await mail(alternative(plain: "Please use another program.", html: html))
        #expect(stub.text.contains("£148") && !stub.text.contains("another program"))
        let whole = try await mail(
            alternative(plain: "From 22 May: 24.6p by day, 8.5p by night, £148 a month.", html: html))
        #expect(whole.text == "From 22 May: 24.6p by day, 8.5p by night, £148 a month.")
        let reply = try await mail(
            alternative(plain: "Yes, thanks.", html: "<p>Yes, thanks.</p><blockquote>\(html)</blockquote>"))
        #expect(reply.text == "Yes, thanks.")
    }

    @Test func `a plain alternative that says something else than the HTML one is not shown, and not the body`()
        async throws
    {
        let html = "<p>Dear Ada, the <a href='https://club.example/x'>rowing club</a> meets on Sunday at the quay.</p>"
        let plain = "Your new locker code is 9999, please note it, and the bank account has moved to Quito."
        let hidden = try await mail(alternative(plain: plain, html: html))
        #expect(hidden.text.contains("rowing club") && !hidden.text.contains("9999"))
        let nested = alternative(plain: plain, html: html).replacing(
            "Content-Type: text/html; charset=utf-8\n\n" + html,
            with: "Content-Type: multipart/related; boundary=r\n\n--r\nContent-Type: text/html\n\n\(html)\n--r--")
        #expect(try await !mail(nested).text.contains("9999"))
        let same = "Dear Ada,\nthe rowing club <https://club.example/x> meets on\nSunday at the quay."
        #expect(try await mail(alternative(plain: same, html: html)).text.contains("<https://club.example/x>"))
        let pictures = "<p>The club</p><img src='cid:poster'>"
        #expect(try await mail(alternative(plain: same, html: pictures)).text.contains("Sunday"))
    }

    @Test func `alternatives are compared by characters in scripts without spaces, however their lines are broken`()
        async throws
    {
        let html = "<p>明日の会議室は三階です。資料を持って来てください。</p>"
        let plain = "明日の会議室は三\n階です。資料を持\nって来てください。"
        #expect(try await mail(alternative(plain: plain, html: html)).text.contains("三\n階"))
    }

    private func alternative(plain: String, html: String) -> String {
        """
        Subject: s
        MIME-Version: 1.0
        Content-Type: multipart/alternative; boundary="b"

        This is the preamble.
        --b
        Content-Type: text/plain

        \(plain)
        --b
        Content-Type: text/html; charset=utf-8

        \(html)
        --b--
        This is the epilogue.
        """
    }

    @Test func textPartsOfAMixedMailAreJoinedAndFilesAreListed() async throws {
        let message = """
            Subject: s
            Date: Fri, 22 May 2015 13:38:22 +0200
            Content-Type: multipart/mixed; boundary=outer

            --outer
            Content-Type: multipart/related; boundary="outer-inner"

            --outer-inner
            Content-Type: text/plain

            First
            --outer-inner
            Content-Type: image/png; name="=?utf-8?Q?Gr=C3=BC=C3=9Fe.png?="
            Content-Transfer-Encoding: base64

            AAECAwQ=
            --outer-inner--
            --outer
            Content-Type: application/octet-stream
            Content-Disposition: attachment; filename*0*=utf-8''..%2F; filename*1*=b%C3%A4d%0A.exe

            binary
            --outer
            Content-Type: text/plain

            Second
            --outer--
            """
        for text in [message, message.crlf] {
            let item = try await mail(text)
            #expect(item.text == "First\n\nSecond")
            #expect(
                item.attachments == [
                    Attachment(name: "Grüße.png", mediaType: "image/png", byteCount: 5),
                    Attachment(name: "../bäd .exe", mediaType: "application/octet-stream", byteCount: 6),
                ])
            #expect(item.defects.isEmpty)
        }
    }

    @Test func aForwardedMessageIsPartOfTheText() async throws {
        let item = try await mail(
            """
            Subject: Fwd: s
            Content-Type: multipart/mixed; boundary=b

            --b

            See below.
            --b
            Content-Type: message/rfc822

            From: Eve <eve@example.org>
            Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=

            The inner text.
            --b--
            """)
        #expect(item.text == "See below.\n\nFrom: Eve <eve@example.org>\nSubject: Grüße\n\nThe inner text.")
        #expect(item.embeddableText == "See below.\nThe inner text.")
    }

    @Test func signedMailIsReadAndEncryptedMailKeepsItsHeader() async throws {
        let signed = try await mail(
            """
            Subject: signed
            Content-Type: multipart/signed; boundary=b; protocol="application/pgp-signature"

            --b

            The text.
            --b
            Content-Type: application/pgp-signature; name=signature.asc

            -----BEGIN PGP SIGNATURE-----
            --b--
            """)
        #expect(signed.text == "The text.")
        #expect(signed.attachments.map(\.name) == ["signature.asc"])
        #expect(!signed.defects.contains(.encrypted))
        for type in [
            "multipart/encrypted; boundary=b", "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
        ] {
            let encrypted = try await mail(
                "Subject: secret\nContent-Type: \(type)\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\n"
                    + "Content-Type: application/octet-stream; name=encrypted.asc\n\nxyz\n--b--\n")
            #expect(encrypted.title == "secret")
            #expect(encrypted.text.isEmpty)
            #expect(encrypted.attachments.count == 1)
            #expect(encrypted.defects.contains(.encrypted))
        }
    }

    @Test func hiddenTextOfHTMLIsKeptButNotTheAuthors() async throws {
        let item = try await mail(
            "Content-Type: text/html\n\n<p>Seen.</p><p style=\"display:none\">Hidden.</p><p>Seen too.</p>")
        #expect(item.text.contains("Hidden."))
        #expect(!item.embeddableText.contains("Hidden."))
        #expect(item.embeddableText.contains("Seen too."))
        #expect(item.defects.contains(.hiddenText))
    }

    @Test func mailsReadAtOnceOnManyThreadsGiveTheSameItems() async throws {
        let message =
            "Subject: =?iso-2022-jp?B?GyRCRnwbKEI=?=\nFrom: =?koi8-r?Q?=C1?= <a@example.org>\n"
            + "Content-Type: text/plain; charset=shift_jis\nContent-Transfer-Encoding: base64\n\nk/o="
        let expected = try await mail(message)
        #expect(expected.title == "日")
        #expect(expected.text == "日")
        try await withThrowingTaskGroup(of: Item.self) { group in
            for _ in 0..<200 { group.addTask { try await mail(message) } }
            for try await item in group { #expect(item == expected) }
        }
    }

    @Test func `a message in PGP's armor within the text is named as encrypted, a signed one is not`() async throws {
        let armored = try await mail(
            "Subject: x\n\nHi,\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMAw==\n-----END PGP MESSAGE-----\n")
        #expect(armored.defects.contains(.encrypted))
        let signed = try await mail(
            "Subject: x\n\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nHi.\n-----BEGIN PGP SIGNATURE-----\n\nabc=\n"
                + "-----END PGP SIGNATURE-----\n")
        #expect(!signed.defects.contains(.encrypted))
    }
}
