import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Mails without references or subjects: what is near in time to the best match comes before what is not.
@Suite(.scratch) struct TemporalFeedbackTests {
    /// One item says all of the query; two others say the same part of it, on other days.
    private func order(
        besides others: [Item] = [], _ item: (_ id: String, _ text: String, _ day: Double) -> Item
    ) async throws -> [String] {
        let filler = (0..<12).map { Item.note("filler\($0)", text: "kettle ladder number\($0)") }
        let fixture = try await SearchFixture(
            filler + others + [
                item("far", "a vignette that will build", 300), item("best", "the vignette fails to build", 10),
                item("near", "a vignette that will build", 11), item("else", "nothing to build here", 600),
            ])
        return try fixture.engine().search(SearchQuery("vignette fails build")).shown.map { $0[0] }
    }

    @Test func `a mail written next to the best one comes before its equal`() async throws {
        let mails = try await order { .mail($0, text: $1, day: $2) }
        #expect(mails.prefix(3) == ["best", "near", "far"])
    }

    @Test func `notes are not moved by their dates`() async throws {
        let notes = try await order { id, text, day in
            var note = Item.note(id, text: text)
            note.date = .days(day)
            return note
        }
        #expect(notes.prefix(3) == ["best", "far", "near"])
    }

    @Test func `mails of known threads are not moved by their dates`() async throws {
        let thread = ["far", "near"].map { Item.mail("after-\($0)", text: "thanks", day: 700, inReplyTo: [$0]) }
        let mails = try await order(besides: thread) { .mail($0, text: $1, day: $2) }
        #expect(mails.prefix(3) == ["best", "far", "near"])
    }
}
