import ArgumentParser
import Foundation
import RecallCore
import RecallEvaluation
import RecallKit

struct EvalMakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Makes queries from random items of your library, to measure its search with.",
        discussion: """
            Each query seeks one item by what a person would remember of it: some words, a sentence in part, the title, the \
            sender, the month. They are kept in the library's folder, for you alone; nothing leaves this machine. Making \
            them anew begins a new comparison.
            """)

    @OptionGroup var library: LibraryOptions

    @Option(help: "How many queries.")
    var count = 200

    @Option(help: "Another seed gives other queries.")
    var seed: UInt64 = 1

    @Flag(help: "Print the queries: they contain words of your items.")
    var show = false

    func validate() throws {
        guard (1...10_000).contains(count) else { throw ValidationError("--count is from 1 to 10000.") }
    }

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let set = try library.makeKnownItems(count: count, seed: seed)
        guard !set.queries.isEmpty else {
            print("No item has enough words to make a query of. Import some first: recall import")
            throw ExitCode(1)
        }
        let location = library.location
        try set.write(to: location)
        print(Self.report(set, in: location))
        if show { for query in set.queries { print(Self.line(query)) } }
    }

    private static func report(_ set: KnownItemSet, in location: LibraryLocation) -> String {
        let kinds = Dictionary(grouping: set.queries, by: \.kind)
        let categories = Dictionary(grouping: set.queries, by: \.category)
        let byKind = ItemKind.allCases.compactMap { kind in kinds[kind].map { Count.of($0.count, kind.rawValue) } }
        let byCategory = KnownItemSet.Category.allCases.compactMap { category in
            categories[category].map { "\(category.rawValue) \($0.count)" }
        }
        let fields = [
            ("Queries: ", "\(Count.grouped(set.queries.count)) of as many items: \(byKind.joined(separator: ", "))"),
            ("By:      ", byCategory.joined(separator: ", ")), ("Kept in: ", location.knownItemSet),
        ]
        let terminal = TerminalText()
        return
            (fields.flatMap { terminal.field($0.0, StyledText($0.1)) }
            + terminal.lines(StyledText("Measure with: " + location.command("eval run")))).joined(separator: "\n")
    }

    private static func line(_ query: KnownItemSet.Query) -> String {
        "\(query.item.prefix(10))  \(query.category.rawValue)  \(TerminalText.safe(query.text))"
    }
}
