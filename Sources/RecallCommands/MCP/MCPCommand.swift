import ArgumentParser

struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serves your library to other assistants, by the Model Context Protocol.",
        discussion: """
            An assistant such as Claude Desktop, Cursor or Zed starts this command and searches your library through it. \
            It only reads, and only what you select here. What it reads goes to the assistant's language model: if that is \
            in the cloud, it leaves this machine. See docs/mcp.md.
            """,
        subcommands: [MCPServeCommand.self, MCPLogCommand.self, MCPClientsCommand.self],
        defaultSubcommand: MCPServeCommand.self)
}
