import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Names the folders whose changes are imported while recall serve runs.",
        discussion: """
            What changes in a watched folder is imported seconds later; every ten minutes all of it is looked at. Nothing that \
            vanishes from a folder is deleted from the library.
            """,
        subcommands: [
            WatchListCommand.self, WatchAddCommand.self, WatchRemoveCommand.self, WatchQuietCommand.self,
        ],
        defaultSubcommand: WatchListCommand.self)
}

struct WatchListCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the watched folders, and when each was looked at last.")

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let watched = WatchedFolders(of: library.location)
        let (folders, quietHours) = (watched.entries, watched.quietHours)
        guard format == .text else {
            return print(try PayloadEncoding.document(WatchedFolderListPayload(folders, quietHours: quietHours)))
        }
        let terminal = TerminalText()
        let quiet = quietHours.map { "Quiet hours: \($0)" + (watched.areQuiet ? ", now." : ".") }
        let lines =
            folders.flatMap { terminal.lines(StyledText(Self.line(of: $0)), hanging: 2) } + [quiet].compactMap(\.self)
        print(
            folders.isEmpty
                ? "No folder is watched. To watch one: \(library.location.command("watch add FOLDER"))"
                : lines.joined(separator: "\n"))
    }

    private static func line(of folder: WatchedFolder) -> String {
        TerminalText.safe(folder.path) + ": " + state(of: folder) + (folder.recognisesText ? "; with --ocr" : "")
    }

    private static func state(of folder: WatchedFolder) -> String {
        if let problem = folder.look?.problem { return TerminalText.safe(problem) }
        if folder.isMissing { return "not there now" }
        if let waiting = folder.waiting {
            // A change is imported some seconds after the last one.
            let isHeld = waiting.timeIntervalSinceNow < -60
            return isHeld ? "a change waits until the machine is less busy" : "a change is about to be imported"
        }
        guard let look = folder.look else { return "not looked at yet" }
        let found = look.items == 0 ? "nothing new" : "\(Count.of(look.items, "item")) new or changed"
        let failed = look.failures == 0 ? "" : ", \(Count.of(look.failures, "failure"))"
        return "last looked \(DayText.minute(look.date)): \(found)\(failed)"
    }
}

struct WatchAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Watches folders.")

    @Argument(help: "Folders, such as the one where mbsync keeps your mail.")
    var folders: [String]

    @Flag(help: "Also read scanned pages of PDF files, and images, by text recognition, as recall import --ocr does.")
    var ocr = false

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        if ocr { _ = try await TextRecognition.installed() }
        let watched = try library.watchedFoldersToChange()
        try watched.add(folders, recognisesText: ocr)
        print("\(Count.of(watched.paths.count, "folder")) watched, while recall serve runs.")
    }
}

struct WatchRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Stops watching folders. What came from them stays in the library.")

    @Argument(help: "Watched folders.")
    var folders: [String]

    @OptionGroup var library: LibraryOptions

    func run() async throws {
        let watched = WatchedFolders(of: library.location)
        try watched.remove(folders)
        print("\(Count.of(watched.paths.count, "folder")) watched.")
    }
}

struct WatchQuietCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiet",
        abstract: "Sets hours of the day in which nothing is imported from watched folders, or says which these are.",
        discussion: "What changes meanwhile is imported when they end. recall import goes on at any time.")

    @Argument(help: ArgumentHelp("Local time, as 9-17 or 22:00-7:00; off for none.", valueName: "hours"))
    var hours: String?

    @OptionGroup var library: LibraryOptions

    func validate() throws {
        guard let hours, hours != "off", QuietHours(hours) == nil else { return }
        throw ValidationError("Quiet hours are two different times of the day, as 22:00-7:00, or off.")
    }

    func run() async throws {
        if let hours { try library.watchedFoldersToChange().setQuietHours(QuietHours(hours)) }
        let watched = WatchedFolders(of: library.location)
        print(watched.quietHours.map { "Quiet hours: \($0)." } ?? "There are no quiet hours.")
    }
}

extension LibraryOptions {
    /// The watched folders of a library that is made if there is none: a folder may be the first thing that somebody has.
    fileprivate func watchedFoldersToChange() throws -> WatchedFolders {
        if !location.exists { _ = try RecallLibrary(at: location, for: .write, model: .none) }
        return WatchedFolders(of: location)
    }
}
