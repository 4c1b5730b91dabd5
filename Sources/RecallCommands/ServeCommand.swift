import ArgumentParser
import Foundation
import Logging
import RecallCore
import RecallKit
import RecallModelClient
import RecallServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Opens your library in the browser, on this machine alone.",
        discussion: """
            Prints a link that works once and signs the browser in. Nothing but this machine can reach the server: it \
            listens on 127.0.0.1. Programs use the same address with the token in the library's folder: see \
            docs/http-api.md. Ctrl-C stops it.
            """)

    @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
    var port = 7777

    @OptionGroup var library: LibraryOptions

    @Flag(name: .customLong("no-open"), help: "Only print the link; do not open the browser.")
    var staysClosed = false

    @Flag(help: "Print a new link to the server that runs already, and end.")
    var link = false

    @Flag(help: "Import changes in watched folders also while the machine is busy or its battery nearly empty.")
    var watchAlways = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is from 0 to 65535.") }
    }

    func run() async throws {
        if link { return print(try RecallServer.newLink(to: library.location)) }
        var logger = Logger(label: "recall.serve") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let location = library.location
        let opens = !staysClosed
        var configuration = RecallServer.Configuration(
            location: location, port: port, version: RecallCommand.configuration.version, logger: logger
        ) { link in
            print("Recall is running. Open this link (it works once):\n\n  \(link)\n\nCtrl-C stops it.")
            fflush(nil)
            if opens { BrowserLink(link, in: location.folder).open() }
        }
        configuration.chatModel = { [library] in await library.servedChatModel() }
        configuration.watchesAlways = watchAlways
        let server = try RecallServer(configuration)
        if server.isReadOnly { print("This library is read-only: you can search it, but not change it.") }
        try await server.run()
    }
}

extension LibraryOptions {
    /// The language model that the person chose, if it can be asked. Looked for anew with each question: it may have been
    /// chosen, or its server started, since the last one.
    fileprivate func servedChatModel() async -> ServedChatModel? {
        guard let models = try? chatModels(), let model = try? await models.discovery.chosen() else { return nil }
        return ServedChatModel(model, server: models.settings.address.map { "port \($0.port)" } ?? "this machine")
    }
}
