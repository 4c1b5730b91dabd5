import ArgumentParser
import RecallCore
import RecallKit

struct ModelUseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Chooses the installed model that a library is searched with.",
        discussion: """
            The library is embedded anew beside the vectors that searches use meanwhile; Ctrl-C stops it, and the same command, \
            or the next import, goes on. When it is complete, both are compared by queries made of your items (those of \
            recall eval make, or 200), and searches switch unless the new one is worse by more than noise. The vectors of \
            before are kept for --rollback until recall compact.
            """)

    @Argument(help: "The model's name, as recall model list shows it.")
    var name: String?

    @Flag(help: "Return to the model of before, or stop building the next one.")
    var rollback = false

    @Flag(help: "Switch without a comparison.")
    var force = false

    @OptionGroup var library: LibraryOptions

    func validate() throws {
        if (name == nil) != rollback { throw ValidationError("Name a model, or say --rollback.") }
    }

    func run() async throws {
        let writer = try library.openExisting()
        let chosen = try name.map(writer.useModel) ?? writer.useEarlierModel()
        let library = writer.with(.installed)
        if let problem = library.modelProblem { throw CommandFailure(problem) }
        let shown = TerminalText.safe(chosen)
        let generations = try library.generations()
        if let serving = generations.first, serving.model != chosen,
            case let missing = serving.passages - (generations.first { $0.model == chosen }?.embedded ?? 0), missing > 0
        {
            print(
                "\(shown) reads \(Count.of(missing, "passage")); searches go on with "
                    + "\(TerminalText.safe(serving.model)) meanwhile.")
        }
        if try await !embed(library) {
            print("Stopped. To go on: \(self.library.location.command("import --embed-only"))")
            throw ExitCode(130)
        }
        let serving = try library.generations().first?.model ?? chosen
        guard serving == chosen else { throw ExitCode(1) }
        print("\(shown) makes this library's vectors.")
    }

    /// False if it was stopped.
    private func embed(_ library: RecallLibrary) async throws -> Bool {
        let progress = ProgressLine(isQuiet: false)
        let change = ModelSwitch(library, isForced: force || rollback) { line in
            progress.finish()
            print(line)
        }
        progress.beginEmbedding()
        let done = try await Interruption.cancelling {
            try await library.embed(progress: { progress.show($0) }, maySwitch: change.isAllowed)
        }
        progress.finish()
        return done?.wasStopped != true
    }
}
