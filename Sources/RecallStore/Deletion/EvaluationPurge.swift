import Foundation
import RecallCore
import RecallFiles

/// The queries that `recall eval make` left beside the database, as far as a purge needs to know them: they are made of the
/// words of items, so those of deleted items go with them.
private struct EvaluationQueries: Codable {
    var version: Int
    var seed: UInt64
    /// By the names of their fields.
    var queries: [[String: String]]
}

extension LibraryStore {
    /// Removes the evaluation queries of items that are no longer in the library; the whole file if it cannot be read.
    func purgeEvaluation() throws {
        let path = location.folder + "/evaluation.json"
        guard let data = FileManager.default.contents(atPath: path) else { return }
        guard var file = try? JSONDecoder().decode(EvaluationQueries.self, from: data) else {
            return try FileManager.default.removeItem(atPath: path)
        }
        let count = file.queries.count
        try read { snapshot in
            try file.queries.removeAll { query in try query["item"].flatMap(ItemID.init).flatMap(snapshot.key) == nil }
        }
        guard file.queries.count < count else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try Array(encoder.encode(file)).withUnsafeBytes { try AtomicFile.write($0, to: path) }
    }
}
