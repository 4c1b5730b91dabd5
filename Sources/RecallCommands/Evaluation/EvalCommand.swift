import ArgumentParser

struct EvalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Measures how well search finds what it should find.",
        discussion: """
            In your own library: recall eval make, once, then recall eval run after each change of a model or a setting. \
            In a labelled set: recall eval FOLDER.
            """,
        subcommands: [EvalSetCommand.self, EvalAnswersCommand.self, EvalMakeCommand.self, EvalRunCommand.self],
        defaultSubcommand: EvalSetCommand.self)
}
