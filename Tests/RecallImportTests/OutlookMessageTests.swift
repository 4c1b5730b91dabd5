import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Messages of Outlook in files of their own (`.msg`), written after [MS-OXMSG].
@Suite(.scratch) struct OutlookMessageTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    /// A property of a message, a recipient or an attachment, by its number.
    private enum Property {
        case text(Int, String)
        /// A text in the code page of the message.
        case narrow(Int, [UInt8])
        case number(Int, UInt64)
        case time(Int, UInt64)
        case bytes(Int, [UInt8])

        /// Its number, the number of its type, its value in the table of properties, and the stream that it has besides.
        var written: (id: Int, type: Int, value: UInt64, stream: [UInt8]?) {
            switch self {
            case .text(let id, let text):
                let bytes = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
                return (id, 0x1F, UInt64(bytes.count + 2), bytes)
            case .narrow(let id, let bytes): return (id, 0x1E, UInt64(bytes.count + 1), bytes)
            case .number(let id, let value): return (id, 0x03, value, nil)
            case .time(let id, let value): return (id, 0x40, value, nil)
            case .bytes(let id, let bytes): return (id, 0x0102, UInt64(bytes.count), bytes)
            }
        }
    }

    /// The entries of a storage with these properties; the table of a message has a longer header than that of its parts.
    private static func entries(_ properties: [Property], header: Int = 8) -> [CompoundFile.Entry] {
        var table = [UInt8](repeating: 0, count: header)
        var streams: [CompoundFile.Entry] = []
        for (id, type, value, stream) in properties.map(\.written) {
            table += [type & 0xFF, type >> 8, id & 0xFF, id >> 8, 6, 0, 0, 0].map { UInt8($0) }
            table += withUnsafeBytes(of: value.littleEndian, Array.init)
            let digits = String(id << 16 | type, radix: 16, uppercase: true)
            let name = "__substg1.0_" + String(repeating: "0", count: 8 - digits.count) + digits
            if let stream { streams.append(.stream(name, stream)) }
        }
        return [.stream("__properties_version1.0", table)] + streams
    }

    private static func recipient(_ number: Int, _ name: String, _ address: String, type: UInt64) -> CompoundFile.Entry
    {
        .storage(
            "__recip_version1.0_#0000000\(number)",
            entries([.text(0x3001, name), .text(0x39FE, address), .number(0x0C15, type)]))
    }

    private static let letter: [Property] = [
        .text(0x1A, "IPM.Note"), .text(0x37, "The quay"), .text(0x1000, "Low tide at nine.\r\nÅda"),
        .text(0x0C1A, "Åda Lind"), .text(0x5D01, "ada@a.example"), .text(0x1035, "<q1@a.example>"),
        .time(0x39, 133_485_408_000_000_000),
    ]

    private func items(_ entries: [CompoundFile.Entry]) async throws -> [Item] {
        try files.write("a.msg", CompoundFile.bytes(entries))
        return try await files.items("a.msg")
    }

    @Test func `a message has its sender, recipients by their kind, date, id and text`() async throws {
        let found = try await items(
            Self.entries(Self.letter, header: 32) + [
                Self.recipient(0, "Bo", "bo@b.example", type: 1), Self.recipient(1, "Cy", "cy@c.example", type: 2),
            ])
        let mail = try #require(found.first)
        #expect(mail.title == "The quay" && mail.text == "Low tide at nine.\nÅda")
        #expect(mail.sender == Participant(name: "Åda Lind", address: "ada@a.example"))
        #expect(mail.recipients.map(\.participant.address) == ["bo@b.example", "cy@c.example"])
        #expect(mail.recipients.map(\.role) == [.to, .cc])
        #expect(mail.date == Date(timeIntervalSince1970: 1_704_067_200) && mail.externalID == "q1@a.example")
    }

    @Test(arguments: [(1_252, [0x47, 0x72, 0xF6, 0xDF, 0x65], "Größe"), (1_251, [0xCF, 0xF0], "Пр")])
    func `narrow texts are in the code page of the message`(page: Int, bytes: [Int], text: String) async throws {
        let found = try await items(
            Self.entries(
                [
                    .text(0x1A, "IPM.Note"), .number(0x3FFD, UInt64(page)), .narrow(0x37, bytes.map { UInt8($0) }),
                    .narrow(0x1000, bytes.map { UInt8($0) }),
                ], header: 32))
        #expect(found.first?.title == text && found.first?.text == text)
    }

    @Test func `what is attached is named and read, also a message within it`() async throws {
        let inner: [Property] = [
            .text(0x1A, "IPM.Note"), .text(0x37, "Key"), .text(0x1000, "Under the oar."), .text(0x5D01, "bo@b.example"),
            .text(0x1035, "<k1@b.example>"),
        ]
        let note: [Property] = [
            .text(0x3707, "tides.txt"), .bytes(0x3701, Array("Nine and three.".utf8)), .number(0x3705, 1),
        ]
        let found = try await items(
            Self.entries(Self.letter, header: 32) + [
                .storage("__attach_version1.0_#00000000", Self.entries(note)),
                .storage(
                    "__attach_version1.0_#00000001",
                    Self.entries([.text(0x3001, "Key"), .number(0x3705, 5)])
                        + [.storage("__substg1.0_3701000D", Self.entries(inner, header: 24))]),
            ])
        let mail = try #require(found.first)
        #expect(mail.attachments.map(\.name).first == "tides.txt" && mail.attachments.count == 2)
        let records = try await files.records(try #require(try await files.units("a.msg").first))
        guard case .item(let imported)? = records.first?.record else { throw CocoaError(.fileReadUnknown) }
        #expect(imported.attachmentItems.map(\.text) == ["Nine and three."])
        #expect(imported.attachedMails.map(\.item.text) == ["Under the oar."])
        #expect(imported.attachedMails.first?.item.sender?.address == "bo@b.example")
    }

    @Test func `a message at any byte of which is garbage ends in items and failures`() async throws {
        let bytes = CompoundFile.bytes(
            Self.entries(Self.letter, header: 32) + [Self.recipient(0, "Bo", "bo@b.example", type: 1)])
        for start in stride(from: 0, to: bytes.count, by: 97) {
            var damaged = bytes
            for index in start..<min(start + 3, bytes.count) { damaged[index] = UInt8(truncatingIfNeeded: index &* 37) }
            try files.write("a.msg", damaged)
            let unit = try files.scratch.unit("a.msg", .outlookMessage)
            do {
                #expect(try await files.records(unit).count <= 2)
            } catch let failure as ImportFailure {
                #expect(failure.path == unit.path)
            }
        }
    }
}
