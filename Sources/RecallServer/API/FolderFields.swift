import Foundation
import HTTPTypes
import RecallCore
import RecallImport

/// A folder of this machine, as shown for choosing what to import.
struct FolderFields: Encodable {
    struct Entry: Encodable {
        var name, path: String
        var isFolder: Bool
        var bytes: Int?
    }

    var path: String
    var parent: String?
    var entries: [Entry]

    /// - Throws: `APIError` if there is no such folder, or it cannot be read.
    init(path: String) throws {
        self.path = path
        parent = path == "/" ? nil : URL(fileURLWithPath: path).deletingLastPathComponent().path
        entries = try Self.names(in: path).prefix(ServerLimits.folderEntries).compactMap { Self.entry($0, in: path) }
        entries.sort { ($1.isFolder ? 1 : 0, $0.name) < ($0.isFolder ? 1 : 0, $1.name) }
    }

    private static func names(in path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw APIError.notFound("There is no such folder.")
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw APIError(.forbidden, "not-readable", "This folder cannot be read. Check its permissions.")
        }
        return names
    }

    /// `nil` for a link that leads nowhere.
    private static func entry(_ name: String, in folder: String) -> Entry? {
        let url = URL(fileURLWithPath: folder).appending(path: name)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
        let size = isFolder.boolValue ? nil : try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize
        return Entry(name: name, path: url.path, isFolder: isFolder.boolValue, bytes: size)
    }
}

/// What a path was recognised as, before it is imported.
struct RecognisedPath: Encodable {
    struct Format: Encodable {
        var format: String
        var files: Int
    }

    /// How many files of a folder are looked at.
    private static let sampleSize = 300

    var path: String
    var summary, problem: String?
    var formats: [Format]?

    init(_ path: String) {
        self.path = path
        do throws(ImportFailure) {
            summary = try SourceDetector().detect(path).summary
            formats = Self.formats(path)
        } catch {
            problem = error.reason
        }
    }

    private static func formats(_ path: String) -> [Format] {
        var counts: [SourceFormat: Int] = [:]
        for case .unit(let unit) in SourceWalker(path: path).prefix(sampleSize) {
            counts[unit.format, default: 0] += 1
        }
        return ImportFormats.all.formats.compactMap { format in
            counts[format].map { Format(format: format.identifier, files: $0) }
        }
    }
}
