public import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

/// `recall`, the root of all commands.
public struct RecallCommand: AsyncParsableCommand {
    /// The name, the help and the commands below.
    public static let configuration = CommandConfiguration(
        commandName: "recall",
        abstract: "Finds your mail, messages, documents and notes by meaning and by words, on this machine alone.",
        version: "0.1.0",
        groupedSubcommands: [
            CommandGroup(
                name: "Your library",
                subcommands: [
                    ImportCommand.self, WatchCommand.self, SearchCommand.self, AskCommand.self, ChatCommand.self,
                    CountCommand.self,
                    SimilarCommand.self,
                    ShowCommand.self,
                    DeleteCommand.self, MemoryCommand.self, ServeCommand.self, MCPCommand.self,
                ]),
            CommandGroup(
                name: "Its safety",
                subcommands: [BackupCommand.self, RestoreCommand.self, ExportCommand.self, CompactCommand.self]),
            CommandGroup(
                name: "Its state",
                subcommands: [
                    StatusCommand.self, SourcesCommand.self, PeopleCommand.self, MeCommand.self, DoctorCommand.self,
                    ModelCommand.self,
                ]),
            CommandGroup(
                name: "For programs and measurements",
                subcommands: [ValidateCommand.self, RecogniseCommand.self, EmbedCommand.self, EvalCommand.self]),
        ])

    /// A command to be parsed from the command line.
    public init() {}

    /// Prints what one wants first.
    public func run() async throws {
        print(FirstSteps(library: .standard(environment: ProcessInfo.processInfo.environment)).text(TerminalText()))
    }

    /// Runs the command given by the process's arguments, and exits with an error if it fails.
    public static func start() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            try EmptyArgument.check(arguments)
            try NearestCommand.check(arguments, of: Self.self)
            try QueryArgument.check(arguments)
            let command = try parseAsRoot()
            do {
                let patience = WriterPatience { TerminalText.printError($0) }
                try await WriterPatience.$current.withValue(patience) { try await run(command) }
            } catch let error as ValidationError where !command.printsJSON {
                end(with: error, of: type(of: command))
            } catch  where command.printsJSON && !(error is ExitCode) {
                print(try PayloadEncoding.document(ErrorPayload(ErrorReport(error))))
                throw exitCode(for: error)
            }
        } catch {
            end(with: error)
        }
    }

    private static func run(_ command: any ParsableCommand) async throws {
        var command = command
        guard var asynchronous = command as? any AsyncParsableCommand else { return try command.run() }
        try await asynchronous.run()
    }

    /// Prints the error in lines that fit the terminal; a request for help is no error.
    ///
    /// - Parameter command: the one that refused what it was given; its usage is printed.
    private static func end(with error: any Error, of command: (any ParsableCommand.Type)? = nil) -> Never {
        let code = exitCode(for: error)
        guard !code.isSuccess else { exit(withError: error) }
        var text = NearestCommand.namingCutOption(in: fullMessage(for: error))
        if let command, let names = path(to: command, from: Self.self) {
            text = "Error: \(message(for: error))\n  See 'recall \(names) --help' for more information."
        }
        if !text.isEmpty { TerminalText.printError(text) }
        exit(withError: code)
    }

    /// The names of a command and of those that it is below: "people merge".
    private static func path(to command: any ParsableCommand.Type, from root: any ParsableCommand.Type) -> String? {
        for next in root.configuration.subcommands {
            let name = next.configuration.commandName ?? ""
            if next == command { return name }
            if let rest = path(to: command, from: next) { return "\(name) \(rest)" }
        }
        return nil
    }
}

/// A command with an option for JSON output; its errors are then printed as JSON on standard output too.
protocol JSONPrintingCommand: ParsableCommand {
    var format: OutputFormat { get }
}

extension ParsableCommand {
    fileprivate var printsJSON: Bool { (self as? any JSONPrintingCommand)?.format == .json }
}
