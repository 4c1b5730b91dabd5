import ArgumentParser
import Foundation
import RecallCore
import RecallKit

struct SearchLatencyCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Milliseconds from a query to its results, warm, on a library.")

    @Argument(help: "The library's folder.")
    var library: String

    @Option(help: "A file with a query in each line (default: the sample's queries).")
    var queries: String?

    @Option(name: .customLong("with"), help: "Put before each query, in turn with none: -the, after:2020.")
    var prefixes: [String] = []

    @OptionGroup var output: Output

    func tables() throws -> [Table] {
        let library = try RecallLibrary(at: LibraryLocation(path: library), for: .read)
        if let problem = library.modelProblem { throw ValidationError(problem) }
        return try SearchTable(library: library, queries: try lines(), prefixes: prefixes).tables()
    }

    private func lines() throws -> [String] {
        let path = queries ?? "Sample/queries.jsonl"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        guard path.hasSuffix(".jsonl") else { return lines }
        return try lines.map { line in
            let fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
            return fields["query"] ?? fields["text"] ?? ""
        }
    }
}

/// The latency of searches, with each prefix.
struct SearchTable {
    let library: RecallLibrary
    let queries: [String]
    let prefixes: [String]

    func tables() throws -> [Table] {
        // Loads the index.
        _ = try library.search(SearchQuery(queries.first ?? ""))
        var times = Array(repeating: [Double](), count: prefixes.count + 1)
        for query in queries {
            for (index, prefix) in ([""] + prefixes).enumerated() {
                let asked = SearchQuery(prefix.isEmpty ? query : "\(prefix) \(query)")
                times[index] += try Latency.times(1) { _ = try library.search(asked) }
            }
        }
        var table = Table(
            title: "\(queries.count) searches of \(try library.counts().passages) passages, warm",
            columns: ["with", "median ms", "p95 ms", "min ms"])
        table.rows = zip(["nothing"] + prefixes, times).map { [.text($0)] + Latency($1).values }
        return [table]
    }
}
