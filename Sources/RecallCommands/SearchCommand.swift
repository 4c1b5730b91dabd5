public import ArgumentParser
import Foundation
public import RecallCore
import RecallKit
import RecallStore

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Finds threads by meaning and by words.",
        discussion: "Ask in your own words. What is in \"double quotes\" must occur literally.")

    @Argument(help: "Words or a question.")
    var query: [String]

    @OptionGroup var library: LibraryOptions

    @Option(help: "Only this kind: email, message, document or note. May be repeated.")
    var kind: [ItemKind] = []

    @Option(help: ArgumentHelp("Only from senders whose name or address has this part.", valueName: "name"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Only what was written on or after this day (2024, 2024-03 or 2024-03-17).", valueName: "date"))
    var after: DayArgument?

    @Option(help: ArgumentHelp("Only what was written before this day.", valueName: "date"))
    var before: DayArgument?

    @Option(name: [.customShort("n"), .long], help: "The most results.")
    var limit = 10

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit is from 1 to 1000.") }
        guard query.contains(where: { $0.contains { !$0.isWhitespace } }) else {
            throw ValidationError("Say what to search for: recall search \"the words or the question\"")
        }
    }

    func run() async throws {
        let opened = try library.open(for: .read)
        let filter = SearchFilter(kinds: Set(kind), sender: from, after: after?.date, before: before?.date)
        var response = try opened.library.search(
            SearchQuery(query.joined(separator: " "), filter: filter, limit: limit))
        if let problem = opened.modelProblem {
            response.notes = ["Searched by words only: \(problem)"]
        }
        let report = SearchReport(response)
        print(format == .json ? try report.json() : report.text(TerminalText()), terminator: "")
        if response.results.isEmpty { throw ExitCode(1) }
    }
}

extension ItemKind: ExpressibleByArgument {}

/// A day, month or year on the command line, as its first moment here.
struct DayArgument: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
        let numbers = parts.compactMap(\.self) + [1, 1]
        let components = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        guard (1...9_999).contains(numbers[0]), let date = calendar.date(from: components),
            calendar.component(.month, from: date) == numbers[1], calendar.component(.day, from: date) == numbers[2]
        else { return nil }
        self.date = date
    }
}
