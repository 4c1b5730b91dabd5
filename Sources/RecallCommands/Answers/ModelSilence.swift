#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The note that a model is silent, while a person waits for it.
enum ModelSilence {
    static let note = "The model has not answered yet (Ctrl-C shows what was found)."

    /// Says it where somebody waits.
    static func tell() {
        if isatty(STDERR_FILENO) == 1 { TerminalText.printError(note) }
    }
}
