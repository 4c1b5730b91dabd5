import Foundation
import RecallAssistant
import RecallCore
import RecallKit
import RecallModelClient
import RecallStore
import RecallTestSupport

/// A library about a deposit, a train and a bicycle.
enum AssistantFixture {
    static let items: [Item] = [
        .mail(
            "deposit-1", "Deposit", text: "Dear Mr Orlov, please send back the deposit of 1,450 euros.", from: "Ada",
            day: 10),
        .mail(
            "deposit-2", "Re: Deposit",
            text:
                "I keep 300 euros of the deposit for the painted wall. The rest was sent to your account on 14 March.",
            from: "Orlov", day: 73, inReplyTo: ["deposit-1"]),
        .mail(
            "deposit-3", "Re: Deposit", text: "I do not agree with the deduction for the wall.", from: "Ada", day: 74,
            inReplyTo: ["deposit-2"]),
        .message(
            "train", hour: 48, chat: "Trips", text: "The night train to Vienna leaves at 21:40 from platform 7.",
            from: "Bea"),
        .message("train-2", hour: 49, chat: "Trips", text: "I will bring the sandwiches.", from: "Cem"),
        .note("bicycle", text: "The bicycle has a new chain since Tuesday. Its lock code is 4711."),
    ]

    static func library(of items: [Item] = items) async throws -> RecallLibrary {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        try await library.store.importItems(items, path: "/made-up/all.jsonl")
        return library
    }

    static let clock = QueryClock(now: .days(100), timeZone: TimeZone(identifier: "UTC")!)

    static func question(_ text: String, scope: SearchFilter = .everything, earlier: [Answer] = []) -> Question {
        Question(text, scope: scope, clock: clock, owner: "Ada", earlier: earlier)
    }

    static func id(of name: String) -> ItemID? { items.first { $0.externalID == name }?.id }
}
