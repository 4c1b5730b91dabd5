extension String {
    /// The text as one word of a POSIX shell, quoted if it has to be, for commands that are shown to be pasted.
    package var asShellWord: String {
        let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/@._+-:".contains($0)) }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
