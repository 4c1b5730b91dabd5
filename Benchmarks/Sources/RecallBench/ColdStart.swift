import ArgumentParser
import Foundation
import RecallCore
import RecallEmbedding

struct StartCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Time and memory of a process that embeds one query and exits.")

    @OptionGroup var start: ColdStart
    @OptionGroup var output: Output

    func tables() throws -> [Table] {
        try start.tables()
    }
}

/// Processes that embed one line of standard input: the tool, and this program by precision.
struct ColdStart: ParsableArguments {
    @Option(help: "The tool.", completion: .file())
    var recall = ".build/release/recall"

    @Option(help: "Processes of each kind.")
    var processes = 20

    private var kinds: [(name: String, process: ColdProcess)] {
        let own = EncoderPrecision.allCases.map { precision in
            let arguments = ["first-query", "--precision", precision.rawValue]
            return ("the library, \(precision.rawValue)", ColdProcess(CommandLine.arguments[0], arguments))
        }
        return [("recall embed", ColdProcess(recall, ["embed"]))] + own
    }

    func tables() throws -> [Table] {
        var times = kinds.map { _ in [Time]() }
        var memory = kinds.map { _ in [ColdProcess.Memory]() }
        for _ in 0..<processes {
            for (index, kind) in kinds.enumerated() {
                times[index].append(try kind.process.time(input: QueryCommand.standard))
                memory[index].append(try kind.process.memory(input: QueryCommand.standard))
            }
        }
        var table = Table(
            title: "A process that embeds one query, \(processes) times; resident memory when it has answered",
            columns: [
                "process", "median ms", "p95 ms", "min ms", "processor ms", "peak MB", "of it model MB", "beyond MB",
            ])
        table.rows = kinds.indices.map { index in
            let peak = Spread(memory[index].map { Double($0.peak) }).median
            let model = Spread(memory[index].map { Double($0.model) }).median
            let processor = Spread(times[index].map(\.cpu)).median
            return [.text(kinds[index].name)] + Latency(times[index].map(\.wall)).values
                + [.milliseconds(processor)] + [peak, model, peak - model].map { .megabytes(Int($0)) }
        }
        return [table]
    }
}

/// What a process of the `start` benchmark does: it embeds a line, answers, and waits for the end of its input.
struct FirstQueryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "first-query", shouldDisplay: false)

    @Option var precision: EncoderPrecision = .preferred

    func run() throws {
        let model = try EmbeddingModel(try ModelStore().defaultModel(), precision: precision)
        let vector = try model.encode(query: readLine() ?? "")
        FileHandle.standardOutput.write(Data("\(vector[0])\n".utf8))
        _ = readLine()
    }
}
