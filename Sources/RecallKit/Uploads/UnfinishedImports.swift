import Foundation
package import RecallCore
import RecallFiles

/// The file `imports.json` of a library: the imports that a server did not finish, for the next one.
///
/// The server knows what is in it. A deletion removes from it the uploads of which nothing is left, whose names would stay.
package struct UnfinishedImports: Sendable {
    /// The file.
    package let file: LibraryFile
    private let location: LibraryLocation

    /// The unfinished imports of the library at `location`.
    package init(of location: LibraryLocation) {
        self.location = location
        file = LibraryFile(path: location.folder + "/imports.json")
    }

    /// True if all that an import was to read was uploaded, and nothing of it is there any more.
    package func isGone(_ paths: [String]) -> Bool {
        !paths.isEmpty && paths.allSatisfy { location.isUpload($0) && !Folder.isTaken($0) }
    }

    /// Removes the imports of which nothing is left. Without any other the file goes.
    func forgetGone() throws {
        guard let data = try? file.read(),
            let records = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return }
        let kept = records.filter { !isGone($0["paths"] as? [String] ?? []) }
        guard kept.count < records.count else { return }
        guard !kept.isEmpty else { return file.remove() }
        try file.write(JSONSerialization.data(withJSONObject: kept))
    }
}
