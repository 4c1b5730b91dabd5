import Foundation
import RecallKit

/// The settings of a person for this library's server: a small JSON file beside the library.
actor ServerSettings {
    struct Values: Codable, Equatable {
        /// Folders that are imported again and again.
        var watchedFolders: [String] = []
    }

    private let file: LibraryFile
    private(set) var values: Values

    /// The settings of the library in `folder`.
    init(folder: String) throws {
        file = LibraryFile(path: folder + "/server.json")
        values = try file.read().flatMap { try? JSONDecoder().decode(Values.self, from: $0) } ?? Values()
    }

    /// Changes them, on disk first.
    func set(_ values: Values) throws {
        try file.write(JSONEncoder().encode(values))
        self.values = values
    }
}
