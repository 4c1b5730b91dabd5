import ArgumentParser

/// Arguments of a command line that are empty: mostly a variable of a script that is not set. A path that is empty would be
/// the working folder, so none is taken.
enum EmptyArgument {
    /// True for an empty query or question, of which its command says more.
    private static func isQuery(_ position: Int, of arguments: ArraySlice<String>) -> Bool {
        guard position > 0, QueryArgument.commands.union(["ask"]).contains(arguments[0]) else { return false }
        return !arguments[position - 1].hasPrefix("-") || flags.contains(arguments[position - 1])
    }

    /// The options of these commands that take no value, so that what follows is a query.
    private static let flags: Set<String> = ["--all", "--deep", "--explain", "--no-model"]

    /// Throws if an argument is empty, or an option's value after `=`.
    static func check(_ arguments: [String]) throws {
        // After the terminator all are words of a query.
        let checked = arguments.prefix { $0 != "--" }
        for (position, argument) in checked.enumerated() {
            if argument.isEmpty, !isQuery(position, of: checked) {
                let before = position > 0 ? " after '\(TerminalText.safe(checked[position - 1]))'" : ""
                throw ValidationError("The argument\(before) is empty. Give it a value, or leave it out.")
            }
            if argument.hasPrefix("--"), argument.hasSuffix("="), argument.count(where: { $0 == "=" }) == 1 {
                throw ValidationError("\(TerminalText.safe(argument)) has no value. Give it one, or leave it out.")
            }
        }
    }
}
