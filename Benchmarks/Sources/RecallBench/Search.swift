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

    /// The searches with one prefix.
    private struct Row {
        var times: [Time] = []
        /// FNV-1a of everything that was found, so that two programs can be compared.
        var digest: UInt64 = 14_695_981_039_346_656_037

        mutating func add(_ response: SearchResponse) {
            let found = "\(response.results) \(response.timeline) \(response.notes) \(response.confidence)"
            digest = found.utf8.reduce(digest) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        }

        var values: [Table.Value] {
            let (wall, processor) = (Latency(times.map(\.wall)), Latency(times.map(\.cpu)))
            return wall.values + processor.values.prefix(2) + [.text(String(digest, radix: 16))]
        }
    }

    func tables() throws -> [Table] {
        // Loads the index.
        _ = try library.search(SearchQuery(queries.first ?? ""))
        var rows = Array(repeating: Row(), count: prefixes.count + 1)
        for query in queries {
            for (index, prefix) in ([""] + prefixes).enumerated() {
                let asked = SearchQuery(prefix.isEmpty ? query : "\(prefix) \(query)")
                var response: SearchResponse?
                rows[index].times.append(try Time.of { response = try library.search(asked) })
                response.map { rows[index].add($0) }
            }
        }
        var table = Table(
            title: "\(queries.count) searches of \(try library.counts().passages) passages, warm",
            columns: ["with", "median ms", "p95 ms", "min ms", "processor ms", "p95 of it", "results"])
        table.rows = zip(["nothing"] + prefixes, rows).map { [.text($0)] + $1.values }
        return [table]
    }
}
