import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite(.scratch) struct MailMboxTests {
    private let two = """
        From ann@example.org Fri May 22 13:38:22 2015
        From: Ann <ann@example.org>
        Subject: One
        Message-ID: <1@example.org>

        First body.

        From bob@example.org Fri May 22 14:38:22 2015
        From: Bob <bob@example.org>
        Subject: Two
        Message-ID: <2@example.org>

        Second body.

        """

    @Test func theFirstSecondOf1970IsNoDate() async throws {
        let mail = "From a@example.org Thu Jan  1 00:00:00 1970\nFrom: Ann <a@example.org>\nSubject: One\n\nBody.\n"
        #expect(try await mboxItems(mail).map(\.date) == [nil])
    }

    @Test func `mails that come into a mailbox while it is read are for the next import`() async throws {
        let scratch = try SourceScratch()
        func mail(_ number: Int) -> String {
            "From a@example.org Fri May 22 13:38:22 2015\nFrom: Ann <a@example.org>\nSubject: \(number)\n\n"
                + String(repeating: "The kettle whistles in the kitchen.\n", count: 24_000) + "\n"
        }
        try scratch.write("box.mbox", (0..<3).map(mail).joined())
        guard case .unit(let unit)? = Array(SourceWalker(path: scratch.path + "/box.mbox")).first else {
            throw ImportFailure(.wrongFormat, path: "", reason: "no unit")
        }
        let titles = Titles()
        try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
            record, _ in
            guard case .item(let imported) = record else { return }
            titles.add(imported.item.title)
            let file = try #require(FileHandle(forWritingAtPath: unit.path))
            try file.seekToEnd()
            try file.write(contentsOf: Data(mail(9).utf8))
            try file.close()
        }
        #expect(titles.all == ["0", "1", "2"])
    }

    private final class Titles: @unchecked Sendable {
        private(set) var all: [String] = []
        func add(_ title: String) { all.append(title) }
    }

    @Test func messagesAreSplitAtMarkersInLFAndCRLF() async throws {
        for text in [two, two.crlf] {
            let items = try await mboxItems(text)
            #expect(items.map(\.title) == ["One", "Two"])
            #expect(items.map(\.text) == ["First body.", "Second body."])
        }
    }

    @Test func positionsAreTheOffsetsOfMarkersAndReadingGoesOnThere() async throws {
        let bytes = Array(two.utf8)
        let records = try await mboxRecords(bytes)
        let second = try #require(two.range(of: "From bob@"))
        #expect(
            records[0].1 == SourceCursor(byteOffset: two.utf8.distance(from: two.startIndex, to: second.lowerBound)))
        #expect(records[1].1 == SourceCursor(byteOffset: bytes.count))
        let rest = try await mboxRecords(bytes, from: records[0].1)
        #expect(rest.count == 1)
        guard case .item(let imported) = rest[0].0 else { throw MailTestError.noEmail }
        #expect(imported.item.title == "Two")
        #expect(try await mboxRecords(bytes, from: records[1].1).isEmpty)
    }

    @Test(arguments: [
        "From where I stand this is a sentence.",
        "From now on\nSubject: this is no message",
        "From ann Fri May 22 13:38:22 2015 the text went on\nwithout a header",
    ])
    func aLineThatBeginsWithFromDoesNotSplit(_ line: String) async throws {
        let items = try await mboxItems(two.replacing("First body.", with: "First body.\n\n" + line + "\nmore"))
        #expect(items.count == 2)
        #expect(items[0].text.contains(line))
    }

    /// Files are read through a window of 1 MB, which overlaps the next one by some kilobytes.
    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 40, 2_046, 2_047, 2_048, 2_049, 2_050, 2_100, 4_095, 4_096, 4_097, 4_200])
    func aMarkerAtTheEdgeOfAWindowSplits(_ distance: Int) async throws {
        let second = try #require(two.range(of: "From bob@")).lowerBound
        let missing = (1 << 20) - distance - two.utf8.distance(from: two.startIndex, to: second)
        let line = String(repeating: "x", count: 63) + "\n"
        let filling = String(repeating: line, count: missing / 64) + String(repeating: "y", count: missing % 64)
        let items = try await mboxItems(two.replacing("First body.", with: filling + "First body."))
        #expect(items.map(\.title) == ["One", "Two"])
        #expect(items.last?.text == "Second body.")
    }

    @Test func aMarkerWithoutAnEmptyLineBeforeItDoesNotSplit() async throws {
        let items = try await mboxItems(
            two.replacing("First body.", with: "He wrote:\nFrom eve@example.org Fri May 22 13:38:22 2015\nFrom: eve\n"))
        #expect(items.count == 2)
    }

    @Test func oneMarkIsTakenOffEscapedLines() async throws {
        let items = try await mboxItems(
            two.replacing("First body.", with: "First body.\n>From here\n>>From there\n> From a quote"))
        #expect(items[0].text == "First body.\nFrom here\n>From there\n> From a quote")
    }

    @Test func oneMarkIsTakenOffBesideALineThatIsNotEscaped() async throws {
        let items = try await mboxItems(two.replacing("First body.", with: "First body.\nFrom now on\n>From here"))
        #expect(items[0].text == "First body.\nFrom now on\nFrom here")
    }

    @Test func aTrueContentLengthCoversMarkersInTheBody() async throws {
        let body = "Mail in mail:\n\nFrom eve@example.org Fri May 22 13:38:22 2015\nSubject: Inner\n\n>From inner\n"
        let message = "From ann@example.org Fri May 22 13:38:22 2015\nSubject: Outer\nContent-Length: "
        for end in ["\n", "\n\n"] {
            let items = try await mboxItems("\(message)\(body.utf8.count)\n\n\(body)\(end)\(two)")
            #expect(items.map(\.title) == ["Outer", "One", "Two"])
            #expect(items[0].text.hasSuffix(">From inner"))
        }
        let last = try await mboxItems("\(message)\(body.utf8.count)\n\n\(body)")
        #expect(last.map(\.title) == ["Outer"])
    }

    @Test(arguments: ["5", "12", "99999999", "-3", "99999999999999999999999", "many"])
    func aFalseContentLengthIsIgnored(_ length: String) async throws {
        let items = try await mboxItems(two.replacing("Subject: One", with: "Subject: One\nContent-Length: \(length)"))
        #expect(items.map(\.text) == ["First body.", "Second body."])
    }

    @Test func aByteOrderMarkBeforeTheFirstMarkerIsPassedOver() async throws {
        #expect(try await mboxItems("\u{FEFF}" + two).count == 2)
    }

    @Test func garbageBeforeTheFirstMarkerIsReported() async throws {
        let records = try await mboxRecords(Array(("garbage: yes\nno mail\n" + two).utf8))
        #expect(records.count == 3)
        guard case .failure(let failure) = records[0].0 else { throw MailTestError.noEmail }
        #expect(failure.code == .malformed)
        #expect(failure.place == "bytes 0 to 21")
    }

    @Test func aDoubleMarkerBeginsOneMessage() async throws {
        let items = try await mboxItems("From a@example.org Fri May 22 13:38:22 2015\n" + two)
        #expect(items.map(\.title) == ["One", "Two"])
    }

    @Test func aMessageWithoutContentIsReportedAndReadingGoesOn() async throws {
        let records = try await mboxRecords(Array(("From a@example.org Fri May 22 13:38:22 2015\n\n" + two).utf8))
        guard case .failure(let failure) = records[0].0 else { throw MailTestError.noEmail }
        #expect(failure.code == .empty)
        #expect(records.count == 3)
    }

    @Test func theLastLineNeedsNoLineEnd() async throws {
        #expect(try await mboxItems(two + "\nLast").last?.text == "Second body.\n\nLast")
    }

    @Test(arguments: ["no mail at all\n", "From \n", "From nobody\nhello\n", "PK\u{3}\u{4}\0\0\0"])
    func aFileWithoutMarkersIsNoMbox(_ content: String) async throws {
        await #expect {
            _ = try await mboxRecords(Array(content.utf8))
        } throws: {
            ($0 as? ImportFailure)?.code == .wrongFormat
        }
    }

    @Test func anEmptyFileAndAFolderAreErrorsOfTheirOwn() async throws {
        await #expect {
            _ = try await mboxRecords([])
        } throws: {
            ($0 as? ImportFailure)?.code == .empty
        }
        let folder = FileManager.default.temporaryDirectory.path
        let unit = SourceUnit(path: folder, root: folder, format: .mbox, byteCount: 0, modified: 0)
        let reader = MboxReader(extractor: DocumentTextExtractor(), now: { testNow })
        await #expect {
            try await reader.read(unit, from: .start) { _, _ in }
        } throws: {
            ($0 as? ImportFailure)?.code == .notAFile
        }
    }

    @Test func archivesOfListsDisguiseAddresses() async throws {
        let items = try await mboxItems(
            """
            From ann.bell at example.org  Fri May 22 13:38:22 2015
            From: ann.bell at example.org (=?utf-8?q?Ann_B=C3=A8ll?=)
            Date: Fri, 22 May 2015 13:38:22 +0200
            Subject: [list] Hello
            Message-ID: <list.1@example.org>

            Hello list

            From bob at example.org  Fri May 22 14:38:22 2015
            From: "Bob" <bob at example.org>
            Subject: Re: [list] Hello

            Hello Ann

            """)
        #expect(items.count == 2)
        #expect(items[0].sender == Participant(name: "Ann Bèll", address: "ann.bell@example.org"))
        #expect(items[1].sender == Participant(name: "Bob", address: "bob@example.org"))
        #expect(items[1].date == Date(timeIntervalSince1970: 1_432_305_502))
        #expect(items[1].defects.contains(.badDate))
    }

    @Test func messagesLargerThanTheWindowAndOnItsEdgesAreFoundWhole() async throws {
        let line = String(repeating: "x", count: 99) + "\n"
        var content = ""
        for (i, lines) in [10_470, 21, 10_486, 30_000, 5, 10_480].enumerated() {
            content +=
                "From a@example.org Fri May 22 13:38:22 2015\nSubject: \(i)\n\n\(String(repeating: line, count: lines))\n"
        }
        let items = try await mboxItems(content)
        #expect(items.map(\.title) == ["0", "1", "2", "3", "4", "5"])
        #expect(items.map { $0.text.utf8.count } == [10_470, 21, 10_486, 30_000, 5, 10_480].map { $0 * 100 - 1 })
    }
}

