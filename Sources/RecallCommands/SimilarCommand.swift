import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

struct SimilarCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "similar",
        abstract: "Finds threads whose meaning is near that of an item.",
        discussion: "Ids are what search prints; the first digits are enough when no other item begins with them.")

    @OptionGroup var item: ItemIDArgument

    @OptionGroup var library: LibraryOptions

    @Option(name: [.customShort("n", allowingJoined: true), .long], help: "The most results.")
    var limit = 10

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit is from 1 to 1000.") }
    }

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let began = ContinuousClock.now
        let response = try library.similar(to: item.find(in: library), limit: limit)
        switch format {
        case .json: print(try PayloadEncoding.document(SearchResponsePayload(response, after: .now - began)))
        case .text:
            ShownResults.store(response, in: library.location)
            let report = SearchReport(
                response, query: SearchQuery(""), owner: try library.owner(), isExplained: false)
            print(report.text(TerminalText()), terminator: "")
        }
        if response.results.isEmpty { throw ExitCode(1) }
    }
}
