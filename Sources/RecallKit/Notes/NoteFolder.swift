import Foundation
import RecallCore
import RecallFiles
import RecallImport

/// The place of a note: its folder, and the imported folder that it lies in. Nothing outside of that is ever read.
struct NoteFolder {
    /// The imported folder.
    let root: String
    /// The note's own folder.
    let folder: String

    /// The place of a note; `nil` if it was not read from a file of its own.
    init?(_ details: ItemDetails) {
        guard case .note(let note) = details, note.path.hasPrefix("/") else { return nil }
        var parts = note.path.pathParts().dropLast()
        folder = "/" + parts.joined(separator: "/")
        let notebook = note.notebook.pathParts()
        if parts.suffix(notebook.count).elementsEqual(notebook) { parts.removeLast(notebook.count) }
        root = "/" + parts.joined(separator: "/")
    }

    /// The paths that `reference` may mean, the likeliest first: from the note's folder, then from the imported one. None leads
    /// out of the imported folder.
    func paths(of reference: String) -> [String] {
        let decoded = reference.removingPercentEncoding ?? reference
        return [reference, decoded].flatMap { each in
            [folder, root].compactMap { path(each, from: $0) }
        }
    }

    private func path(_ reference: String, from folder: String) -> String? {
        guard !reference.isEmpty, !reference.utf8.contains(0), reference.utf8.count < 2_000, !reference.contains(":")
        else { return nil }
        let depth = root.pathParts().count
        var parts = (reference.utf8.first == UInt8(ascii: "/") ? root : folder).pathParts()
        for part in reference.pathParts() where part != "." {
            guard part == ".." else { parts.append(part); continue }
            guard parts.count > depth else { return nil }
            parts.removeLast()
        }
        return parts.count > depth ? "/" + parts.joined(separator: "/") : nil
    }
}

/// The pictures that lie beside a note.
struct NotePictures {
    let folder: NoteFolder
    private let nearest: NearestFiles

    init(folder: NoteFolder) {
        self.folder = folder
        nearest = NearestFiles(folder)
    }

    /// Folders in which note apps put pictures that are named without a path.
    private static let customary = [
        "attachments", "Attachments", "assets", "images", "img", "media", "files", "pictures", "_resources",
        "resources",
    ]

    /// The file of a picture, open for reading; `nil` if there is none that may be shown.
    func file(_ source: String) -> OpenFile? {
        candidates(source).lazy.compactMap(opened).first
            ?? nearest.paths(named: source).lazy.compactMap(opened).first
    }

    private func candidates(_ source: String) -> [String] {
        let named = source.contains("/") ? [] : Self.customary.map { $0 + "/" + source }
        return ([source] + named).flatMap(folder.paths)
    }

    /// Links are resolved before the place is compared, and not followed afterwards.
    private func opened(_ path: String) -> OpenFile? {
        guard FileState.exists(path), let real = RealPath.of(path), let root = RealPath.of(folder.root),
            RealPath.isBelow(real, root), let file = try? OpenFile(real, followingLinks: false),
            file.byteCount <= ImportLimits.notePictureBytes, PictureType(of: file) != nil
        else { return nil }
        return file
    }
}

/// The types of pictures that are shown: those in which nothing can run.
public enum PictureType: String, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"

    /// The type by the first bytes, whatever the file's name; `nil` if it is none of these.
    package init?(head: [UInt8]) {
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }

    init?(of file: OpenFile) {
        self.init(head: (try? file.bytes(limit: 16)) ?? [])
    }
}

extension RealPath {
    /// True if `path` lies in `folder`, compared by components.
    fileprivate static func isBelow(_ path: String, _ folder: String) -> Bool {
        let (parts, folderParts) = (path.pathParts(), folder.pathParts())
        return parts.count > folderParts.count && parts.starts(with: folderParts)
    }
}
