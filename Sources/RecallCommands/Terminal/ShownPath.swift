import RecallCore

/// Paths as people read them in lines about failures. JSON has them whole.
enum ShownPath {
    /// The longest name that is shown whole, and what is shown of both ends of a longer one.
    private static let (longest, first, last) = (80, 44, 32)
    /// The most names of a path.
    private static let mostNames = 40

    /// A path on one line, without what would steer the terminal. Names that are very long are shortened in the middle, which
    /// leaves their beginning and their extension, and so are paths of very many names.
    static func text(_ path: String) -> String {
        var names = TerminalText.safe(path).split(separator: "/", omittingEmptySubsequences: false).map(shortened)
        if names.count > mostNames { names.replaceSubrange(mostNames / 2..<names.count - mostNames / 2, with: ["…"]) }
        return names.joined(separator: "/")
    }

    private static func shortened(_ name: Substring) -> String {
        name.count <= longest ? String(name) : name.prefix(first) + "…" + name.suffix(last)
    }
}
