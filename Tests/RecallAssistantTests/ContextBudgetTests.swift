import Foundation
import RecallAssistant
import RecallCore
import RecallKit
import RecallModelClient
import RecallTestSupport
import Testing

@Suite(.scratch) struct ContextBudgetTests {
    /// Threads of mails of very different lengths: words, digits, Chinese, blanks.
    private static func items(_ random: inout SeededGenerator) -> [Item] {
        let alphabets = ["deposit wall ", "0123 4567 ", "押金墙壁", "     ", "a,b;c. ", "Überraschungs-Gäste "]
        return (0..<40).map { number in
            let alphabet = alphabets[Int.random(in: 0..<alphabets.count, using: &random)]
            let text =
                "deposit \(number)\n" + String(repeating: alphabet, count: Int.random(in: 1...4_000, using: &random))
            return .mail(
                "mail-\(number)", "Deposit", text: text, day: Double(number),
                inReplyTo: number % 10 == 0 ? [] : ["mail-\(number - 1)"])
        }
    }

    @Test(arguments: [1_024, 2_048, 4_096, 8_192])
    func `no request is larger than the window, and what is read on from stays in it`(window: Int) async throws {
        var random = SeededGenerator(seed: UInt64(window))
        let library = try await AssistantFixture.library(of: Self.items(&random))
        let model = ScriptedModel(window: window) { request, number in
            guard number > 0 else { return [.call("search", #"{"query":"deposit"}"#), .end(.complete)] }
            let direction = ["around", "earlier", "later"][number % 3]
            let calls = (1...3).map { "{\"source\":\(number * $0 % 12 + 1),\"direction\":\"\(direction)\"}" }
            return [.call("list", #"{"query":"deposit"}"#)] + calls.map { .call("read_thread", $0) } + [.end(.complete)]
        }
        let answer = try #require(await Assistant(library, model: model).answer(AssistantFixture.question("deposit?")))
        #expect(model.requests.count == (window < 3_000 ? 1 : 4))
        for request in model.requests {
            let tools = request.tools.map { $0.name + $0.description + $0.parameters }.joined()
            #expect(
                TokenEstimate.tokens(in: request.text) + TokenEstimate.tokens(in: tools) + request.replyTokens <= window
            )
        }
        #expect(answer.context.tokens <= answer.context.budget && answer.context.budget < window)
        for request in model.requests {
            for source in request.readOnFrom.suffix(1) where !request.text.contains("There is no source \(source).") {
                #expect(request.text.contains("number=\(source) "), "source \(source) was cut out")
            }
        }
    }

    /// A thread of about four megabytes, in mails of very different lengths that each say one thing somewhere.
    private static func largeThread(mails: Int, _ random: inout SeededGenerator) -> [Item] {
        let shares = (0..<mails).map { _ in Double.random(in: 0.01...1, using: &random) }
        let words = ["the wall ", "0123 4567 ", "押金墙壁", "a,b;c. ", "Überraschungs-Gäste ", "and so on. "]
        return shares.enumerated().map { number, share in
            let bytes = Int(share / shares.reduce(0, +) * 4_000_000)
            let filling = words[Int.random(in: 0..<words.count, using: &random)]
            func text(_ bytes: Int) -> String { String(repeating: filling, count: max(0, bytes) / filling.utf8.count) }
            let before = Int.random(in: 0...max(0, bytes), using: &random)
            let fact = "\n\nThe deposit number \(number) is \(1_000 + number) euros.\n\n"
            return .mail(
                "mail-\(number)", "Deposit", text: text(before) + fact + text(bytes - before),
                day: Double(number) / 100,
                inReplyTo: number == 0 ? [] : ["mail-\(number - 1)"])
        }
    }

    @Test(arguments: [2, 50, 3_000], [1_024, 8_192])
    func `of a thread of a million tokens what is cited was read, and every request fits`(
        mails: Int, window: Int
    ) async throws {
        var random = SeededGenerator(seed: UInt64(mails + window))
        let items = Self.largeThread(mails: mails, &random)
        let library = try await AssistantFixture.library(of: items)
        let model = ScriptedModel(window: window) { request, number in
            let facts = request.facts
            guard number > 1 || facts.count > 3 else {
                let source = facts.first?.source ?? 1
                return [.call("read_thread", #"{"source":\#(source),"direction":"around"}"#), .end(.complete)]
            }
            return [.text(facts.map { "\($0.text) [\($0.source)]" }.joined(separator: "\n")), .end(.complete)]
        }
        let question = AssistantFixture.question("how many euros is the deposit number \(mails / 2)?")
        let answer = try #require(await Assistant(library, model: model).answer(question))
        for request in model.requests {
            let tools = request.tools.map { $0.name + $0.description + $0.parameters }.joined()
            let tokens = TokenEstimate.tokens(in: request.text) + TokenEstimate.tokens(in: tools)
            #expect(tokens + request.replyTokens <= window)
        }
        #expect(answer.isFound && answer.sentences.allSatisfy(\.isSupported) && !answer.citations.isEmpty)
        let read = model.requests.map(\.text).joined()
        // Sentences that Recall quotes itself beside the model's are not put before it.
        let told = Set(answer.sentences.filter { !$0.isQuotation }.flatMap(\.citations))
        for citation in answer.citations {
            let item = try #require(items.first { $0.id == citation.item.id })
            #expect(Array(item.text.utf8)[citation.range].elementsEqual(citation.text.utf8))
            #expect(read.contains(citation.text) || !told.contains(citation.number))
        }
    }

    @Test func `sources that fill the budget to the last token are all put in, the strongest first`() {
        let results = [
            [ContextBudget.Entry(source: 1, tokens: 30, rank: .hit)],
            [.init(source: 2, tokens: 60, rank: .anchor), .init(source: 3, tokens: 10, rank: .beside)],
        ]
        #expect(ContextBudget(tokens: 100).fitting(results).sources == [1, 2, 3])
        #expect(ContextBudget(tokens: 99).fitting(results).sources == [1, 2])
        #expect(ContextBudget(tokens: 89).fitting(results).sources == [2, 3])
        let cut = ContextBudget(tokens: 9).fitting(results).cut
        #expect(cut?.source == 2 && cut?.tokens == 9)
    }

    @Test(arguments: ["plain words of a mail", "1234567890", "押金墙壁", "a    b     c", "😀👩‍👩‍👧", ""])
    func `a prefix has no more tokens than it may, and no text of so many tokens has more bytes`(text: String) {
        let long = String(repeating: text, count: 200)
        for limit in [0, 1, 7, 50, 1_000] {
            let prefix = TokenEstimate.prefix(of: long, tokens: limit)
            #expect(TokenEstimate.tokens(in: prefix) <= limit)
            #expect(prefix.utf8.count <= TokenEstimate.mostBytes(of: limit) || prefix.count == 1)
            #expect(long.hasPrefix(prefix))
        }
    }
}

extension ChatRequest {
    /// The sentences of `largeThread` that the model reads, each with its source.
    fileprivate var facts: [(source: Int, text: String)] {
        text.split(separator: "<source-").flatMap { part -> [(source: Int, text: String)] in
            guard let source = part.firstMatch(of: /number=(\d+)/).flatMap({ Int($0.1) }) else { return [] }
            return part.matches(of: /The deposit number \d+ is \d+ euros\./).map { (source, String($0.0)) }
        }
    }

    /// The sources that the newest calls read on from.
    fileprivate var readOnFrom: [Int] {
        let calls = messages.reversed().lazy.compactMap { message -> [ToolCall]? in
            if case .assistant(_, let calls) = message { calls } else { nil }
        }.first
        return (calls ?? []).filter { $0.name == "read_thread" }.compactMap {
            $0.arguments.firstMatch(of: /"source":(\d+)/).flatMap { Int($0.1) }
        }
    }
}
