import Foundation
import RecallCore
import RecallFiles

extension LibraryStore {
    /// Removes the recent searches, whose words may be those of deleted items. Saved ones stay, since their owner keeps
    /// them. A file that cannot be read is removed.
    func purgeRecentSearches() throws {
        let path = location.keptSearches
        guard let data = FileManager.default.contents(atPath: path) else { return }
        guard var kept = try? JSONDecoder().decode(KeptSearchLists.self, from: data), !kept.saved.isEmpty else {
            return try Folder.remove(path)
        }
        guard !kept.recent.isEmpty else { return }
        kept.recent = []
        try AtomicFile.write(Array(JSONEncoder().encode(kept)), to: path)
    }
}
