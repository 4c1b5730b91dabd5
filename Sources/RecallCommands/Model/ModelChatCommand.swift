import ArgumentParser
import Foundation
import RecallModelClient

struct ModelChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat", abstract: "Finds, chooses and tries the language model that answers questions.",
        discussion: """
            Recall brings none. It asks servers on this machine: Ollama, llama.cpp, LM Studio, vLLM, and others that speak \
            OpenAI's protocol. Without one, answers are quotations.
            """,
        subcommands: [ModelChatListCommand.self, ModelChatUseCommand.self, ModelChatTestCommand.self])
}

extension LibraryOptions {
    /// The search for language models, with the choice of the library.
    func chatModels() throws -> (settings: ChatModelSettings, discovery: ChatModelDiscovery) {
        let settings = try ChatModelSettings(of: location)
        return (settings, ChatModelDiscovery(settings, environment: ProcessInfo.processInfo.environment))
    }
}

extension InstalledChatModel {
    /// `Ollama on port 11434`, `vLLM on 192.168.1.5, port 8000`
    var place: String {
        "\(server.title) on \(address.machine.map { "\($0), " } ?? "")port \(address.port)"
    }
}

/// The warning about a server that is not this machine.
enum RemoteModelWarning {
    /// The texts that leave, and their destination.
    static func text(_ machine: String) -> String {
        "Your questions, and the texts that answer them, go to \(machine), unencrypted. Every answer says so."
    }
}
