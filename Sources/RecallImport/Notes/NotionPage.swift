import RecallCore

/// A page or table as Notion exports it, whose name ends with its id: `The quay 0123456789abcdef0123456789abcdef.md`.
enum NotionPage {
    private static let digits = 32
    /// The end of the name of a table's file that comes with and without its filters, in the latter.
    static let unfilteredEnd = "_all"

    /// The id of the page at a path, in lower case; `nil` if it is no page of Notion.
    static func id(path: String) -> String? {
        guard AbsolutePath.fileExtension(path) == "md" else { return nil }
        return id(fileName: AbsolutePath.name(path).dropLast(3))
    }

    /// The title in the name of a file without its extension.
    static func title(fileName: String) -> String {
        let name = fileName.hasSuffix(unfilteredEnd) ? fileName.dropLast(unfilteredEnd.count) : fileName[...]
        guard let id = id(fileName: name), name.count > id.count + 1 else { return fileName }
        return String(name.dropLast(id.count + 1))
    }

    /// The properties of a page of a table, which stand below its title: `Created: March 1, 2024 9:30 AM`.
    static func properties(of text: String) -> [(name: String, value: String)] {
        let lines = text.split(separator: "\n", maxSplits: 200, omittingEmptySubsequences: false)
        guard lines.first?.hasPrefix("# ") == true else { return [] }
        var properties: [(name: String, value: String)] = []
        for line in lines.dropFirst().drop(while: \.isEmpty).prefix(while: { !$0.isEmpty }) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[1].first == " " else { return [] }
            properties.append((CleanText.line(String(parts[0])).lowercased(), CleanText.line(String(parts[1]))))
        }
        return properties
    }

    private static func id(fileName: Substring) -> String? {
        let end = fileName.suffix(1 + digits)
        guard end.count == 1 + digits, end.first == " ",
            end.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return nil }
        return end.dropFirst().lowercased()
    }
}
