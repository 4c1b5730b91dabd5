public import Foundation

/// A folder for one test's files, removed with it.
public final class ScratchFolder: Sendable {
    /// Its absolute path.
    public let path: String

    /// A new folder, for its owner alone.
    public init() throws {
        path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "recall-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, with the folders above it, and returns its path.
    @discardableResult
    public func write(_ name: String, _ data: Data) throws -> String {
        let file = path + "/" + name
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Writes a text file, with the folders above it, and returns its path.
    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String {
        try write(name, Data(text.utf8))
    }
}

/// Folders of the project, found from where the sources are.
public enum ProjectFolder {
    /// The project's root.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The sample archive.
    public static let sample = root.appending(path: "Sample").path

    /// What of the sample archive is to be imported.
    public static let sampleSources = [
        "mail.mbox", "WhatsApp Chat with Mira.txt", "WhatsApp Chat - Hiking group.zip", "notes", "documents",
    ].map { sample + "/" + $0 }
}
