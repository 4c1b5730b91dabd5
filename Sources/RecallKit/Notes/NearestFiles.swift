import Foundation
import RecallCore
import RecallFiles
import RecallImport

/// The files of an imported folder by their names, those nearest to a note first: note apps name a picture without the folder
/// that it lies in.
final class NearestFiles {
    private let folder: NoteFolder
    /// The paths by their names in lower case.
    private lazy var paths = listed()

    /// Nothing is listed before a name is asked for.
    init(_ folder: NoteFolder) {
        self.folder = folder
    }

    /// The paths that end with `reference`, a name or folders and a name, nearest first.
    func paths(named reference: String) -> [String] {
        let decoded = reference.removingPercentEncoding ?? reference
        let parts = decoded.lowercased().pathParts()
        guard let name = parts.last, !parts.contains(".."), !decoded.contains(":") else { return [] }
        return (paths[name] ?? []).filter { $0.lowercased().pathParts().suffix(parts.count).elementsEqual(parts) }
    }

    /// Goes from the note's folder to the folders in it and the one around it, and so on, within the imported folder. Links are
    /// not followed.
    ///
    /// - Complexity: O(*n*) in the entries, at most `ImportLimits.noteFolderEntries`.
    private func listed() -> [String: [String]] {
        var (found, queue, seen): ([String: [String]], [String], Set<String>) = ([:], [folder.folder], [folder.folder])
        var (next, left) = (0, ImportLimits.noteFolderEntries)
        while next < queue.count, left > 0 {
            let here = queue[next]
            next += 1
            let names = ((try? Folder.names(in: here)) ?? []).filter { !Folder.isHidden($0) }.prefix(left)
            left -= names.count
            for name in names { found[name.lowercased(), default: []].append(here + "/" + name) }
            let around = here == folder.root ? nil : Folder.parent(of: here)
            let inner = names.map { here + "/" + $0 }.filter(Folder.isFolder)
            queue += (inner + [around].compactMap(\.self)).filter { seen.insert($0).inserted }
        }
        return found
    }
}
