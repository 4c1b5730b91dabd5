import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite(.scratch) struct JSONLinesReaderTests {
    private func read(_ text: String, longestLine: Int = 1 << 20) async throws -> [ImportRecord] {
        try await read(Array(text.utf8), longestLine: longestLine)
    }

    private func read(_ bytes: [UInt8], longestLine: Int = 1 << 20) async throws -> [ImportRecord] {
        let scratch = try SourceScratch()
        try scratch.write("items.jsonl", bytes)
        let reader = JSONLinesReader(longestLine: longestLine)
        return try await records(reader, scratch.unit("items.jsonl", .jsonl)).map(\.record)
    }

    private func failure(_ line: String) async throws -> ImportFailure? {
        let all = try await read(line + "\n" + #"{"kind":"note","text":"good"}"# + "\n")
        #expect(all.count == 2 && all.last?.item?.text == "good", "reading goes on after a bad line")
        return all.first?.failure
    }

    @Test func keysThatAnExportWritesAreKept() async throws {
        let line = #"""
            {"kind":"note","id":"n","text":"äbc def","authored":[[0,2],[5,8]],"threadTitle":"Club","bcc":[{"name":"Dee"}],"attachments":[{"name":"a.pdf","type":"Application/PDF","bytes":7}],"details":{"path":"/n.md","notebook":"Daily","tags":["x"],"links":["Y"],"aliases":["Z"],"properties":[{"name":"by","value":"Q"}],"fileModified":"2024-03-17T10:30:00Z"},"attachedTo":"m","sources":["/in"]}
            """#
        let item = try #require(try await read(line).first?.item)
        #expect(item.authoredRanges == [0..<2, 5..<8] && item.conversationTitle == "Club")
        #expect(item.recipients == [Recipient(Participant(name: "Dee"), role: .bcc)])
        #expect(item.attachments == [Attachment(name: "a.pdf", mediaType: "application/pdf", byteCount: 7)])
        #expect(
            item.details
                == .note(
                    NoteDetails(
                        path: "/n.md", notebook: "Daily", tags: ["x"], links: ["Y"], aliases: ["Z"],
                        properties: [.init("by", "Q")],
                        fileModified: Date(timeIntervalSince1970: 1_710_671_400))))
    }

    @Test func `names of a note beyond their limit are left out and flagged`() async throws {
        let value = String(repeating: "x", count: 1_000)
        let properties = (0..<1_000).map { #"{"name":"p\#($0)","value":"\#(value)"}"# }.joined(separator: ",")
        let line = #"{"kind":"note","text":"a","details":{"tags":["t"],"properties":[\#(properties)]}}"#
        let item = try #require(try await read(line, longestLine: 1 << 22).first?.item)
        guard case .note(let note) = item.details else { throw CancellationError() }
        #expect(note.tags == ["t"] && note.properties.first?.name == "p0" && item.defects == [.overLimit])
        #expect((100...ImportLimits.noteNameBytes / 1_000).contains(note.properties.count))
    }

    @Test(arguments: [
        "[[1,3]]", "[[3,2]]", "[[0,2],[1,3]]", "[[0,9]]", "[[0]]", "[[-1,2]]", "[[0,2,3]]", "[0,2]", "{}", "\"a\"",
        "[[0,1e99]]", "[[0,18446744073709551616]]", "null",
    ])
    func rangesThatDoNotFitTheTextAreLeftOut(ranges: String) async throws {
        let item = try #require(
            try await read(#"{"kind":"note","text":"äbc def","authored":\#(ranges)}"#).first?.item)
        #expect(item.authoredRanges == [0..<8])
    }

    @Test(arguments: ["details", "attachments"], ["7", "\"a\"", "[7]", #"{"tags":7}"#, #"[{"name":7}]"#, "null"])
    func partsThatCannotBeReadAreLeftOut(key: String, value: String) async throws {
        let item = try #require(try await read(#"{"kind":"note","text":"a","\#(key)":\#(value)}"#).first?.item)
        #expect(item.text == "a" && item.attachments.isEmpty)
    }

    @Test func startsOfPagesThatDoNotFitTheTextAreLeftOut() async throws {
        for (starts, expected) in [("[0,3]", [0, 3]), ("[3,0]", []), ("[0,9]", []), ("[-1]", [])] {
            let line = #"{"kind":"document","text":"abc","details":{"format":"pdf","pageStarts":\#(starts)}}"#
            guard case .document(let details) = try await read(line).first?.item?.details else {
                Issue.record("no document")
                return
            }
            #expect(details.format == "pdf" && details.pageStarts == expected)
        }
    }

    @Test func everyKeyOfAMailIsKept() async throws {
        let line = #"""
            {"id":"m1","kind":"email","thread":"t","title":"Re: Boat","from":{"name":"Ada","address":"ada@example.org"},"to":[{"address":"ben@example.org"}],"cc":[{"name":"Cy"}],"date":"2024-03-17T10:30:00.5+01:00","text":"Dear Ben,\r\nyes.","url":"https://example.org/m1","messageId":"<m1@example.org>","inReplyTo":"<m0@example.org>","references":["<r@example.org>","m0@example.org"]}
            """#
        let item = try #require(try await read(line).first?.item)
        #expect(item.externalID == "m1" && item.conversation == "t" && item.title == "Re: Boat")
        #expect(item.sender == Participant(name: "Ada", address: "ada@example.org"))
        #expect(
            item.recipients == [
                Recipient(Participant(address: "ben@example.org")), Recipient(Participant(name: "Cy"), role: .cc),
            ])
        #expect(item.date == Date(timeIntervalSince1970: 1_710_667_800.5))
        #expect(item.text == "Dear Ben,\nyes." && item.url == "https://example.org/m1")
        let details = EmailDetails(
            messageID: "m1@example.org", inReplyTo: ["m0@example.org"], references: ["r@example.org", "m0@example.org"])
        #expect(item.details == .email(details))
        // Two programs' "m1" are two mails: sender, thread and date belong to the identity.
        let origin = ["t", "Ada", "ada@example.org", "2024-03-17T10:30:00.5+01:00"]
        #expect(item.id == ItemID(identifying: ["jsonl", "email", "m1"] + origin))
    }

    @Test func kindAndTextAreEnough() async throws {
        let all = try await read(#"{"kind":"message","text":"hi"}"# + "\n\n  \n" + #"{"text":"ho","kind":"document"}"#)
        #expect(all.map { $0.item?.text } == ["hi", "ho"])
        #expect(all[0].item?.details == .message(MessageDetails(platform: "jsonl")))
        #expect(all[0].item?.externalID == nil && all[0].item?.date == nil && all[0].item?.conversation == nil)
    }

    @Test func withoutIdTheContentIsTheIdentity() async throws {
        let lines = [
            #"{"kind":"message","thread":"a","text":"ok","date":"2024-01-01T00:00:00Z"}"#,
            #"{"kind":"message","thread":"b","text":"ok","date":"2024-01-01T00:00:00Z"}"#,
            #"{"kind":"message","thread":"a","text":"ok","date":"2024-01-01T00:00:01Z"}"#,
            #"{"kind":"note","thread":"a","text":"ok","date":"2024-01-01T00:00:00Z"}"#,
            #"{"text":"ok", "date":"2024-01-01T00:00:00Z","thread":"a","kind":"message"}"#,
        ]
        let ids = try await read(lines.joined(separator: "\n")).map { $0.item?.id }
        #expect(Set(ids).count == 4)
        #expect(ids[0] == ids[4])
    }

    @Test(arguments: [
        (#"[1]"#, "not an object"), (#"hello"#, "value was expected"), (#"{"text":"a"}"#, "\"kind\" is missing"),
        (#"{"kind":"note"}"#, "\"text\" is missing"), (#"{"kind":"mail","text":"a"}"#, "none of email"),
        (#"{"kind":"note","text":7}"#, "\"text\" is a number"), (#"{"kind":"note","text":null}"#, "\"text\" is null"),
        (#"{"id":9007199254740993,"kind":"note","text":"a"}"#, "\"id\" is a number"),
        (#"{"kind":"note","text":"a","to":{"name":"b"}}"#, "\"to\" is an object"),
        (#"{"kind":"note","text":"a","from":"b"}"#, "\"from\" is a string"),
        (#"{"kind":"note","text":"a","from":{"name":1}}"#, "\"from.name\" is a number"),
        (#"{"kind":"note","text":"a","date":"17.3.2024"}"#, "\"date\" is not a date"),
        (#"{"kind":"note","text":"a","date":"2023-02-29T00:00:00Z"}"#, "\"date\" is not a date"),
        (#"{"kind":"note","text":"a","date":"2023-02-28T24:00:00Z"}"#, "\"date\" is not a date"),
        (#"{"kind":"note","text":"a","date":"2023-02-28T00:00:00"}"#, "\"date\" is not a date"),
        (#"{"kind":"note","text":"a"} {"kind":"note","text":"b"}"#, "one item per line"),
        (#"{"kind":"note","text":"a",}"#, "no comma after the last"),
        (#"{"kind":"note","text":"a\q"}"#, "no such escape"),
        (#"{"kind":"note","text":"a","x":01}"#, "begin with 0"), (#"{"kind":"note" "text":"a"}"#, "was expected"),
        (#"{"kind":"note","text":"a","text":"b"}"#, "there twice"),
        ("{\"kind\":\"note\",\"text\":\"a\tb\"}", "control character"), (#"{"kind":"note","text":"a"#, "cut off"),
    ])
    func whatIsWrongIsSaidWithItsLine(line: String, said: String) async throws {
        let failure = try #require(try await failure(line))
        #expect(failure.place == "line 1" && failure.code == .malformed)
        #expect(failure.reason.contains(said), "\(failure.reason)")
    }

    @Test func aCutLastLineIsAFailure() async throws {
        let all = try await read(#"{"kind":"note","text":"whole"}"# + "\n" + #"{"kind":"note","text":"cu"#)
        #expect(all.first?.item?.text == "whole")
        #expect(all.last?.failure?.place == "line 2")
        #expect(all.last?.failure?.reason.contains("cut off") == true)
    }

    @Test func invalidUTF8IsAFailureOfItsLine() async throws {
        for bad: [UInt8] in [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
            let line = Array(#"{"kind":"note","text":"abcdefghijk"#.utf8) + bad + Array("\"}\n".utf8)
            let all = try await read(line + Array(#"{"kind":"note","text":"é€😀"}"#.utf8))
            #expect(all.first?.failure?.reason.contains("UTF-8") == true)
            #expect(all.last?.item?.text == "é€😀")
        }
    }

    @Test func aLineOverTheLimitIsAFailureAndReadingGoesOn() async throws {
        let long = String(repeating: "x", count: 600_000)
        let lines = [
            #"{"kind":"note","text":"1"}"#, #"{"kind":"note","text":"\#(long)"}"#, #"{"kind":"note","text":"3"}"#,
            #"{"kind":"note","text":"\#(long)"}"#,
        ]
        let all = try await read(lines.joined(separator: "\n"), longestLine: 1000)
        #expect(all.map { $0.item?.text } == ["1", nil, "3", nil])
        #expect(all.map { $0.failure?.place } == [nil, "line 2", nil, "line 4"])
    }

    @Test func idsThatWereThereAreFailures() async throws {
        let all = try await read(
            [
                #"{"id":"a","kind":"note","text":"1"}"#, #"{"id":"a","kind":"message","text":"2"}"#,
                #"{"id":"a","kind":"note","text":"3"}"#,
            ].joined(separator: "\r\n"))
        #expect(all.map { $0.item?.text } == ["1", "2", nil])
        #expect(all[2].failure?.reason.contains("line 1") == true)
    }

    @Test func escapesAndSurrogatesAreResolved() async throws {
        let text = #"q\" b\\ s\/ \b\f\n\r\t \u00e9 \u20AC \ud83d\ude00 é"#
        let item = try #require(try await read(#"{"kind":"note","title":"a\nb","text":"\#(text)"}"#).first?.item)
        #expect(item.text == "q\" b\\ s/ \u{FFFD}\n\n\n\t é € 😀 é")
        #expect(item.title == "a b")
        #expect(item.defects == [.controlCharacters])
        let lone = try #require(try await read(#"{"kind":"note","text":"x\ud83dy\ude00z\ud83d\u0041"}"#).first?.item)
        #expect(lone.text == "x\u{FFFD}y\u{FFFD}z\u{FFFD}A" && lone.defects == [.badCharset])
    }

    @Test func unknownKeysAndNullsAreLeftOut() async throws {
        let line = #"{"x":[1,{"y":[true,false,null,-1.5e+3,""]}],"id":null,"to":null,"kind":"note","text":"a"}"#
        #expect(try await read(line).first?.item?.text == "a")
    }

    @Test func deepNestingIsAFailure() async throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try await failure(#"{"x":\#(deep)"#)?.reason.contains("nested too deep") == true)
    }

    @Test func textOverTheLimitIsCutAtACharacter() async throws {
        let text = "a" + String(repeating: "é", count: ImportLimits.textBytes / 2 + 100)
        let item = try #require(
            try await read(#"{"kind":"note","text":"\#(text)"}"#, longestLine: 64 << 20).first?.item)
        #expect(item.text.utf8.count == ImportLimits.textBytes - 1 && item.text.hasSuffix("é"))
        #expect(item.defects == [.truncatedText])
    }

    @Test func datesAreTheInstantsTheyName() async throws {
        let dates: [(String, Double)] = [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29t12:00:00z", 951_825_600),
            ("2024-03-17 09:30:00+05:30", 1_710_648_000),
            ("2024-03-17T10:30:00-05:00", 1_710_689_400), ("2024-03-17T10:30:00-03:30", 1_710_684_000),
            ("1969-12-31T23:59:59.75Z", -0.25), ("2016-12-31T23:59:60Z", 1_483_228_799),
            ("9999-12-31T23:59:59-00:00", 253_402_300_799),
        ]
        for (text, seconds) in dates {
            let item = try await read(#"{"kind":"note","text":"a","date":"\#(text)"}"#).first?.item
            #expect(item?.date?.timeIntervalSince1970 == seconds, "\(text)")
        }
    }

    @Test func readingGoesOnFromEveryPosition() async throws {
        let scratch = try SourceScratch()
        var lines = (0..<200).map { #"{"id":"\#($0 % 150)","kind":"note","text":"text \#($0)"}"# }
        lines[20] = ""
        lines[30] = "not JSON"
        try scratch.write("items.jsonl", "\u{FEFF}" + lines.joined(separator: "\n"))
        let unit = try scratch.unit("items.jsonl", .jsonl)
        let all = try await records(JSONLinesReader(), unit)
        #expect(all.count == 199)
        for start in stride(from: 0, to: all.count, by: 7) {
            let rest = try await records(JSONLinesReader(), unit, from: all[start].cursor)
            #expect(rest.map(\.cursor) == all[(start + 1)...].map(\.cursor))
            #expect(rest.map(\.record.item) == all[(start + 1)...].map(\.record.item))
            #expect(rest.map(\.record.failure) == all[(start + 1)...].map(\.record.failure))
        }
    }

    @Test func anEmptyFileHasNoRecordsAndAMissingOneSaysSo() async throws {
        #expect(try await read("").isEmpty)
        let missing = SourceUnit(path: "/nowhere/x.jsonl", root: "/nowhere", format: .jsonl, byteCount: 0, modified: 0)
        await #expect { try await records(JSONLinesReader(), missing) } throws: {
            ($0 as? ImportFailure)?.code == .notFound
        }
    }

    @Test func noCutOrChangedByteCrashesReading() async throws {
        let line = Array(
            #"{"id":"é","kind":"email","to":[{"name":"b"}],"text":"\u00e9\n\ud83d\ude00","x":[1.5e3,true]}"#.utf8)
        var generator = SeededSourceGenerator(seed: 7)
        for end in 0..<line.count {
            #expect(try await read(Array(line[..<end])).allSatisfy { $0.item == nil })
        }
        for _ in 0..<500 {
            var changed = line
            changed[Int.random(in: 0..<line.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            for record in try await read(changed) { #expect(record.item == nil || record.item?.text.isEmpty == false) }
        }
    }
}
