import ArgumentParser
import RecallCore
import RecallEmbedding

struct QueryCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Milliseconds from a query to its vector, warm.")

    static let standard = "what did our landlord say about the heating bill?"

    @Argument(help: "The query. The standard one has 12 tokens.")
    var query = QueryCommand.standard

    @OptionGroup var rounds: QueryRounds
    @OptionGroup var output: Output

    func tables() throws -> [Table] {
        try QueryTable(query: query, rounds: rounds).tables()
    }
}

struct QueryRounds: ParsableArguments {
    @Option(help: "Queries of each precision.")
    var queries = 200
}

/// The latency of one query by precision, from text.
struct QueryTable {
    let query: String
    let rounds: QueryRounds

    /// A model's queries come in blocks, or another model's weights would have pushed its own out of the caches.
    private static let block = 20
    private static let warmUp = 5

    func tables() throws -> [Table] {
        let installed = try ModelStore().defaultModel()
        let models = try EncoderPrecision.allCases.map { try EmbeddingModel(installed, precision: $0) }
        var times = models.map { _ in [Double]() }
        for _ in 0..<(rounds.queries + Self.block - 1) / Self.block {
            for index in models.indices {
                for _ in 0..<Self.warmUp { _ = try models[index].encode(query: query) }
                times[index] += try Latency.times(Self.block) { _ = try models[index].encode(query: query) }
            }
        }
        var table = Table(
            title: "One query of \(models[0].tokens(of: query).count + 2) tokens, warm, \(times[0].count) times",
            columns: ["precision", "median ms", "p95 ms", "min ms"])
        table.rows = zip(models, times).map { model, times in
            [.text(model.precision.rawValue)] + Latency(times).values
        }
        return [table]
    }
}

/// Seconds of single calls.
struct Latency {
    let median, percentile95, minimum: Double

    init(_ times: [Double]) {
        let sorted = times.sorted()
        median = Spread(times).median
        minimum = Spread(times).minimum
        percentile95 = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
    }

    static func times(_ count: Int, _ call: () throws -> Void) rethrows -> [Double] {
        try (0..<count).map { _ in try Time.of(call).wall }
    }

    var values: [Table.Value] { [median, percentile95, minimum].map { .milliseconds($0) } }
}
