import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

struct DeleteCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes an item, a thread, a chat, what matches a query or what came from a file, for good.",
        discussion: """
            What is deleted is in no file of the library afterwards; the files that were imported are not touched. \
            Importing them again leaves deleted items and threads out, unless --restore-deleted is given; what came from a \
            deleted source comes back. If another program reads the library meanwhile, its files keep the words until it has finished; the \
            result says so. recall delete --item 3 deletes the third result of the last search in this terminal; recall \
            delete --matching "from:news@shop.example before:2020" all that recall search --all lists for these words. \
            An item that is in several sources goes with the last one.
            """)

    @Option(help: ArgumentHelp("Delete this item and its attachments.", valueName: "number-or-id"))
    var item: String?

    @Option(help: ArgumentHelp("Delete the whole thread of this item.", valueName: "number-or-id"))
    var thread: String?

    @Option(help: ArgumentHelp("Delete all messages of the chat of this message.", valueName: "number-or-id"))
    var chat: String?

    @Option(
        help: ArgumentHelp("Delete every item that matches all words of this query.", valueName: "query"))
    var matching: String?

    @Option(
        help: ArgumentHelp("Delete what came from this file, or from all files in this folder.", valueName: "path"),
        completion: .file())
    var source: String?

    @Argument(help: .hidden)
    var others: [String] = []

    @Flag(help: "With --source: only of files that are not there any more.")
    var gone = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        if let other = others.first {
            throw ValidationError(
                "Say what that is: recall delete --item \(TerminalText.safe(other)), --thread, --chat, --matching or "
                    + "--source.")
        }
        guard [item, thread, chat, matching, source].compactMap(\.self).count == 1 else {
            throw ValidationError(
                "Say what to delete: --item ID, --thread ID, --chat ID, --matching QUERY or --source PATH.")
        }
        if gone, source == nil { throw ValidationError("--gone needs --source PATH.") }
        for id in [item, thread, chat].compactMap(\.self) { try NumberOrID(id).validate() }
    }

    func run() async throws {
        let target = try confirmedTarget()
        let library = try RecallLibrary(at: library.location, for: .write, model: .none)
        let deletion = try target.delete(from: library)
        // What was gone was named by nobody: it is said here, if no question said it.
        if gone, yes, format == .text { print(target.files.joined(separator: "\n")) }
        print(format == .json ? try PayloadEncoding.document(DeletionPayload(deletion)) : text(deletion))
    }

    private func text(_ deletion: Deletion) -> String {
        let items = "Deleted \(Count.of(deletion.items, "item"))"
        // The sessions of a chat are no threads to whoever reads them.
        let counts = chat == nil ? "\(items); \(Count.of(deletion.threads, "thread")) gone entirely." : "\(items)."
        return ([counts] + [deletion.text.note].compactMap(\.self)).joined(separator: "\n")
    }

    /// The things to delete, after the user has confirmed. The library is not locked during the question.
    private func confirmedTarget() throws -> DeletionTarget {
        let location = library.location
        let library = try readable(location)
        let target: DeletionTarget
        do {
            target = try self.target(in: library)
        } catch {
            // It may be gone since a deletion that was cut off. Opening for writing completes that one.
            _ = try? RecallLibrary(at: location, for: .write, model: .none)
            throw error
        }
        try confirm(try target.question(in: library))
        return target
    }

    /// The library, open for reading. Where the disk is too full even for that, a writer makes room first, if it can.
    private func readable(_ location: LibraryLocation) throws -> RecallLibrary {
        do {
            return try RecallLibrary(at: location, for: .read, model: .none)
        } catch let error as StoreError where error.code == .diskFull {
            _ = try RecallLibrary(at: location, for: .write, model: .none)
            return try RecallLibrary(at: location, for: .read, model: .none)
        }
    }

    private func target(in library: RecallLibrary) throws -> DeletionTarget {
        if let item { return .item(try NumberOrID(item).find(in: library)) }
        if let thread { return .thread(try NumberOrID(thread).find(in: library)) }
        if let chat {
            let id = try NumberOrID(chat).find(in: library)
            guard try library.chatMessageCount(of: id) != nil else {
                throw CommandFailure("That is no message of a chat. Say --thread instead.", code: "no-chat")
            }
            return .chat(id)
        }
        if let matching { return try Self.items(matching: matching, in: library) }
        return .sources(try sources(in: library))
    }

    /// All items that match a query. What was not read as it is written may match more, so that deletes nothing.
    private static func items(matching text: String, in library: RecallLibrary) throws -> DeletionTarget {
        let query = SearchQuery(text)
        let report = MatchReport(query: query, terminal: TerminalText(), format: .text)
        var (ids, newest): ([ItemID], [String]) = ([], [])
        let count = try library.forEachMatch(query) { item in
            ids.append(item.id)
            if newest.count < DeletionTarget.mostShown { newest.append(try report.line(of: item)) }
        }
        guard !count.interpretation.filterText.isEmpty else {
            throw CommandFailure("That matches everything. Say what to delete.", code: "unclear-query")
        }
        guard !count.interpretation.filter.onlyExcludes else {
            throw CommandFailure(
                "That says what to keep, and all else would go. Say what to delete too.", code: "unclear-query")
        }
        if let note = QueryReport(count.interpretation, query: query).notes.first {
            throw CommandFailure(
                "Nothing is deleted by a query that is not read exactly as it is written. \(note)",
                code: "unclear-query")
        }
        guard !ids.isEmpty else { throw CommandFailure("Nothing matches all of that.", code: "not-found") }
        return .items(ids, newest: newest)
    }

    /// The files at the path or below it.
    private func sources(in library: RecallLibrary) throws -> [SourceFileSummary] {
        let given = NSString(string: source ?? "").expandingTildeInPath
        let path = URL(fileURLWithPath: given).standardizedFileURL.path
        let found = try library.sources().filter { $0.path.isPath(in: path) }
        if gone, !found.isEmpty { return try goneSources(of: found, in: path) }
        guard !found.isEmpty else {
            throw CommandFailure("Nothing was imported from there. recall sources lists what was.", code: "not-found")
        }
        return found
    }

    /// Those of the files that are not there any more. A folder that is not there, the file's own too, may be on a disk that is
    /// not mounted.
    private func goneSources(of found: [SourceFileSummary], in path: String) throws -> [SourceFileSummary] {
        let isFile = found.map(\.path) == [path]
        let folder = isFile ? URL(fileURLWithPath: path).deletingLastPathComponent().path : path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw CommandFailure(
                "The folder itself is not there. Mount its disk, name the folder above it, or leave out --gone to delete all "
                    + "that came from it.",
                code: "not-found")
        }
        let gone = found.filter(\.isGone)
        guard !gone.isEmpty else { throw CommandFailure("All files are still there.", code: "not-found") }
        return gone
    }

    private func confirm(_ question: String) throws {
        guard !yes else { return }
        guard isatty(0) == 1 else {
            throw CommandFailure(
                "Nothing is deleted without a yes. Add --yes, or run this in a terminal.", code: "not-confirmed")
        }
        StandardStream.error.write(question + " [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
            StandardStream.error.write("Nothing was deleted.\n")
            throw ExitCode.failure
        }
    }
}

