public import ArgumentParser
import Foundation
public import RecallCore
import RecallKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports mail, chats, notes and documents.",
        discussion: """
            Finds out what each path is, and reads \(SourceFormat.importableProse), from files, \
            Maildirs and folders of all these. Files are only read, never changed. Importing again what has not \
            changed changes nothing. Scanned pages and images need --ocr. Ctrl-C stops at a checkpoint; the same command goes on there.
            """)

    @Argument(help: "Files and folders.", completion: .file())
    var paths: [String] = []

    @OptionGroup var library: LibraryOptions

    @Option(name: .customLong("as"), help: ArgumentHelp("Read every file as this format.", valueName: "format"))
    var format: SourceFormat?

    @Flag(inversion: .prefixedNo, help: "Embed, so that items are found by meaning.")
    var embed = true

    @Flag(help: "Only embed what is not embedded yet.")
    var embedOnly = false

    @Flag(help: "Bring back what was deleted from the library, from the files that are named.")
    var restoreDeleted = false

    @Flag(
        help: """
            Also read scanned pages of PDF files, and images, by text recognition (tesseract). Files that were imported \
            without it are read again; what was recognised stays when they are imported without it.
            """)
    var ocr = false

    @Option(
        help: ArgumentHelp(
            "The languages of scanned text, as tesseract names them, such as deu+eng (default: those installed).",
            valueName: "languages"))
    var ocrLanguages: String?

    @Option(
        help:
            "The precision of this library's vectors from now on: f32, bf16 or int8 (default: this machine's fastest).")
    var precision: EncoderPrecision?

    @Flag(help: "List each file that is not imported, with the reason.")
    var listLeftOut = false

    @Flag(help: "Leave the processor to other programs when they want it.")
    var background = false

    @Option(
        name: .customLong("format"),
        help: "Print the summary as text or json, or the progress as json-lines: an object a line, one at the end.")
    var output: Output = .text

    @Flag(help: ArgumentHelp("Stop when standard input ends, which the server holds open.", visibility: .private))
    var attached = false

    /// The form of the output.
    enum Output: String, ExpressibleByArgument, CaseIterable {
        case text, json
        case jsonLines = "json-lines"
    }

    func run() async throws {
        // Not in validate(), which runs before a misspelt option is noticed.
        if listLeftOut, output != .text { throw ValidationError("--list-left-out needs --format text.") }
        if paths.isEmpty, !embedOnly { throw ValidationError("Name what to import: recall import PATH...") }
        if background { LowestPriority.giveToProcess() }
        if attached { return try await ParentProcess.outlivedBy(runHere) }
        try await runHere()
    }

    private func runHere() async throws {
        if output == .jsonLines { return try await runForProgram() }
        try checkPaths()
        let library = try library.openForWriting(in: precision)
        let progress = ProgressLine(isQuiet: output == .json)
        let isFirst = try library.isEmpty()
        let began = ContinuousClock.now
        let result = try await Interruption.cancelling {
            try await work(library, progress)
        }
        progress.finish()
        let elapsed = ContinuousClock.now - began
        try report(
            ImportReport(
                result.summary, result.embedding, elapsed: elapsed, isFirst: isFirst, recognisesText: recognisesText),
            library)
        try end(result)
    }

    /// Runs for a calling program, which gets on the last line what people read on standard error.
    private func runForProgram() async throws {
        let lines = ImportLines()
        do {
            let library = try library.openForWriting(in: precision)
            let result = try await Interruption.cancelling { try await work(library, lines) }
            lines.end(.success(result))
            try end(result)
        } catch let code as ExitCode {
            throw code
        } catch {
            lines.end(.failure(error))
            throw ExitCode(1)
        }
    }

    private func end(_ result: (summary: ImportSummary, embedding: EmbeddingProgress?)) throws {
        if result.summary.wasStopped || result.embedding?.wasStopped == true { throw ExitCode(130) }
        if result.summary.items == 0, result.summary.failures > 0 { throw ExitCode(1) }
    }

    private func work(
        _ library: RecallLibrary, _ progress: some ImportObserver
    ) async throws -> (summary: ImportSummary, embedding: EmbeddingProgress?) {
        guard !embedOnly else {
            progress.beginEmbedding()
            return (
                ImportSummary(),
                try await library.embed(progress: { progress.show($0) }, maySwitch: modelSwitch(library).isAllowed)
            )
        }
        let paths = fullPaths
        let recognition = recognisesText ? try await TextRecognition.installed(languages: ocrLanguages) : nil
        if output == .text { sayWhatTheyAre(paths) }
        progress.beginImporting()
        let (format, recognisesText) = (format, recognisesText)
        let show: @Sendable (LeftOutFile) -> Void = { progress.show($0) }
        let listing = listLeftOut ? show : nil
        let measuring = Task {
            progress.expect(bytes: library.byteCount(at: paths, as: format, readsImages: recognisesText))
        }
        defer { measuring.cancel() }
        guard embed else {
            let summary = try await library.importFiles(
                at: paths, as: format, restoringDeleted: restoreDeleted, recognisingWith: recognition,
                progress: { progress.show($0) }, leftOut: listing)
            return (summary, nil)
        }
        return try await library.importAndEmbed(
            at: paths, as: format, restoringDeleted: restoreDeleted, recognisingWith: recognition,
            progress: { progress.show($0) }, leftOut: listing,
            embeddingProgress: { progress.show($0) }, maySwitch: modelSwitch(library).isAllowed)
    }

    private var fullPaths: [String] {
        paths.map { URL(fileURLWithPath: NSString(string: $0).expandingTildeInPath).standardizedFileURL.path }
    }

    /// Refuses paths of which none is there, before a library is made for them or keeps them as failures.
    private func checkPaths() throws {
        guard !paths.isEmpty, !fullPaths.contains(where: Self.isThere) else { return }
        let written = TerminalText.safe(paths[0])
        throw CommandFailure(
            paths.count == 1
                ? "There is no such file or folder: \(written). Check the path."
                : "None of these \(paths.count) paths is there, such as \(written). Check them.", code: "not-found")
    }

    /// True for what is there, and for a path within an archive, which resumes its import.
    private static func isThere(_ path: String) -> Bool {
        if FileManager.default.fileExists(atPath: path) { return true }
        let parent = NSString(string: path).deletingLastPathComponent
        var isFolder: ObjCBool = false
        guard parent != path, !parent.isEmpty else { return false }
        let isThere = FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder)
        return isThere ? !isFolder.boolValue : Self.isThere(parent)
    }

    private var recognisesText: Bool { ocr || ocrLanguages != nil }

    private func modelSwitch(_ library: RecallLibrary) -> ModelSwitch {
        ModelSwitch(library) { [output] in
            if output == .text { TerminalText.printError($0) }
        }
    }

    private func sayWhatTheyAre(_ paths: [String]) {
        let terminal = TerminalText()
        for path in paths {
            // Paths of unknown types are reported as failures by the import.
            guard let summary = try? PathRecognition.summary(of: path, as: format, readsImages: recognisesText)
            else { continue }
            for line in terminal.lines(StyledText("\(TerminalText.safe(path)): \(summary)"), hanging: 2) { print(line) }
        }
    }

    private func report(_ report: ImportReport, _ library: RecallLibrary) throws {
        switch output {
        case .json, .jsonLines: print(try report.json)
        case .text:
            let passages = try library.passageCounts()
            let backlog = backlog(of: library, passages)
            print(report.text(TerminalText(), embedsOnly: embedOnly, passages, backlog: backlog))
            try askForOwner(library)
        }
    }

    /// Asks once who the owner is, where somebody is there to read it.
    private func askForOwner(_ library: RecallLibrary) throws {
        guard isatty(STDOUT_FILENO) == 1, let question = try library.ownerQuestion() else { return }
        let command = library.location.meCommand(question.written)
        TerminalText.printNote("Are you \(question.name)? Then say so, and you are one person in it: \(command)")
        try library.answerOwnerQuestion([])
    }

    /// The passages that are not embedded, the reason, and what to do about it; `nil` if there are none.
    private func backlog(of library: RecallLibrary, _ passages: (all: Int, embedded: Int)) -> String? {
        let missing = passages.all - passages.embedded
        guard missing > 0 else { return nil }
        let start = "\(Count.of(missing, "passage")) not embedded yet, so found by words only"
        if embed, let problem = library.modelProblem { return "\(start): \(problem)" }
        return "\(start). To embed: \(library.location.command("import --embed-only"))"
    }
}

/// An observer of an import, on any thread.
protocol ImportObserver: Sendable {
    /// Called when files begin to be imported, until a summary has `hasEnded`.
    func beginImporting()
    /// Called when only embedding is left.
    func beginEmbedding()
    /// Called with the number of bytes that the import will read.
    func expect(bytes: Int)
    func show(_ summary: ImportSummary)
    func show(_ progress: EmbeddingProgress)
    func show(_ file: LeftOutFile)
}

extension ProgressLine: ImportObserver {}

extension SourceFormat: ExpressibleByArgument {
    /// The format with the identifier.
    public init?(argument: String) {
        guard let format = SourceFormat.importable(argument) else { return nil }
        self = format
    }

    /// The identifiers of all formats.
    public static var allValueStrings: [String] { SourceFormat.importable.map(\.identifier) }
}
