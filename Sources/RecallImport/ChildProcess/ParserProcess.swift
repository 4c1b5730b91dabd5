import RecallConfinement

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process that parses one document, from its standard input to its standard output, with limits that the kernel holds.
///
/// A trap, a stack overflow or an endless loop in a parser ends this process, not the import.
public enum ParserProcess {
    /// The hidden first argument with which the `recall` executable is started as a parsing process.
    public static let argument = "__parse"

    /// What a parsing process does with its input.
    enum Mode: String {
        case pdf, docx
        case zipChat = "zip-chat"
        /// Reads one mail of a file again.
        case mail
    }

    /// The exit code of a parsing process whose arguments make no sense.
    private static let usage: Int32 = 64

    /// Parses the document on standard input. To be called before anything else is done in the process.
    ///
    /// - Parameter arguments: the arguments after `argument`: what is parsed, and how.
    public static func main(_ arguments: [String]) -> Never {
        guard let mode = arguments.first.flatMap(Mode.init) else { exit(usage) }
        Confinement.parser.apply(mayExecute: mode == .pdf)
        switch mode {
        case .pdf: executePDFToText()
        case .docx: answer(DOCXDocument.read(descriptor: STDIN_FILENO))
        case .zipChat: answer(WhatsAppArchive.read(descriptor: STDIN_FILENO))
        case .mail:
            guard let reply = OriginalMailReply(arguments: Array(arguments.dropFirst())) else { exit(usage) }
            answer(reply.read(descriptor: STDIN_FILENO))
        }
    }

    /// Becomes poppler's `pdftotext`, with the limits that are set.
    private static func executePDFToText() -> Never {
        Confinement.execute(["pdftotext", "-q", "-enc", "UTF-8", "-eol", "unix", "-htmlmeta", "-", "-"])
    }

    private static func answer(_ reply: ParserReply) -> Never {
        Confinement.answer(reply.encoded())
    }
}

extension Confinement {
    /// The limits of a parsing process.
    static let parser = Confinement(seconds: ImportLimits.parserSeconds, memory: ImportLimits.parserMemory)
}
