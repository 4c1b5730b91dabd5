import RecallConfinement
import RecallCore

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

    /// The mode that reads one mail of a file again. Other modes are identifiers of formats.
    static let original = "original"

    /// The mode that unpacks an archive.
    static let unpack = "unpack"

    /// The mode that looks at the first members of an archive.
    static let archiveBeginning = "archive-beginning"

    /// The mode that answers with a file in an archive.
    static let member = "member"

    /// The mode that answers with the documents of an archive that is attached to a mail.
    static let attachedArchive = "attached-archive"

    /// The mode that reads rows of a database.
    static let database = "database"

    /// The mode that takes a Markdown text apart.
    static let markdownPage = "markdown-page"

    /// The mode that finds the heading, links and code of a Markdown text.
    static let markdownStructure = "markdown-structure"

    /// The mode that renders a page of a PDF document.
    static let pdfPage = "pdf-page"

    /// The mode that writes the text of a PDF document in the order in which it was drawn.
    static let pdfDrawn = "pdf-drawn"

    /// The mode that renders a page of a PDF document for text recognition.
    static let pdfScan = "pdf-scan"

    /// The mode that recognises the text of a picture.
    static let ocrPage = "ocr-page"

    /// The modes that print the languages and the version of the OCR engine.
    static let ocrLanguages = "ocr-languages", ocrVersion = "ocr-version"

    /// The mode that reads nothing, and answers with the layers that confine it.
    static let layers = "layers"

    /// The mode that becomes other parsing processes, one after the other.
    static let forkServer = "fork-server"

    /// The exit code of a parsing process whose arguments make no sense.
    static let usage: Int32 = 64

    /// Parses the document on standard input. To be called before anything else is done in the process.
    ///
    /// - Parameter arguments: the arguments after `argument`: what is parsed, and how.
    public static func main(_ arguments: [String]) -> Never {
        guard let mode = arguments.first else { exit(usage) }
        #if os(Linux)
            // Only children come back from it.
            if mode == forkServer { main(Array(ForkServer.serve().dropFirst())) }
        #endif
        if mode == original { readOriginal(Array(arguments.dropFirst())) }
        if mode == unpack { UnpackingProcess.main(Array(arguments.dropFirst())) }
        if mode == archiveBeginning { ArchiveBeginning.main() }
        if mode == member { ArchiveMember.main(Array(arguments.dropFirst())) }
        if mode == attachedArchive, arguments.count == 2 {
            Confinement.parser.apply()
            answer(AttachedArchive.read(descriptor: STDIN_FILENO, named: arguments[1]))
        }
        if mode == SourceFormat.whatsappZip.identifier, arguments.count == 2 {
            Confinement.parser.apply()
            answer(WhatsAppArchive.read(descriptor: STDIN_FILENO, named: arguments[1]))
        }
        if mode == database { DatabaseProcess.main(Array(arguments.dropFirst())) }
        if mode == layers { Confinement.answer([Confinement.page.apply().rawValue]) }
        if mode == pdfPage { execute(PDFPages.command(arguments.dropFirst().first), .page) }
        if mode == pdfDrawn { execute(PDFFormat.command(["-raw"]), .parser) }
        if mode == pdfScan { execute(PDFPages.scanCommand(arguments.dropFirst().first), .recognition) }
        if [ocrPage, ocrLanguages, ocrVersion].contains(mode) {
            execute(Tesseract.command(mode, Array(arguments.dropFirst())), .recognition)
        }
        if mode == markdownPage {
            Confinement.page.apply()
            answer(MarkdownPageReader.reply(to: STDIN_FILENO))
        }
        if mode == markdownStructure {
            Confinement.page.apply()
            answer(MarkdownStructureReader.reply(to: STDIN_FILENO))
        }
        switch ImportFormats.all[mode]?.parser {
        case .confined(let parse)?:
            Confinement.parser.apply()
            answer(parse(STDIN_FILENO))
        case .program(let words)?: Confinement.parser.execute(words)
        case .inProcess?, nil: exit(usage)
        }
    }

    private static func execute(_ command: [String]?, _ confinement: Confinement) -> Never {
        guard let command else { exit(usage) }
        confinement.execute(command)
    }

    private static func readOriginal(_ arguments: [String]) -> Never {
        Confinement.parser.apply()
        guard let reply = OriginalMailReply(arguments: arguments) else { exit(usage) }
        answer(reply.read(descriptor: STDIN_FILENO))
    }

    private static func answer(_ reply: ParserReply) -> Never {
        Confinement.answer(reply.encoded())
    }
}

extension Confinement {
    /// The limits of a parsing process.
    static let parser = Confinement(seconds: ImportLimits.parserSeconds, memory: ImportLimits.parserMemory)
    /// The limits of a process that makes a page which someone waits for.
    static let page = Confinement(seconds: ImportLimits.pageSeconds, memory: ImportLimits.parserMemory)
    /// The limits of a process that renders or recognises a page.
    static let recognition = Confinement(seconds: ImportLimits.recognitionSeconds, memory: ImportLimits.parserMemory)
}
