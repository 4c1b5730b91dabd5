import RecallCore

/// A file that may show again what is in the data of the export that it belongs to.
struct RepeatedContent {
    let path: String

    /// True if the data is there.
    ///
    /// - Parameter format: tells the format of the file at a path; `nil` if there is none.
    func isRepeated(_ format: (_ path: String) -> SourceFormat?) -> Bool {
        let name = AbsolutePath.name(path)
        let folder = String(path.dropLast(name.count))
        switch AbsolutePath.fileExtension(name) {
        case "html":
            // The table of contents of Google Takeout.
            if name == "archive_browser.html" { return true }
            if name == "chat.html" {
                return ["conversations.json", "conversations-000.json"].contains {
                    format(folder + $0) == .assistantChats
                }
            }
            // Takeout calls both after the note's title.
            let data = "\(path.dropLast("html".count))json"
            return format(data) == .googleKeep && isPageOfKeep
        case "csv":
            // Of a table in Notion there may be another file with the rows that a filter hides, too.
            return format(path.dropLast(".csv".count) + NotionPage.unfilteredEnd + ".csv") == .csv
                && NotionPage.title(fileName: PlainFile.title(path: path)) != PlainFile.title(path: path)
        case "txt" where name == "Labels.txt":
            let note = try? DirectoryListing(path: folder).names.first { $0.hasSuffix(".json") }
            return note.map { format(folder + $0) == .googleKeep } ?? false
        default: return false
        }
    }

    /// True if the file shows a note as Google Keep does, after its style sheet. Another page may have the name of a note.
    private var isPageOfKeep: Bool {
        let head = try? RegularFile(path: path).bytes(limit: Self.headBytes)
        return head?.firstOccurrence(of: "class=\"note") != nil
    }

    private static let headBytes = 1 << 16
}
