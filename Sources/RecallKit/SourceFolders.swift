package import RecallCore
import RecallFiles

/// The folders under which files of few items are listed together: four hundred notes are one row, a mailbox is its own.
///
/// A library does not keep which folder was imported. It is taken to be the outermost one that holds such a file itself.
package struct SourceFolders {
    /// The items of a file that is listed with others, at most: a note, or a mail with its attachments.
    private static let mostItems = 10
    /// Fewer files are listed one by one.
    private static let fewestFiles = 5

    private let folders: [SourceRow: String]

    /// The folders of files.
    ///
    /// - Complexity: O(*n*) in the characters of their paths.
    package init(_ sources: [SourceFileSummary]) {
        let few = sources.filter { $0.items <= Self.mostItems }
        let holding = Set(few.compactMap { Self.ancestors(of: $0.path).last })
        let outermost = few.compactMap { source in
            Self.ancestors(of: source.path).first(where: holding.contains).map { (source.id, String($0)) }
        }
        let counts = Dictionary(outermost.map { ($0.1, 1) }, uniquingKeysWith: +)
        folders = Dictionary(
            outermost.filter { counts[$0.1, default: 0] >= Self.fewestFiles }, uniquingKeysWith: { first, _ in first })
    }

    /// The folder that a file is listed under; `nil` if it stands for itself.
    package func folder(of source: SourceFileSummary) -> String? { folders[source.id] }

    /// The folders that a file is in, the outermost first. Those of a Maildir are one.
    private static func ancestors(of path: String) -> [Substring] {
        let folders = path.indices.filter { $0 > path.startIndex && path[$0] == "/" }.map { path[..<$0] }
        guard folders.count > 1, let last = folders.last else { return folders }
        return Maildir.place(ofFolder: last) == last ? folders : folders.dropLast()
    }
}
