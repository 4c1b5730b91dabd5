import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Senders who are named by what they are, asked of the sample archive with the real model.
@Suite(.scratch) struct SenderRoleTests {
    @Test(arguments: [
        ("emails from the dentist", "Larchbank Dental"), ("message from the vet", "Tansley Vets"),
    ])
    func `who is named by what they are is found by the name that says it`(query: String, sender: String) async throws {
        let response = try await SampleLibrary.shared.value.response(to: query)
        let first = try #require(response.results.first)
        #expect(first.passages[0].item.sender?.displayName == sender)
        #expect(first.match != .weak && first.why.contains("from \(sender)"))
    }

    @Test func `who is asked for by what they said is found by that too`() async throws {
        let response = try await SampleLibrary.shared.value.response(to: "what did the vet say about Gasket")
        let sender = response.results.first?.passages.first?.item.sender?.displayName
        #expect(sender == "Tansley Vets")
    }

    @Test(arguments: [
        ("message from mira about her new job", "Mira"), ("kev invoice", "Kev Stott"), ("gwen invoice", "Gwen Aldous"),
        ("emails from priya in june", "Priya Raman"),
    ])
    func `what is from whom the query names comes first, if it has to do with the rest`(
        query: String, sender: String
    ) async throws {
        let response = try await SampleLibrary.shared.value.response(to: query)
        #expect(response.results.first?.passages.first?.item.sender?.displayName == sender)
    }

    @Test func `a kind and a day on which there is nothing are said to be that`() async throws {
        let response = try await SampleLibrary.shared.value.response(to: "emails yesterday")
        #expect(response.interpretation.hints.contains { $0.hasPrefix("Nothing is all that the words name") })
    }

    @Test(arguments: ["from the start of the story", "news from the garden", "photos from my hand"])
    func `words after from that no sender's name means change nothing`(query: String) async throws {
        let response = try await SampleLibrary.shared.value.response(to: query)
        #expect(response.results.allSatisfy { !$0.why.contains(", from ") })
    }
}
