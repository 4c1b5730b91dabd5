import Foundation
import RecallKit

/// The user's settings for this library's server, in a small JSON file beside the library.
actor ServerSettings {
    struct Values: Codable, Equatable {
        /// Folders that are imported periodically.
        var watchedFolders: [String] = []
    }

    private let file: LibraryFile
    private(set) var values: Values

    /// The settings of the library in `folder`.
    init(folder: String) throws {
        file = LibraryFile(path: folder + "/server.json")
        values = try file.read().flatMap { try? JSONDecoder().decode(Values.self, from: $0) } ?? Values()
    }

    /// Changes the settings, first on disk.
    func set(_ values: Values) throws {
        try file.write(JSONEncoder().encode(values))
        self.values = values
    }
}
