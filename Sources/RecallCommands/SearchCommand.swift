public import ArgumentParser
import Foundation
public import RecallCore
import RecallKit
import RecallWire

struct SearchCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Finds threads by meaning and by words.",
        discussion: """
            Ask in your own words. What is in "double quotes" must occur, -word must not, and fields such as from:anna, \
            subject:heating, in:inbox, lang:de, has:attachment, date:2024-03..2024-05 or after:yesterday restrict exactly: \
            see docs/query-language.md. recall show 1 opens the first result. Put quotes around the whole query, and -- before it if it begins with a minus.
            """)

    @Argument(help: "Words, a question, and fields.")
    var query: [String]

    @OptionGroup var library: LibraryOptions

    @Option(help: "Only this kind: email, message, document or note. May be repeated.")
    var kind: [ItemKind] = []

    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        help: "The most results (default: 10, of which at most 5 are not near; with --all, every one).")
    var limit: Int?

    @Option(help: "Order by relevance, or what was found by date.")
    var sort: SearchQuery.Order = .relevance

    @Flag(help: "List every item that has all words and passes the filter, newest first.")
    var all = false

    @Flag(help: "Read the best fifty passages word by word before ranking them: better, and slower.")
    var deep = false

    @Flag(help: "Say how the query was read, and what each score is made of.")
    var explain = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        guard (1...1_000).contains(limit ?? 10) else { throw ValidationError("--limit is from 1 to 1000.") }
        try QueryArgument.validate(query, command: "search")
    }

    func run() async throws {
        var query = SearchQuery(
            QueryArgument.text(query), filter: .kinds(Set(kind)), limit: limit ?? 10, order: sort, isDeep: deep)
        if let limit { query.weakLimit = limit }
        if all { try list(query) } else { try search(query) }
    }

    private func search(_ query: SearchQuery) throws {
        let library = try RecallLibrary(at: library.location, for: .read)
        let began = ContinuousClock.now
        var response = try library.search(query)
        let elapsed = ContinuousClock.now - began
        if let problem = library.modelProblem, !response.lanes.isEmpty {
            response.notes = ["Searched by words only: \(problem)"]
        }
        switch format {
        case .json: print(try PayloadEncoding.document(SearchResponsePayload(response, after: elapsed)))
        case .text:
            ShownResults.store(response, in: library.location)
            let report = SearchReport(
                response, query: query, owner: try library.owner(), isExplained: explain)
            print(report.text(TerminalText()), terminator: "")
        }
        if response.results.isEmpty { throw ExitCode(1) }
    }

    private func list(_ query: SearchQuery) throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let report = MatchReport(query: query, terminal: TerminalText(), format: format)
        let count = try library.forEachMatch(query, limit: limit) { print(try report.line(of: $0)) }
        print(try report.end(count, shown: limit), terminator: "")
        if count.items == 0 { throw ExitCode(1) }
    }
}

/// The words of a command line as a query.
enum QueryArgument {
    static func text(_ words: [String]) -> String { words.joined(separator: " ") }

    static func isEmpty(_ words: [String]) -> Bool { words.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    static func validate(_ words: [String], command: String) throws {
        if isEmpty(words) {
            throw ValidationError("Say what to search for: recall \(command) \"the words or the question\"")
        }
    }

    /// The commands that take a query.
    static let commands: Set<String> = ["search", "count"]

    /// Throws if a query begins with a minus, which makes it an option that does not exist.
    static func check(_ arguments: [String]) throws {
        guard let command = arguments.first, commands.contains(command) else { return }
        guard let query = arguments.prefix(while: { $0 != "--" }).first(where: looksLikeQuery) else { return }
        let words = arguments.dropFirst()
        // Beside options, nobody can tell their values from words of the query.
        let isAll = words.allSatisfy { !$0.hasPrefix("-") || looksLikeQuery($0) }
        let whole = TerminalText.safe(isAll ? words.joined(separator: " ") : query)
        throw ValidationError(
            "'\(TerminalText.safe(query))' is read as options. Write -- before a query that begins with a minus: "
                + "recall \(command) -- '\(whole)'")
    }

    /// True for one minus before a quotation, a parenthesis, or a word that is no option.
    private static func looksLikeQuery(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), let first = argument.dropFirst().first, argument.count > 2 else { return false }
        return first.isLetter ? !argument.dropFirst(2).allSatisfy(\.isNumber) : "\"“„(".contains(first)
    }
}

extension ItemKind: ExpressibleByArgument {
    /// The kind that people call so.
    public init?(argument: String) {
        self.init(called: argument)
    }
}
extension SearchQuery.Order: ExpressibleByArgument {}
