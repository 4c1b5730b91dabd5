import ArgumentParser
import Foundation
import RecallCore
import RecallKit

struct CountCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Counts exactly what matches a query.",
        discussion: """
            Here the query is a filter and nothing else: an item counts if it has all words and passes all fields. \
            The language is that of recall search; recall search --all lists the same items.
            """)

    @Argument(help: "Words and fields.")
    var query: [String]

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        try QueryArgument.validate(query, command: "count")
    }

    func run() async throws {
        let query = SearchQuery(QueryArgument.text(query))
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let report = MatchReport(query: query, terminal: TerminalText(), format: format)
        print(try report.end(library.count(query)), terminator: "")
    }
}
