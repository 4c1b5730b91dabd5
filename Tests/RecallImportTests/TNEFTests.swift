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
