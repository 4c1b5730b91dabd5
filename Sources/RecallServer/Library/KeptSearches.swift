import Foundation
import RecallCore
import RecallKit

/// The recent and saved searches of a library's owner, in a file beside the library that only the owner can read.
actor KeptSearches {
    typealias Values = KeptSearchLists

    private let file: LibraryFile

    /// The searches of the library at `location`.
    init(_ location: LibraryLocation) {
        file = LibraryFile(path: location.keptSearches)
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

extension KeptSearchLists {
    init(recent: [String], saved: [String]) {
        self.init()
        (self.recent, self.saved) = (recent, saved)
    }
}
