import Foundation
import RecallCore
import RecallFiles

extension LibraryStore {
    /// Removes the evaluation queries of items that are no longer in the library, since they are made of their words; the
    /// whole file if it cannot be read.
    func purgeEvaluation() throws {
        let path = location.knownItemSet
        guard let data = FileManager.default.contents(atPath: path) else { return }
        guard var file = try? JSONDecoder().decode(KnownItemSet.self, from: data) else {
            return try FileManager.default.removeItem(atPath: path)
        }
        let count = file.queries.count
        try read { snapshot in
            try file.queries.removeAll { query in try ItemID(query.item).flatMap(snapshot.key) == nil }
        }
        guard file.queries.count < count else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try Array(encoder.encode(file)).withUnsafeBytes { try AtomicFile.write($0, to: path) }
    }
}
