import ArgumentParser

@main
struct RecallBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recall-bench",
        abstract: "Measures Recall: kernels, encoder, latency, start and memory.",
        discussion: """
            What is compared is run in turn (A B C A B C ...), each after a warm-up. A figure is the median of the rounds, \
            with the least and the greatest behind it. Processor time is that of all threads.
            """,
        subcommands: [
            PeakCommand.self, KernelsCommand.self, EncoderCommand.self, QueryCommand.self, StartCommand.self,
            MailboxCommand.self, SearchLatencyCommand.self, VectorsCommand.self, AllCommand.self,
            ContestantCommand.self,
            FirstQueryCommand.self,
        ])
}

struct AllCommand: Benchmark {
    static let configuration = CommandConfiguration(
        commandName: "all", abstract: "All of them, one after another; a mailbox only if one is named.")

    @OptionGroup var setting: EncoderSetting
    @OptionGroup var rounds: Rounds
    @OptionGroup var queries: QueryRounds
    @OptionGroup var start: ColdStart
    @OptionGroup var output: Output

    @Argument(help: "What to import for the mix of lengths: an mbox, a Maildir, a folder.")
    var mailbox: String?

    func tables() async throws -> [Table] {
        let kernels = try setting.variant.chosen()
        var tables = try PeakTable(kernels: kernels, rounds: rounds).tables()
        tables += try KernelTable(kernels: kernels, rows: 256, rounds: rounds).tables()
        tables += try EncoderTable(text: nil, setting: setting, rounds: rounds).tables(EncoderCommand.usualLengths)
        tables += try QueryTable(query: QueryCommand.standard, rounds: queries).tables()
        tables += try start.tables()
        if let mailbox { tables += try await MailboxTable(path: mailbox, setting: setting, rounds: rounds).tables() }
        return tables
    }
}
