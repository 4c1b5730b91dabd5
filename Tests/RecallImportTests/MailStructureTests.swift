import Foundation
import RecallCore
import RecallImport
import Testing

struct MailStructureTests {
    @Test(arguments: [
        "multipart/mixed", "multipart/mixed; boundary=", "multipart/mixed; boundary=\"\"",
        "multipart/mixed; boundary=never",
        "nonsense", "text", "/", "text/plain;;;charset",
    ])
    func aMultipartThatCannotBeTakenApartIsText(_ type: String) async throws {
        let item = try await mail("Subject: s\nContent-Type: \(type)\n\nThe text.\n")
        #expect(item.text == "The text.")
    }

    @Test func aBoundaryThatNeverClosesLosesNothing() async throws {
        let item = try await mail("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nFirst\n--b\n\nSecond")
        #expect(item.text == "First\n\nSecond")
        #expect(item.defects.contains(.badStructure))
    }

    @Test(arguments: [
        ("b", "b-inner"), ("b", "b"), ("b", "bb"), ("b--", "b"), ("=_ü", "=_ü2"),
        (String(repeating: "very-", count: 300), String(repeating: "very-", count: 301)),
    ])
    func boundariesThatAreAlikeAreToldApart(_ outer: String, _ inner: String) async throws {
        let item = try await mail(
            """
            Content-Type: multipart/mixed; boundary="\(outer)"

            --\(outer)
            Content-Type: multipart/mixed; boundary="\(inner)"

            --\(inner)

            One
            --\(inner)

            Two
            --\(inner)--
            --\(outer)

            Three
            --\(outer)--
            """)
        #expect(item.text == "One\n\nTwo\n\nThree")
    }

    @Test func missingAndDoubleSemicolonsAreForgiven() async throws {
        for type in ["multipart/mixed boundary=\"b\"", "multipart/mixed;; boundary=b", "multipart/mixed; boundary = b"]
        {
            #expect(try await mail("Content-Type: \(type)\n\n--b\n\nOne\n--b--\n").text == "One")
        }
    }

    @Test func anEmptyMultipartHasNoText() async throws {
        let item = try await mail("Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b--\n")
        #expect(item.title == "s")
        #expect(item.text.isEmpty)
    }

