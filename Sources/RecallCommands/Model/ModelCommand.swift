import ArgumentParser
import Foundation
import RecallEmbedding
import RecallWire

struct ModelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Installs and lists the models that embed.",
        subcommands: [ModelInstallCommand.self, ModelListCommand.self])
}

struct ModelListCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the installed models.")

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let store = try ModelStore()
        let entries = try store.entries()
        print(format == .json ? try json(entries) : text(entries, store))
    }

    private typealias Entries = [(folder: String, model: Result<InstalledModel, ModelError>)]

    private func text(_ entries: Entries, _ store: ModelStore) -> String {
        guard !entries.isEmpty else { return "No model is installed in \(store.path). Run: recall model install" }
        return entries.map { entry in
            switch entry.model {
            case .success(let model):
                let shape = "\(model.description.dimension) dimensions, \(model.description.layers) layers"
                return "\(model.description.name)  \(shape)  \(model.path)"
            case .failure(let error): return "\(entry.folder)  cannot be used: \(error)"
            }
        }.joined(separator: "\n")
    }

    private func json(_ entries: Entries) throws -> String {
        try PayloadEncoding.document(InstalledModelListPayload(entries.map(Self.payload)))
    }

    private static func payload(_ folder: String, _ model: Result<InstalledModel, ModelError>) -> InstalledModelPayload
    {
        switch model {
        case .success(let model):
            InstalledModelPayload(
                folder: model.path, name: model.description.name, fingerprint: model.fingerprint,
                dimension: model.description.dimension)
        case .failure(let error): InstalledModelPayload(folder: folder, problem: "\(error)")
        }
    }
}
