import ArgumentParser
import Foundation
import RecallCore
import RecallKit

struct MCPClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "Adds, lists and revokes the assistants that may ask a running recall serve over HTTP.",
        discussion: """
            Most assistants start recall mcp and need none of this. One that speaks the protocol over HTTP gets a token \
            and a scope of its own, for the address /mcp of recall serve.
            """,
        subcommands: [MCPClientsListCommand.self, MCPClientsAddCommand.self, MCPClientsRevokeCommand.self],
        defaultSubcommand: MCPClientsListCommand.self)
}

struct MCPClientsAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds an assistant, and prints its token once.")

    @Argument(help: "A name to know it by.")
    var name: String

    @OptionGroup var library: LibraryOptions

    @OptionGroup var scope: MCPScopeOptions

    func run() async throws {
        _ = try scope.filter()
        _ = try ScopeOptions.filter(selecting: scope.queryText)
        let (client, token) = try AssistantClients(of: library.location).add(name, scope: scope.queryText)
        print(
            """
            Added \(TerminalText.safe(client.name)) as \(client.id).
            Address: http://127.0.0.1:7777/mcp, while recall serve runs (with its port, if you gave it one)
            Header:  Authorization: Bearer \(token)
            The token is not shown again. What it reads may leave this machine: see docs/mcp.md.
            """)
    }
}

struct MCPClientsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the assistants that have a token (default).")

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        let clients = try AssistantClients(of: library.location).all()
        let dates = DateFormatter()
        dates.locale = Locale(identifier: "en_US_POSIX")
        dates.dateFormat = "yyyy-MM-dd HH:mm"
        print(
            clients.isEmpty ? "No assistant has a token." : clients.map { Self.line($0, dates) }.joined(separator: "\n")
        )
    }

    /// `1f2e3d4c  Notebook  last used 2026-11-22 20:10  in:work`
    private static func line(_ client: AssistantClient, _ dates: DateFormatter) -> String {
        let use = client.lastUsed.map { "last used " + dates.string(from: $0) } ?? "never used"
        let scope = client.scope.isEmpty ? "everything" : TerminalText.safe(client.scope)
        return "\(client.id)  \(TerminalText.safe(client.name))  \(use)  \(scope)"
    }
}

struct MCPClientsRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revokes an assistant's token: its next request is refused.")

    @Argument(help: "The assistant's id, as listed.")
    var id: String

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        guard try AssistantClients(of: library.location).revoke(id) else {
            throw CommandFailure("No assistant has that id. recall mcp clients lists them.", code: "not-found")
        }
        print("Revoked.")
    }
}