@Suite(.scratch) struct MailFileTests {
    private let reader = MailFileReader(extractor: DocumentTextExtractor(), now: { testNow })

    @Test func aMailFileIsOneItemDatedByTheFileIfNeedBe() async throws {
        let sample = try MailSample(
            "From ann Fri May 22 13:38:22 2015\nSubject: x\n\nBody", name: "a:2,S", format: .mail)
        var unit = sample.unit
        unit.modified = 5_000_000_000
        var records: [(ImportRecord, SourceCursor)] = []
        try await reader.read(unit, from: .start) { records.append(($0, $1)) }
        #expect(records.count == 1)
        guard case .item(let imported) = records[0].0 else { throw MailTestError.noEmail }
        #expect(imported.item.title == "x")
        #expect(imported.item.date == Date(timeIntervalSince1970: 5))
        try await reader.read(unit, from: records[0].1) { _, _ in Issue.record("read twice") }
    }

    @Test(arguments: [("", "empty"), (" \n\n", "empty"), ("\0\u{1}\u{2}PK", "wrong-format")])
    func aFileThatIsNoMailIsAnError(_ content: String, _ code: String) async throws {
        let sample = try MailSample(content, name: "a.eml", format: .mail)
        await #expect {
            try await reader.read(sample.unit, from: .start) { _, _ in }
        } throws: {
            ($0 as? ImportFailure)?.code.rawValue == code
        }
    }

    @Test func aPipeIsNotWaitedFor() async throws {
        let sample = try MailSample("x", name: "a.eml", format: .mail)
        let path = sample.unit.path + ".pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let unit = SourceUnit(path: path, root: path, format: .mail, byteCount: 0, modified: 0)
        await #expect {
            try await reader.read(unit, from: .start) { _, _ in }
        } throws: {
            ($0 as? ImportFailure)?.code == .notAFile
        }
    }

    @Test func aMissingFileIsNotFound() async throws {
        let unit = SourceUnit(path: "/no/such/file", root: "/no", format: .mail, byteCount: 0, modified: 0)
        await #expect {
            try await reader.read(unit, from: .start) { _, _ in }
        } throws: {
            ($0 as? ImportFailure)?.code == .notFound
        }
    }
}
