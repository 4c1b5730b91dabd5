import ArgumentParser
import Foundation
import RecallCore
import RecallModelClient
import RecallWire

struct ModelChatTestCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Asks the chosen language model two short questions: how fast it is, and if it calls tools.")

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        guard let model = try await library.chatModels().discovery.chosen() else {
            throw CommandFailure(
                "No language model is chosen or found. See what there is: \(library.location.command("model chat list"))",
                code: "model-not-found")
        }
        let trial = try await ChatModelTrial(of: model)
        switch format {
        case .json: print(try PayloadEncoding.document(payload(model, trial)))
        case .text: print(text(model, trial))
        }
    }

    private func text(_ model: any ChatModel, _ trial: ChatModelTrial) -> String {
        let rate = trial.tokensPerSecond.map { "\(Self.rounded($0)) tokens a second" } ?? "too few words to measure"
        let start = trial.secondsToFirstWord.map { ", the first word after \(Self.rounded($0)) s" } ?? ""
        let fields = [
            ("model", TerminalText.safe(model.name)),
            ("runs", model.machine.map(RemoteModelWarning.text) ?? "on this machine; nothing leaves it"),
            ("speed", rate + start),
            ("tools", trial.callsTools ? "called" : "not called, so texts are searched before it is asked"),
            ("window", Count.of(model.contextWindow, "token")),
        ]
        let terminal = TerminalText()
        return fields.flatMap {
            terminal.field($0.0.padding(toLength: 8, withPad: " ", startingAt: 0), StyledText($0.1))
        }
        .joined(separator: "\n")
    }

    private static func rounded(_ value: Double) -> String {
        String(format: value < 10 ? "%.1f" : "%.0f", value)
    }

    private func payload(_ model: any ChatModel, _ trial: ChatModelTrial) -> ChatModelTrialPayload {
        ChatModelTrialPayload(
            name: model.name, machine: model.machine, contextWindow: model.contextWindow,
            secondsToFirstWord: trial.secondsToFirstWord, tokensPerSecond: trial.tokensPerSecond,
            callsTools: trial.callsTools)
    }
}
