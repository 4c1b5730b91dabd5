import ArgumentParser
import RecallModelClient
import RecallWire

struct ModelChatListCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the language models that can be asked.")

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let (settings, discovery) = try library.chatModels()
        let models = await discovery.models()
        let chosen = settings.isOff ? nil : discovery.choice(of: models)
        switch format {
        case .json: print(try PayloadEncoding.document(ChatModelListPayload(models.map { payload($0, $0 == chosen) })))
        case .text: print(text(models, chosen))
        }
    }

    private func text(_ models: [InstalledChatModel], _ chosen: InstalledChatModel?) -> String {
        guard !models.isEmpty else {
            return
                "No language model was found on this machine. Start Ollama, llama.cpp's server, LM Studio or vLLM, and "
                + "list again. Without one, answers are quotations."
        }
        let terminal = TerminalText()
        return models.flatMap { terminal.lines(Self.line($0, isChosen: $0 == chosen), hanging: 2) }.joined(
            separator: "\n")
    }

    /// `* qwen3:8b  Ollama on port 11434, 8,192 tokens, calls tools, loaded`
    private static func line(_ model: InstalledChatModel, isChosen: Bool) -> StyledText {
        var facts = [model.place, Count.of(model.contextWindow, "token")]
        facts.append(model.callsTools ? "calls tools" : "calls no tools")
        if model.isLoaded { facts.append("loaded") }
        return StyledText(isChosen ? "* " : "  ") + StyledText(TerminalText.safe(model.name), .bold)
            + StyledText("  " + facts.joined(separator: ", "))
    }

    private func payload(_ model: InstalledChatModel, _ isChosen: Bool) -> ChatModelPayload {
        ChatModelPayload(
            name: model.name, server: model.server.rawValue, address: model.address.text,
            machine: model.address.machine,
            contextWindow: model.contextWindow, callsTools: model.callsTools, isLoaded: model.isLoaded,
            isChosen: isChosen)
    }
}
