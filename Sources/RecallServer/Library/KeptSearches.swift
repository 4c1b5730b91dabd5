import Foundation
import RecallKit

/// The recent and saved searches of a library's owner, in a file beside the library that only the owner can read.
actor KeptSearches {
    struct Values: Codable, Sendable {
        var recent: [String] = []
        var saved: [String] = []
    }

    private let file: LibraryFile

    /// The searches of the library in `folder`.
    init(folder: String) {
        file = LibraryFile(path: folder + "/searches.json")
    }

    /// The kept searches; none if the file is missing or damaged.
    func values() throws -> Values {
        try file.read().flatMap { try? JSONDecoder().decode(Values.self, from: $0) } ?? Values()
    }

    /// Keeps these in place of all others. Without any, the file goes.
    func set(_ values: Values) throws {
        if values.recent.isEmpty, values.saved.isEmpty { return file.remove() }
        try file.write(JSONEncoder().encode(values))
    }
}
