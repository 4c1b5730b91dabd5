import ArgumentParser
import Foundation
import RecallKit
import RecallMCP

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

struct MCPServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Answers one assistant over standard input and output (default).",
        discussion: "Assistants start this themselves. In a terminal it says how to set them up.")

    @OptionGroup var library: LibraryOptions

    @OptionGroup var scope: MCPScopeOptions

    func run() async throws {
        let scope = try scope.filter()
        guard isatty(STDIN_FILENO) == 0 else {
            return print(MCPSetup(program: Self.program, arguments: Self.arguments).text(TerminalText()))
        }
        let version = RecallCommand.configuration.version
        await StdioTransport(MCPServer(library.location, scope: scope, version: version)).run()
    }

    /// The path of this program, for configuration files.
    private static var program: String { RecallProgram.path ?? "recall" }

    /// The arguments of this process, for configuration files.
    private static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }
}
