import Foundation
import HTTPTypes
import RecallCore
import RecallWire

/// Lists folders of this machine, to choose files to import.
enum FolderListing {
    /// The folder at `path`.
    ///
    /// - Throws: `APIError` if there is no such folder, or it cannot be read.
    static func read(_ path: String) throws -> FolderPayload {
        FolderPayload(
            path: path, parent: path == "/" ? nil : URL(fileURLWithPath: path).deletingLastPathComponent().path,
            entries: try names(in: path).prefix(ServerLimits.folderEntries).compactMap { entry($0, in: path) },
            places: places)
    }

    /// The folders in which people have what they import, below the home folder: those that are there.
    private static var places: [FolderPayload.Entry] {
        guard let home = try? RequestPath.absolute("~") else { return [] }
        return placeNames.compactMap { entry($0, in: home) }.filter(\.isFolder)
    }

    private static let placeNames = [
        "Documents", "Downloads", "Desktop", "Mail", "Maildir", ".thunderbird", "snap/thunderbird/common/.thunderbird",
        ".var/app/org.mozilla.Thunderbird/.thunderbird", ".local/share/evolution/mail", ".local/share/local-mail",
        "Library/Mail", "Library/Thunderbird/Profiles", "Notes", "Obsidian",
    ]

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

    /// `nil` for a broken link.
    private static func entry(_ name: String, in folder: String) -> FolderPayload.Entry? {
        let url = URL(fileURLWithPath: folder).appending(path: name)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
        let size = isFolder.boolValue ? nil : try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize
        return FolderPayload.Entry(name: name, path: url.path, isFolder: isFolder.boolValue, bytes: size)
    }
}
