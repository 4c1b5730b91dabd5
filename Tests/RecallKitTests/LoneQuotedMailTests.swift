import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Mails that the library has as quotations alone.
@Suite(.scratch) struct LoneQuotedMailTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private static let question = """
        From: Deb Smith <deb@people.example>
        To: Mark Taylor <mark@people.example>
        Message-ID: <a@people.example>
        Subject: Sunday
        Date: Thu, 3 May 2001 10:00:00 +0000

        Brunch on Sunday is at Ninfa's, and the
        table is booked for eleven o'clock.
        """
    private static let answer = """
        From: Mark Taylor <mark@people.example>
        To: Deb Smith <deb@people.example>
        Message-ID: <b@people.example>
        In-Reply-To: <a@people.example>
        Subject: Re: Sunday
        Date: Thu, 3 May 2001 11:00:00 +0000

        Sounds lovely!

        On 3 May 2001 at 10:00, Deb Smith <deb@people.example> wrote:
        > Brunch on Sunday is at Ninfa's, and the
        > table is booked for eleven o'clock.
        """
    private static let later = answer.replacingOccurrences(of: "b@people", with: "c@people")
        .replacingOccurrences(of: "11:00:00", with: "12:00:00").replacingOccurrences(
            of: "Sounds lovely!", with: "Thanks.")

    /// Imports one mail after the other, and tells their paths.
    @discardableResult
    private func add(_ mails: [String], to library: RecallLibrary? = nil) async throws -> [String] {
        var paths: [String] = []
        for text in mails {
            paths.append(try scratch.write("\(text.hashValue).eml", text))
            _ = try await (library ?? self.library).importFiles(at: paths.suffix(1))
        }
        return paths
    }

    /// The passages of each item.
    private func passages(of library: RecallLibrary? = nil) throws -> [String: [Range<Int>]] {
        let store = (library ?? self.library).store
        let threads = try store.allThreads()
        return try store.read { snapshot in
            try threads.flatMap(snapshot.texts).reduce(into: [:]) {
                $0["\($1.title) \($1.date ?? .distantPast)"] = $1.passages
            }
        }
    }

    private var passageCount: Int { get throws { try library.store.read { try $0.counts() }.passages } }

    private func hits(_ query: String = "ninfa's eleven") throws -> [PassageHit] {
        try library.search(SearchQuery(query)).results.flatMap(\.passages)
    }

    @Test func `the words of a mail that is quoted alone are found, as its author's`() async throws {
        try await add([Self.answer, Self.later])
        let hit = try #require(try hits().first)
        #expect(hit.item.sender?.name == "Mark Taylor" && hit.item.quoted?.author?.address == "deb@people.example")
        #expect(hit.item.author?.name == "Deb Smith")
        #expect(hit.text == "Brunch on Sunday is at Ninfa's, and the\n  table is booked for eleven o'clock.")
        // What two answers quote is there once.
        #expect(try passageCount == 3)
        let response = try library.search(SearchQuery("where is brunch on sunday"))
        #expect(response.results.first?.why.contains("quoting Deb Smith") == true)
    }

    @Test func `a quoted mail makes room for its original, and comes back when that is deleted`() async throws {
        let paths = try await add([Self.answer, Self.question])
        #expect(try passageCount == 2)
        #expect(try hits().first?.text.contains("Ninfa") == true && hits().allSatisfy { $0.item.quoted == nil })
        for file in try library.sources(below: paths[1]) { _ = try library.deleteSource(file) }
        #expect(try passageCount == 2)
        #expect(try hits().first?.item.quoted?.author?.name == "Deb Smith")
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]])
    func `passages depend on what was imported, not on the order`(order: [Int]) async throws {
        let mails = [Self.answer, Self.later, Self.question]
        try await add(order.prefix(2).map { mails[$0] })
        let other = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/other"), for: .write, model: .none)
        try await add(order.prefix(2).reversed().map { mails[$0] }, to: other)
        #expect(try passages() == passages(of: other))
    }

    @Test func `a forwarded mail is quoted as its author's`() async throws {
        try await add([
            """
            From: Mark Taylor <mark@people.example>
            Message-ID: <f@people.example>
            Subject: Fwd: Sunday
            Date: Thu, 3 May 2001 11:00:00 +0000

            For the calendar.

            ---------- Forwarded message ---------
            From: Deb Smith <deb@people.example>
            Date: Thu, 3 May 2001
            Subject: Sunday
            To: Mark

            Brunch on Sunday is at Ninfa's at eleven.
            """
        ])
        let quotedTexts = try hits().filter { $0.text.contains("Ninfa") }
        #expect(quotedTexts.map(\.item.quoted?.author?.name) == ["Deb Smith"])
        #expect(try hits("calendar").first?.item.quoted == nil)
    }

    @Test func `what a page hides is quoted by nobody`() async throws {
        try await add([
            """
            From: Mark Taylor <mark@people.example>
            Message-ID: <h@people.example>
            Subject: Re: Sunday
            Date: Thu, 3 May 2001 11:00:00 +0000
            Content-Type: text/html

            <p>Sounds lovely!</p><div style="display:none"><p>On 3 May 2001 at 10:00, Deb Smith &lt;deb@people.example&gt; wrote:</p>
            <blockquote>Brunch on Sunday is at Ninfa's at eleven.</blockquote></div>
            """
        ])
        #expect(try passageCount == 1)
    }
}
