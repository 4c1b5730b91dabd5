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
            return format("\(path.dropLast("html".count))json") == .googleKeep
        case "txt" where name == "Labels.txt":
            let note = try? DirectoryListing(path: folder).names.first { $0.hasSuffix(".json") }
            return note.map { format(folder + $0) == .googleKeep } ?? false
        default: return false
        }
    }
}
