import ArgumentParser
import Foundation
import RecallKit
import RecallWire

struct ModelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Installs, lists and chooses the models that embed, and the one that answers.",
        subcommands: [ModelInstallCommand.self, ModelListCommand.self, ModelUseCommand.self, ModelChatCommand.self])
}

struct ModelListCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the installed models.")

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let models = try InstalledModels()
        let entries = try models.entries()
        print(format == .json ? try json(entries) : text(entries, models.path))
    }

    private func text(_ entries: [InstalledModels.Entry], _ path: String) -> String {
        guard !entries.isEmpty else { return "No model is installed in \(path). Run: recall model install" }
        let lines = entries.map { entry in
            guard let model = entry.model else { return "\(entry.folder)  cannot be used: \(entry.problem ?? "")" }
            return "\(model.name)  \(model.dimension) dimensions, \(model.layers) layers  \(model.path)"
        }
        let terminal = TerminalText()
        return lines.flatMap { terminal.lines(StyledText(TerminalText.safe($0)), hanging: 2) }.joined(separator: "\n")
    }

    private func json(_ entries: [InstalledModels.Entry]) throws -> String {
        try PayloadEncoding.document(InstalledModelListPayload(entries.map(Self.payload)))
    }

    private static func payload(_ entry: InstalledModels.Entry) -> InstalledModelPayload {
        guard let model = entry.model else {
            return InstalledModelPayload(folder: entry.folder, problem: entry.problem ?? "")
        }
        return InstalledModelPayload(
            folder: model.path, name: model.name, fingerprint: model.fingerprint, dimension: model.dimension)
    }
}
