import Foundation

/// The last entry of a backup: says which files are in it, so that one that is cut off or changed is noticed.
struct BackupManifest: Codable {
    /// The name of its entry.
    static let name = "backup.json"
    /// The version of the form of backups; a reader of version 1 refuses others.
    static let currentFormat = 1

    /// A file of the library.
    struct File: Codable, Hashable {
        /// The path, relative to the library's folder.
        let path: String
        let bytes: Int
        /// The SHA-256, in hexadecimal.
        let sha256: String
    }

    var format = Self.currentFormat
    /// The time of the copy.
    let created: Date
    /// The library's folder: uploaded files are known by their paths below it.
    let folder: String
    /// The number of items, for people.
    let items: Int
    let files: [File]

    init(created: Date, folder: String, items: Int, files: [File]) {
        (self.created, self.folder, self.items, self.files) = (created, folder, items, files)
    }

    /// The manifest in `data`; `nil` if that is none of this version.
    init?(_ data: [UInt8]) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let manifest = try? decoder.decode(Self.self, from: Data(data)), manifest.format == Self.currentFormat
        else { return nil }
        self = manifest
    }

    var data: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        }
    }
}
