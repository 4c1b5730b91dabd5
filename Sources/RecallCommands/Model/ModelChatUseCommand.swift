import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallModelClient

struct ModelChatUseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Chooses the language model that answers questions.",
        discussion: """
            Without a name, the first that is found is chosen. A server on another machine has to be named with --address: its \
            IP address and port, reached by plain HTTP. A tunnel that ends on this machine is the safer way.
            """)

    @Argument(help: "The model's name, as recall model chat list shows it.")
    var name: String?

    @Flag(name: .customLong("none"), help: "Ask no model: answers are quotations.")
    var isOff = false

    @Option(help: ArgumentHelp("The server's IP address and port.", valueName: "host:port"))
    var address: String?

    @Option(help: ArgumentHelp("The file with the API key that the server wants.", valueName: "file"))
    var keyFile: String?

    @OptionGroup var library: LibraryOptions

    func validate() throws {
        if isOff, name != nil || address != nil || keyFile != nil {
            throw ValidationError("--none stands alone.")
        }
        if keyFile != nil, address == nil { throw ValidationError("--key-file needs the --address of its server.") }
    }

    func run() async throws {
        try library.requireLibrary()
        var settings = ChatModelSettings()
        (settings.isOff, settings.model) = (isOff, name)
        settings.address = try address.map { (text) throws in try ModelAddress(text) }
        settings.key = try keyFile.map(Self.key)
        let chosen = isOff ? nil : try await model(settings)
        (settings.model, settings.address) = (chosen?.name, chosen?.address)
        try settings.write(to: library.location)
        print(Self.text(chosen))
    }

    private func model(_ settings: ChatModelSettings) async throws -> InstalledChatModel {
        let discovery = ChatModelDiscovery(settings, environment: ProcessInfo.processInfo.environment)
        guard let found = try await discovery.selection() else {
            throw CommandFailure(
                "\(name.map { "No model \(TerminalText.safe($0))" } ?? "No model") was found. "
                    + "See what there is: \(library.location.command("model chat list"))", code: "model-not-found")
        }
        return found
    }

    private static func key(_ path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure("\(path) cannot be read. Check the path and its permissions.")
        }
        let key = String(decoding: data.prefix(4096), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard ChatModelSettings.isKey(key) else { throw CommandFailure("\(path) does not hold an API key.") }
        return key
    }

    private static func text(_ chosen: InstalledChatModel?) -> String {
        guard let chosen else { return "No model is asked. Answers are quotations." }
        let warning = chosen.address.machine.map { "\n" + RemoteModelWarning.text($0) } ?? ""
        return "\(TerminalText.safe(chosen.name)) answers: \(chosen.place).\(warning)"
    }
}
