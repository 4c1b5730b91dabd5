public import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder for one test's files. All are removed when the tests end, not with the value: a library that is still open
/// would lose its files when the optimiser lets go of the value early.
public struct ScratchFolder: Sendable {
    /// Its absolute path.
    public let path: String

    private static let root: String = {
        atexit { try? FileManager.default.removeItem(atPath: ScratchFolder.root) }
        return FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "recall-test-\(UUID().uuidString)").path
    }()

    /// A new folder, for its owner alone.
    public init() throws {
        path = Self.root + "/" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
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

    /// Gives its owner, or takes away, the permission to write to a folder and the files in it.
    public func setWritable(_ isWritable: Bool, _ name: String) throws {
        let folder = path + "/" + name
        func set(_ mode: Int, _ path: String) throws {
            let mode = isWritable ? mode : mode & 0o500
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) { try set(0o600, folder + "/" + file) }
        try set(0o700, folder)
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

    /// The files of the sample archive to import.
    public static let sampleSources = [
        "mail.mbox", "WhatsApp Chat with Mira.txt", "WhatsApp Chat - Hiking group.zip", "notes", "documents", "exports",
    ].map { sample + "/" + $0 }
}
