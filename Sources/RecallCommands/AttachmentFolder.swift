import Foundation
import RecallCore
import RecallKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder to save attachments into. Existing files are never overwritten, and links are never followed.
struct AttachmentFolder {
    let path: String

    /// The folder at `path`, which must exist.
    init(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw CommandFailure("There is no folder \(TerminalText.safe(path)). Make it first.")
        }
        self.path = path
    }

    /// Saves all attachments of `original`, and returns the names of their files.
    func save(_ original: OriginalItem) async throws -> [String] {
        var names: [String] = []
        for (index, attachment) in original.attachments.enumerated() where attachment.archive == nil {
            let bytes = try await original.attachment(index)
            names.append(try write(bytes, as: AttachmentFileName.safe(attachment.name, index: index)))
        }
        return names
    }

    /// Writes a new file; adds a number to its name if the name is taken.
    private func write(_ bytes: [UInt8], as name: String) throws -> String {
        for number in 1...1_000 {
            let free = number == 1 ? name : Self.numbered(name, number)
            let descriptor = open(path + "/" + free, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { break }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: bytes)
            return free
        }
        throw CommandFailure("\(TerminalText.safe(name)) cannot be written in \(TerminalText.safe(path)).")
    }

    /// `photo.png` as `photo (2).png`.
    private static func numbered(_ name: String, _ number: Int) -> String {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        return "\(name[..<dot]) (\(number))\(name[dot...])"
    }
}
