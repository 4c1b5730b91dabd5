import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// The list of imports that a server did not finish, when what they were to read is deleted.
@Suite(.scratch) struct UnfinishedImportTests {
    private let scratch: ScratchFolder
    private var library: LibraryLocation { LibraryLocation(path: scratch.path + "/library") }
    private var list: String { library.folder + "/imports.json" }

    init() throws {
        scratch = try ScratchFolder()
    }

    /// The paths of the imports in the list.
    private func paths() throws -> [[String]] {
        let data = try Data(contentsOf: URL(filePath: list))
        let records = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        return try records.map { record in
            #expect(record["state"] as? String == "interrupted" && record["id"] as? Int != nil)
            return try #require(record["paths"] as? [String])
        }
    }

    private func keep(_ paths: [[String]]) throws {
        let records = paths.enumerated().map { id, paths in
            ["id": id, "paths": paths, "state": "interrupted", "progress": ["items": 1]] as [String: Any]
        }
        try JSONSerialization.data(withJSONObject: records).write(to: URL(filePath: list))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: list)
    }

    @Test func `an upload of which nothing is left is not listed any more, and its folder's name is in no file`()
        async throws
    {
        let folder = library.uploads + "/2026-11-22T101500-0a1b2c3d/Zephyrine"
        try scratch.write("library/uploads/2026-11-22T101500-0a1b2c3d/Zephyrine/a.md", "The kettle whistles.")
        let other = try scratch.write("Marius/b.md", "The stove is cold.")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: library.folder)
        let open = try RecallLibrary(at: library, for: .write, model: .none)
        _ = try await open.importFiles(at: [folder, other])
        try keep([[folder], [other], [folder, other]])
        let source = try #require(try open.store.read { try $0.sources() }.first { $0.path.hasPrefix(folder) })
        _ = try open.deleteSource(source.id)
        #expect(try paths() == [[other], [folder, other]])
        try keep([[folder]])
        let rest = try open.store.read { try $0.sources() }.map(\.id)
        _ = try open.deleteSources(rest)
        #expect(!FileManager.default.fileExists(atPath: list))
    }

    @Test func `an upload that is still there stays listed`() async throws {
        let batch = library.uploads + "/2026-11-22T101500-0a1b2c3d"
        try scratch.write("library/uploads/2026-11-22T101500-0a1b2c3d/Zephyrine/a.md", "The kettle whistles.")
        try scratch.write("library/uploads/2026-11-22T101500-0a1b2c3d/b.md", "The stove is cold.")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: library.folder)
        let open = try RecallLibrary(at: library, for: .write, model: .none)
        _ = try await open.importFiles(at: [batch + "/b.md"])
        try keep([[batch + "/Zephyrine"], [batch + "/b.md"]])
        _ = try open.deleteSources(try open.store.read { try $0.sources() }.map(\.id))
        #expect(try paths() == [[batch + "/Zephyrine"]])
    }
}
