import Foundation
import RecallTestSupport
import Testing

/// A file of many records, whatever its length, is imported in the same memory: no reader holds it.
@Suite(.waiting, .serialized) struct ImportMemoryTests {
    /// A format's file: what stands before, what each record is, and what stands after.
    struct Records: Sendable, CustomTestStringConvertible {
        let name: String
        var head = ""
        let record: @Sendable (_ number: Int, _ text: String) -> String
        var tail = ""

        var testDescription: String { name }
    }

    private static let formats = [
        Records(name: "a.mbox") { number, text in
            "From a@b.c Sun Mar 17 09:30:00 2024\nSubject: \(number)\nMessage-ID: <\(number)@b.c>\n\n\(text)\n\n"
        },
        Records(name: "WhatsApp Chat with Bo.txt") { number, text in
            let (day, minute) = (number / 200, number % 200)
            let date = String(format: "%02d/%02d/%02d", day % 28 + 1, day / 28 % 12 + 1, 10 + day / 336)
            return String(format: "[%@, %02d:%02d:00] Bo: %@\n", date, 9 + minute / 60, minute % 60, text)
        },
        Records(
            name: "result.json", head: #"{"type": "personal_chat", "id": 1, "messages": ["#,
            record: { number, text in
                #"{"id": \#(number + 1), "from": "a", "date_unixtime": "\#(time(number))", "text": "\#(text)"},"#
            }, tail: #"{"id": 0, "from": "a", "date_unixtime": "1", "text": "x"}]}"#),
        Records(
            name: "sms.xml", head: "<smses>",
            record: { "<sms address='1' date='\(time($0))000' type='1' body='\($1)'/>\n" }, tail: "</smses>"),
        Records(
            name: "a.enex", head: "<en-export>",
            record: { "<note><title>\($0)</title><content>\($1)</content></note>\n" }, tail: "</en-export>"),
        Records(
            name: "a.ics", head: "BEGIN:VCALENDAR\n",
            record: { "BEGIN:VEVENT\nUID:\($0)\nSUMMARY:x\nDESCRIPTION:\($1)\nEND:VEVENT\n" }, tail: "END:VCALENDAR\n"),
        Records(name: "a.jsonl") { #"{"kind": "note", "text": "\#($0) \#($1)"}"# + "\n" },
    ]

    /// Two hundred messages a day, a minute after each other.
    private static func time(_ number: Int) -> Int { 1_600_000_000 + number / 200 * 86_400 + number % 200 * 60 }

    private static let length = 48 << 20
    /// What SQLite, postings of a batch and the tool itself take; a reader that holds the file takes more than its length.
    private static let most = 250 << 20

    @Test(arguments: formats)
    func `a long file takes no more memory than a batch of it`(_ format: Records) throws {
        let fixture = try CommandFixture()
        let path = try fixture.scratch.write("in/" + format.name, format.head)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        let text = String(repeating: "the kettle whistles at the mill, and the ferns grow by the gate; ", count: 30)
        var (length, number) = (0, 0)
        while length < Self.length {
            let records = (0..<500).map { format.record(number + $0, text) }.joined()
            try file.write(contentsOf: Data(records.utf8))
            (length, number) = (length + records.utf8.count, number + 500)
        }
        try file.write(contentsOf: Data(format.tail.utf8))
        try file.close()
        let outcome = try fixture.recall("import", fixture.scratch.path + "/in", "--no-embed", "--format", "json")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let items = try #require(outcome.json["items"] as? Int)
        #expect(items == number || items == number + 1)
        #expect(outcome.peakMemory > 10 << 20 && outcome.peakMemory < Self.most, "\(outcome.peakMemory >> 20) MB")
    }
}
