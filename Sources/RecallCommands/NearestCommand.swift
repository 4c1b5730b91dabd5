import ArgumentParser

/// A command that does not exist is answered with the nearest one that does. For options ArgumentParser does this itself.
enum NearestCommand {
    /// Throws if the arguments name no command where one is needed.
    static func check(_ arguments: [String], of root: any ParsableCommand.Type) throws {
        var command = root
        for word in arguments {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, command.configuration.defaultSubcommand == nil else { return }
            guard !word.hasPrefix("-") else { return try checkOption(word) }
            guard word != "help" else { return }
            let names = subcommands.map { $0.configuration.commandName ?? "" }
            guard let position = names.firstIndex(of: word) else {
                throw unknown(word, "command", nearest: nearest(to: word, in: names + ["help"]))
            }
            command = subcommands[position]
        }
    }

    /// ArgumentParser has no suggestions for the options that every command has.
    private static func checkOption(_ word: String) throws {
        let options = ["--help", "--version"]
        guard word.hasPrefix("--"), !options.contains(word), let nearest = nearest(to: word, in: options) else {
            return
        }
        throw unknown(word, "option", nearest: nearest)
    }

    private static func unknown(_ word: String, _ kind: String, nearest: String?) -> ValidationError {
        let suggestion = nearest.map { "Did you mean '\($0)'?" } ?? "All commands: recall --help"
        return ValidationError("There is no \(kind) '\(TerminalText.safe(word))'. \(suggestion)")
    }

    /// The name with the fewest edits, if they are few for its length.
    private static func nearest(to word: String, in names: [String]) -> String? {
        guard word.count <= 40 else { return nil }
        let distances = names.map { (name: $0, distance: distance(word.lowercased(), $0)) }
        return distances.min { $0.distance < $1.distance }.flatMap {
            $0.distance <= max(1, $0.name.count / 2) ? $0.name : nil
        }
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbours (optimal string alignment) that make
    /// `left` of `right`.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let substituted = rows[i][j] + (left[i] == right[j] ? 0 : 1)
                var best = min(row[j] + 1, rows[i][j + 1] + 1, substituted)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
