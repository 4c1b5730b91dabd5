import Foundation
import RecallCore
import RecallImport
import Testing

/// `winmail.dat`: what Outlook sends to its own kind.
struct TNEFTests {
    /// Writes an attribute of [MS-OXTNEF].
    private static func attribute(_ level: UInt8, _ id: Int, _ bytes: [UInt8]) -> [UInt8] {
        let sum = bytes.reduce(0) { ($0 + Int($1)) & 0xFFFF }
        return [level] + little(id, 4) + little(bytes.count, 4) + bytes + little(sum, 2)
    }

    private static func little(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    /// A list of properties: texts in UTF-16, and one with a name of its own between them.
    private static func properties(_ texts: [(id: Int, text: String)]) -> [UInt8] {
        var bytes = little(texts.count + 1, 4)
        bytes += little(0x1E, 2) + little(0x8001, 2) + [UInt8](repeating: 7, count: 16) + little(1, 4) + little(6, 4)
        bytes += padded([65, 0, 66, 0, 0, 0]) + little(1, 4) + little(2, 4) + padded([67, 0])
        for (id, text) in texts {
            let units: [UInt8] = text.utf16.flatMap { little(Int($0), 2) } + [0, 0]
            bytes += little(0x1F, 2) + little(id, 2) + little(1, 4) + little(units.count, 4) + padded(units)
        }
        return bytes
    }

    private static let winmail: [UInt8] =
        [0x78, 0x9F, 0x3E, 0x22, 1, 0] + attribute(1, 0x0006_9007, little(1252, 4) + little(0, 4))
        + attribute(1, 0x0006_9003, properties([(0x1000, "The quay is closed – ask Bo."), (0x37, "The quay")]))
        + attribute(2, 0x0006_9002, [UInt8](repeating: 0, count: 14))
        + attribute(2, 0x0001_8010, Array("rope.txt\0".utf8)) + attribute(2, 0x0006_800F, Array("Forty fathoms.".utf8))
        + attribute(2, 0x0006_9005, properties([(0x3707, "rope för Bo.txt")]))

    private func item(_ winmail: [UInt8], text: String) async throws -> ImportedItem {
        let mail = """
            From: ada@a.example
            Subject: The quay
            Message-ID: <w@a.example>
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain

            \(text)
            --b
            Content-Type: application/ms-tnef; name=winmail.dat
            Content-Transfer-Encoding: base64

            \(Data(winmail).base64EncodedString())
            --b--

            """
        return try await parsedMail(Array(mail.utf8))
    }

    @Test func `files in it are those of the mail, and their text is found`() async throws {
        let imported = try await item(Self.winmail, text: "See the file.")
        #expect(imported.item.text == "See the file.")
        #expect(imported.item.attachments.map(\.name) == ["winmail.dat", "rope för Bo.txt"])
        #expect(imported.attachmentItems.map(\.text) == ["Forty fathoms."])
    }

    @Test func `its text is the mail's where the mail has none`() async throws {
        #expect(try await item(Self.winmail, text: "").item.text == "The quay is closed – ask Bo.")
    }

    private static func message(_ properties: [UInt8]) -> [UInt8] {
        [0x78, 0x9F, 0x3E, 0x22, 1, 0] + attribute(1, 0x0006_9003, properties)
    }

    private static func binary(_ id: Int, type: Int, _ bytes: [UInt8]) -> [UInt8] {
        little(type, 2) + little(id, 2) + little(1, 4) + little(bytes.count, 4) + padded(bytes)
    }

    @Test(arguments: ["abc", "ab", "a", ""])
    func `what follows a text of any length is read`(subject: String) async throws {
        let winmail = Self.message(Self.properties([(0x37, subject), (0x1000, "After it.")]))
        #expect(try await item(winmail, text: "").item.text == "After it.")
    }

    @Test func `a text that is only there as compressed RTF is read`() async throws {
        // The first example of [MS-OXRTFCP], 4.1.
        let packed: [UInt8] = [
            0x2D, 0, 0, 0, 0x2B, 0, 0, 0, 0x4C, 0x5A, 0x46, 0x75, 0xF1, 0xC5, 0xC7, 0xA7, 0x03, 0, 0x0A, 0, 0x72, 0x63,
            0x70, 0x67, 0x31, 0x32, 0x35, 0x42, 0x32, 0x0A, 0xF3, 0x20, 0x68, 0x65, 0x6C, 0x09, 0, 0x20, 0x62, 0x77,
            0x05, 0xB0, 0x6C, 0x64, 0x7D, 0x0A, 0x80, 0x0F, 0xA0,
        ]
        let winmail = Self.message(Self.little(1, 4) + Self.binary(0x1009, type: 0x102, packed))
        #expect(try await item(winmail, text: "").item.text == "hello world")
    }

    @Test(arguments: ["message/rfc822", "multipart/mixed", "Multipart/Digest", "text/plain", "a\r\nb/c", ""])
    func `a file is one whatever type its sender gave it`(type: String) async throws {
        let winmail =
            [0x78, 0x9F, 0x3E, 0x22, 1, 0] + Self.attribute(2, 0x0006_9002, [UInt8](repeating: 0, count: 14))
            + Self.attribute(2, 0x0006_800F, Array("Forty fathoms.".utf8))
            + Self.attribute(
                2, 0x0006_9005,
                Self.little(2, 4) + Self.binary(0x370E, type: 0x1E, Array(type.utf8) + [0])
                    + Self.binary(0x3707, type: 0x1E, Array("rope.txt".utf8) + [0]))
        let imported = try await item(winmail, text: "See the file.")
        #expect(imported.item.attachments.map(\.name) == ["winmail.dat", "rope.txt"])
        #expect(imported.attachmentItems.map(\.text) == ["Forty fathoms."])
    }

    @Test func `damage anywhere in it leaves the mail's own text`() async throws {
        for place in Self.winmail.indices {
            var damaged = Self.winmail
            damaged[place] ^= 0xFF
            #expect(try await item(damaged, text: "See the file.").item.text == "See the file.")
            damaged[place] = 0
            #expect(try await item(Array(damaged[...place]), text: "See the file.").item.text == "See the file.")
        }
    }
}
