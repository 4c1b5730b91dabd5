import Foundation
import RecallCore
import RecallImport
import Testing

struct MailAttachmentTests {
    private func mailWith(_ attachment: String, _ body: String) -> [UInt8] {
        Array(
            """
            From: Ann <ann@example.org>
            Date: Fri, 22 May 2015 13:38:22 +0200
            Message-ID: <m@example.org>
            Content-Type: multipart/mixed; boundary=b

            --b

            See the file.
            --b
            Content-Type: \(attachment)
            Content-Disposition: attachment

            \(body)
            --b--
            """.utf8)
    }

    @Test func anAttachmentWithTextIsAnItemOfItsOwn() async throws {
        let imported = try await parsedMail(mailWith("text/plain; name=\"notes.txt\"", "The notes."))
        let item = try #require(imported.attachmentItems.first)
        #expect(imported.item.text == "See the file.")
        #expect(
            imported.item.attachments == [
                Attachment(name: "notes.txt", mediaType: "text/plain", byteCount: 10, item: item.id)
            ])
        #expect(item.text == "The notes.")
        #expect(item.title == "notes.txt")
        #expect(item.parent == imported.item.id)
        #expect(item.sender == imported.item.sender)
        #expect(item.date == imported.item.date)
        #expect(item.conversation == nil)
        #expect(item.details == .document(DocumentDetails(format: "text", path: "notes.txt")))
        #expect(
            try await parsedMail(mailWith("text/plain; name=\"notes.txt\"", "The notes.")).attachmentItems == [item])
    }

    @Test(arguments: [("tmp.html", "offer.html"), ("Offer for the kitchen", "Offer for the kitchen")])
    func `an attachment is called by its title, if that is none of a program`(title: String, shown: String)
        async throws
    {
        let page = "<html><head><title>\(title)</title></head><body><p>850 euros.</p></body></html>"
        let imported = try await parsedMail(mailWith("text/html; name=\"offer.html\"", page))
        #expect(imported.attachmentItems.map(\.title) == [shown])
    }

    @Test func `a file that Thunderbird's user deleted from a mail is none`() async throws {
        let imported = try await parsedMail(
            mailWith("text/x-moz-deleted; name=\"Deleted: offer.pdf\"", "You deleted an attachment."))
        #expect(imported.item.attachments.isEmpty && imported.attachmentFailures.isEmpty)
        #expect(imported.item.text == "See the file.")
    }

    @Test func anAttachmentThatCannotBeReadDoesNotLoseTheMail() async throws {
        let imported = try await parsedMail(mailWith("application/pdf; name=broken.pdf", "%PDF-1.4 nonsense"))
        #expect(imported.item.text == "See the file.")
        #expect(imported.item.attachments.map(\.name) == ["broken.pdf"])
        #expect(imported.attachmentItems.isEmpty)
        #expect(imported.attachmentFailures.map(\.place) == ["attachment 1"])
    }

    @Test func `an archive of documents is no document, whatever names are in it, but those in it are`() async throws {
        var zip = ZipWriter()
        zip.add("letter.docx", docx(body: paragraph("Text")))
        let imported = try await parsedMail(
            mailWith(
                "application/zip; name=papers.zip\nContent-Transfer-Encoding: base64",
                Data(zip.finished()).base64EncodedString()))
        #expect(imported.item.attachments.map(\.name) == ["papers.zip", "papers.zip/letter.docx"])
        #expect(imported.item.attachments.map(\.item) == [nil, imported.attachmentItems.first?.id])
        #expect(imported.attachmentItems.map(\.text) == ["Text"] && imported.attachmentFailures.isEmpty)
    }

    @Test func filesWithoutTextAreOnlyListed() async throws {
        let imported = try await parsedMail(mailWith("application/ms-tnef; name=winmail.dat", "x"))
        #expect(
            imported.item.attachments == [
                Attachment(name: "winmail.dat", mediaType: "application/ms-tnef", byteCount: 1)
            ])
        #expect(imported.attachmentItems.isEmpty)
        #expect(imported.attachmentFailures.isEmpty)
    }

    @Test(arguments: ["../../etc/passwd", "CON", "a\u{202E}gpj.exe", String(repeating: "n", count: 4_000)])
    func namesAreOneShortLineForDisplay(_ name: String) async throws {
        let encoded = Data(name.utf8).base64EncodedString()
        let imported = try await parsedMail(mailWith("application/x; name=\"=?utf-8?B?\(encoded)?=\"", "x"))
        let shown = try #require(imported.item.attachments.first).name
        #expect(!shown.isEmpty)
        #expect(shown.count <= 255)
        #expect(!shown.contains("\u{202E}"))
        #expect(shown == String(name.replacing("\u{202E}", with: "").prefix(255)))
    }

    @Test func opaquelySignedMailIsReadInDERAndBER() async throws {
        let inner = Array("Content-Type: text/plain\n\nSigned text.".utf8)
        let type: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
        func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, 0x81, UInt8(content.count)] + content }
        func ber(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, 0x80] + content + [0, 0] }
        let halves = [inner.prefix(20), inner.dropFirst(20)].flatMap { [0x04, UInt8($0.count)] + $0 }
        for (wrap, octets) in [(der, der(0x04, inner)), (ber, ber(0x24, halves))] {
            let encapsulated = wrap(0x30, type + [0x01] + wrap(0xA0, octets))
            let signed = wrap(0x30, [0x02, 0x01, 0x01, 0x31, 0x00] + encapsulated)
            let data = Data(wrap(0x30, type + [0x02] + wrap(0xA0, signed))).base64EncodedString()
            let item = try await mail(
                "Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: base64\n\n\(data)"
            )
            #expect(item.text == "Signed text.")
            #expect(!item.defects.contains(.encrypted))
        }
    }
}
