import ArgumentParser
import RecallCore

/// A command that does not exist is answered with the nearest one that does. For options ArgumentParser does this itself.
enum NearestCommand {
    /// Throws if the arguments name no command where one is needed.
    static func check(_ arguments: [String], of root: any ParsableCommand.Type) throws {
        var command = root
        for word in arguments {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty else { return }
            let hasDefault = command.configuration.defaultSubcommand != nil
            guard !word.hasPrefix("-") else { return hasDefault ? () : try checkOption(word) }
            if word == "help" { continue }
            let names = subcommands.map { $0.configuration.commandName ?? "" }
            guard let position = names.firstIndex(of: word) else {
                let shown = subcommands.filter { $0.configuration.shouldDisplay }.map {
                    $0.configuration.commandName ?? ""
                }
                if hasDefault { return try checkWord(word, shown) }
                throw unknown(word, "command", nearest: NearestName.nearest(to: word, in: shown + ["help"]))
            }
            command = subcommands[position]
        }
    }

    /// Without a command there is a default one, which may take the word: only what is one typing error away is refused, and
    /// what means one of the commands.
    private static func checkWord(_ word: String, _ names: [String]) throws {
        if let meant = synonyms[word], names.contains(meant) { throw unknown(word, "command", nearest: meant) }
        guard let nearest = NearestName.nearest(to: word, in: names, atMost: { _ in 1 }) else { return }
        throw unknown(word, "command", nearest: nearest)
    }

    private static let synonyms = ["delete": "forget", "del": "forget", "remove": "forget", "rm": "forget"]

    /// ArgumentParser has no suggestions for the options that every command has.
    private static func checkOption(_ word: String) throws {
        let options = ["--help", "--version"]
        guard word.hasPrefix("--"), !options.contains(word), let nearest = NearestName.nearest(to: word, in: options)
        else {
            return
        }
        throw unknown(word, "option", nearest: nearest)
    }

    /// A message about an unknown option that is the beginning of a known one, which it then names: ArgumentParser takes what has
    /// fewer letters to change, `--kind` for `--lib`.
    static func namingCutOption(in message: String) -> String {
        guard let found = message.firstMatch(of: /Unknown option '(--[a-z-]+)'\. Did you mean '(--[a-z-]+)'\?/) else {
            return message
        }
        let options = message.matches(of: /\[(--[a-z-]+)/).map(\.1)
        guard let meant = options.first(where: { $0.hasPrefix(found.1) }) else { return message }
        return message.replacing("Did you mean '\(found.2)'?", with: "Did you mean '\(meant)'?")
    }

    private static func unknown(_ word: String, _ kind: String, nearest: String?) -> ValidationError {
        let suggestion = nearest.map { "Did you mean '\($0)'?" } ?? "All commands: recall --help"
        return ValidationError("There is no \(kind) '\(TerminalText.safe(word))'. \(suggestion)")
    }
}