    @Test func aPartThatEndsWithinItsHeaderIsEmpty() async throws {
        let item = try await mail(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n--b\n\nTwo\n--b--\n")
        #expect(item.text == "Two")
    }

    @Test func anEncodedMessageIsReadToo() async throws {
        let inner = Data("Subject: inner\n\nInner text".utf8).base64EncodedString()
        let item = try await mail(
            "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\nSubject: outer\n\n\(inner)")
        #expect(item.text.contains("Inner text"))
    }

    @Test func everyPrefixOfAMailIsAMail() async throws {
        let message = Array(
            """
            From: Ann <ann@example.org>
            Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=
            Message-ID: <m@example.org>
            Content-Type: multipart/mixed; boundary="b"

            --b
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            R3LDvMOfZQ==
            --b
            Content-Type: message/rfc822

            Subject: Inner

            Inner =?x
            --b
            Content-Type: application/pdf; name*0=a; name*1*=%C3

            x
            --b--

            """.utf8)
        for length in 0...message.count {
            let item = try await parsedMail(Array(message.prefix(length))).item
            #expect(item.text.utf8.count <= message.count)
            if length > 80 { #expect(item.title == "Grüße") }
        }
    }

    @Test func tenThousandMultipartsWithinEachOtherAreCut() async throws {
        var message = ""
        for i in 0..<10_000 { message += "Content-Type: multipart/mixed; boundary=b\(i)\n\n--b\(i)\n" }
        let item = try await mail("Subject: deep\n" + message + "\nBottom")
        #expect(item.title == "deep" && item.text.hasSuffix("Bottom"))
        #expect(item.defects.contains(.overLimit))
    }

    @Test func tenThousandMessagesWithinEachOtherAreCut() async throws {
        let item = try await mail(
            "Subject: deep\n" + String(repeating: "Content-Type: message/rfc822\n\n", count: 10_000) + "Bottom")
        #expect(item.defects.contains(.overLimit))
        #expect(item.title == "deep" && item.text.hasSuffix("Bottom"))
    }

    @Test func aMillionPartsAreCut() async throws {
        let item = try await mail(
            "Subject: wide\nContent-Type: multipart/mixed; boundary=b\n\n"
                + String(repeating: "--b\n\nx\n", count: 1_000_000))
        #expect(item.defects.contains(.overLimit))
        #expect(item.text.hasPrefix("x\n\nx\n\nx"))
        #expect(item.text.utf8.count < 4 * ImportLimits.mimeParts)
    }

    @Test func headersOfAnySizeAreBounded() async throws {
        let lines = try await mail("Subject: kept\n" + String(repeating: "X-A: b\n", count: 500_000) + "\nBody")
        #expect(lines.title == "kept")
        #expect(lines.text == "Body")
        #expect(lines.defects.contains(.overLimit))
        let line = try await mail("Subject: \(String(repeating: "a", count: 20 << 20))\nTo: x@example.org\n\nBody")
        #expect(line.text == "Body")
        #expect(line.title.utf8.count <= ImportLimits.headerBytes)
        #expect(line.defects.contains(.overLimit))
    }

    @Test(arguments: ["(", "a:", "a@b,", "=?utf-8?q?a?= ", "<@", "\"", "a:;", "=?", "\\", "a at b (", "<a at "])
    func fieldsFullOfOneThingAreReadInBoundedTime(_ unit: String) async throws {
        let value = String(repeating: unit, count: 900_000 / unit.utf8.count)
        for name in ["To", "Subject", "References", "Content-Type", "Content-Disposition", "Received", "Date"] {
            let item = try await mail("From: a@example.org\n\(name): \(value)\n\nBody")
            #expect(item.text == "Body")
            #expect(item.sender?.address == "a@example.org")
        }
    }

    @Test func addressesAreCapped() async throws {
        let value = (0..<20_000).map { "a\($0)@example.org" }.joined(separator: ",\n ")
        let item = try await mail("To: \(value)\n\nBody")
        #expect(item.recipients.count == ImportLimits.addresses)
        #expect(item.defects.contains(.overLimit))
    }

    @Test func parametersWithGapsDuplicatesAndInWrongOrderAreBounded() async throws {
        let parameters = (0..<5_000).map { "name*\(5_000 - $0 * 3)*=%41; name*\($0)=b" }.joined(separator: ";\n ")
        let item = try await mail("Content-Type: application/x; \(parameters)\n\nbytes")
        #expect(item.attachments.count == 1)
        #expect(item.attachments.allSatisfy { $0.name.count <= 255 })
    }

    @Test func textOverTheLimitIsCutAtACharacter() async throws {
        let item = try await mail(
            "Content-Type: text/plain; charset=utf-8\n\n" + String(repeating: "aü\n", count: 6 << 20))
        #expect(item.text.utf8.count <= ImportLimits.textBytes)
        #expect(item.text.utf8.count > ImportLimits.textBytes - 4)
        #expect(item.text.allSatisfy { $0 == "a" || $0 == "ü" || $0 == "\n" })
        #expect(item.defects.contains(.truncatedText))
    }

    @Test func `alternatives within alternatives are read once each, however deep they are`() async throws {
        var body = "Content-Type: text/plain\n\nThe quay is closed.\n"
        for level in 0..<60 {
            body = """
                Content-Type: multipart/alternative; boundary=b\(level)

                --b\(level)
                \(body)
                --b\(level)
                Content-Type: text/html

                <p>The quay is closed.</p>
                --b\(level)--

                """
        }
        #expect(try await parsedMail(Array("From: a@b.c\n\(body)".utf8)).item.text == "The quay is closed.")
    }
}
