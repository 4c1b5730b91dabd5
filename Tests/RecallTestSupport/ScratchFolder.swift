public import Foundation
import Synchronization
public import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder for one test's files, removed when the test ends: a library takes 10 MB of the disk, and there are thousands of
/// tests. Not with the value, since a library that is still open would lose its files when the optimiser lets go of the
/// value early.
public struct ScratchFolder: Sendable {
    /// Its absolute path.
    public let path: String

    private static let root: String = {
        atexit { try? FileManager.default.removeItem(atPath: ScratchFolder.root) }
        return FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "recall-test-\(UUID().uuidString)").path
    }()

    /// A new folder, for its owner alone.
    ///
    /// - Throws: ``ScratchFolderError`` in a suite that does not say `@Suite(.scratch)`.
    public init() throws {
        guard let folders = ScratchFolders.ofTest else { throw ScratchFolderError.notInScratchSuite }
        try self.init(inRoot: UUID().uuidString)
        folders.add(path)
    }

    /// A new folder that many tests share, removed when all have ended.
    public static func shared() throws -> ScratchFolder { try ScratchFolder(inRoot: UUID().uuidString) }

    private init(inRoot name: String) throws {
        path = Self.root + "/" + name
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

/// A scratch folder that nothing would remove.
public enum ScratchFolderError: Error {
    /// The suite lacks `@Suite(.scratch)`.
    case notInScratchSuite
}

/// Removes the scratch folders of each test of a suite when the test ends.
public struct ScratchFolders: SuiteTrait, TestTrait, TestScoping {
    /// Those of one test.
    final class Paths: Sendable {
        private let paths = Mutex<[String]>([])

        func add(_ path: String) { paths.withLock { $0.append(path) } }

        func remove() {
            for path in paths.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
        }
    }

    @TaskLocal static var ofTest: Paths?

    /// True: the folders go with their test, not with the suite.
    public var isRecursive: Bool { true }

    /// Runs a test, then removes what it made.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let folders = Paths()
        defer { folders.remove() }
        try await Self.$ofTest.withValue(folders) { try await function() }
    }
}

extension Trait where Self == ScratchFolders {
    /// For tests that make scratch folders.
    public static var scratch: Self { ScratchFolders() }
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
