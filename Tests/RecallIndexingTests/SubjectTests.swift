import RecallCore
import RecallEmbedding
import RecallTestSupport
import Testing

@Suite(.scratch) struct SubjectTests {
    @Test func `which mails a subject joins does not depend on which comes first`() async throws {
        let mails = [Item.mail("a", "Keys", day: 1), .mail("b", "Re: Keys", day: 2), .mail("c", "Re: Keys", day: 3)]
        for order in permutations(mails) {
            #expect(try await grouping(order) == [["a", "b", "c"]], "\(order.map { $0.externalID ?? "" })")
        }
    }

    @Test func `a subject that is nothing but a tag in brackets is a subject`() async throws {
        #expect(try await grouping([.mail("a", "[keys]", day: 1), .mail("b", "Re: [keys]", day: 2)]) == [["a", "b"]])
    }

    @Test func `a reply's subject is not read as a new title`() async throws {
        let fixture = try await LibraryFixture.holding([
            .mail("a", "Keys", text: "alpha beta", from: "Ada", day: 1),
            .mail("b", "Re: Keys", text: "gamma delta", from: "Bea", day: 2, inReplyTo: ["a"]),
        ])
        let encoder = HashingEncoder()
        try await fixture.embed(encoder)
        #expect(
            encoder.inputs.map(\.tokens) == [
                [0] + encoder.tokenized("Ada: Keys. alpha beta Bea: gamma delta").ids + [1]
            ])
    }
}