/// The target of a deletion.
private enum DeletionTarget {
    case item(ItemID)
    case thread(ItemID)
    case chat(ItemID)
    case items([ItemID], newest: [String])
    case sources([SourceFileSummary])

    private static let mostFiles = 12
    /// The items of many that the question shows.
    static let mostShown = 3

    /// The files whose items go, as lines: at most `mostFiles`, and how many there are beside these.
    var files: [String] {
        guard case .sources(let files) = self else { return [] }
        let more = files.count - Self.mostFiles
        return files.prefix(Self.mostFiles).map { "  " + ShownPath.text($0.path) }
            + (more > 0 ? ["  and \(Count.of(more, "more file"))"] : [])
    }

    /// The confirmation question.
    func question(in library: RecallLibrary) throws -> String {
        switch self {
        case .item(let id):
            let title = try library.item(id).map(Self.title) ?? ""
            return "Delete \(title)and its attachments for good?"
        case .thread(let id):
            let thread = try library.threadWindow(of: id, before: 0, after: 0)?.thread
            return "Delete the thread “\(DisplayText.quotation(TerminalText.safe(thread?.title ?? "")))”, "
                + "\(Count.of(thread?.itemCount ?? 0, "item")), for good?"
        case .chat(let id):
            let titles = try library.chatTitles(of: id).map { "“\(DisplayText.quotation(TerminalText.safe($0)))”" }
            return "Delete the whole chat \(titles.joined(separator: ", also called ")), "
                + "\(Count.of(try library.chatMessageCount(of: id) ?? 0, "message")), for good?"
        case .items(let ids, let newest):
            let more = ids.count - newest.count
            let lines = newest + (more > 0 ? ["and \(Count.of(more, "more item"))"] : [])
            return lines.map { "  " + $0 + "\n" }.joined()
                + "Delete \(Count.of(ids.count, "item")), with what is attached to them, for good?"
        case .sources(let sources):
            let ids = sources.map(\.id)
            let items = try library.itemsOnly(inSources: ids)
            let uploads = try library.uploadCount(among: ids)
            let rest =
                uploads == 0
                ? "The files themselves stay."
                : "\(Count.of(uploads, "uploaded file")) in Recall's folder will be deleted too."
            return files.joined(separator: "\n") + "\n"
                + "Delete \(Count.of(ids.count, "file")) from the library, and \(Count.of(items, "item")) that are in no "
                + "other, for good? \(rest)"
        }
    }

    /// `the email “Keys for the mill” of 2024-03-04 10:00 `
    private static func title(of item: Item) -> String {
        let title = item.title.isEmpty ? "" : "“\(DisplayText.quotation(TerminalText.safe(item.title)))” "
        return "the \(item.kind.rawValue) \(title)" + (item.date.map { "of \(DayText.minute($0)) " } ?? "")
    }

    func delete(from library: RecallLibrary) throws -> Deletion {
        switch self {
        case .item(let id): try library.deleteItem(id) ?? Deletion()
        case .thread(let id): try library.deleteThread(of: id) ?? Deletion()
        case .chat(let id): try library.deleteChat(of: id) ?? Deletion()
        case .items(let ids, _): try library.deleteItems(ids)
        case .sources(let sources): try library.deleteSources(sources.map(\.id))
        }
    }
}
