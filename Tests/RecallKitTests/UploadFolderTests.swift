import Foundation
import RecallCore
import RecallIndexing
import RecallKit
import RecallTestSupport
import Testing

@Suite(.scratch) struct UploadFolderTests {
    private let scratch: ScratchFolder
    private let folder: UploadFolder
    private let batch = "2026-11-22T101500-0a1b2c3d"

    init() throws {
        scratch = try ScratchFolder()
        folder = UploadFolder(of: LibraryLocation(path: scratch.path + "/library"))
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `an uploaded file is removed with the folders that are empty then`() throws {
        let file = try scratch.write("library/uploads/\(batch)/letters/a.md", "A letter.")
        #expect(folder.files(among: [file, "/elsewhere/a.md"]) == [file])
        try folder.remove(file)
        #expect(!exists(scratch.path + "/library/uploads/\(batch)"))
    }

    @Test func `a file that somebody put there, or that a link leads to, stays`() throws {
        let own = try scratch.write("diary/a.md", "Mine.")
        let beside = try scratch.write("library/uploads/mine.md", "Mine.")
        let inOther = try scratch.write("library/uploads/letters/b.md", "Mine.")
        _ = try scratch.write("library/uploads/\(batch)/c.md", "Uploaded.")
        for link in ["link", "\(batch)/link", "2026-11-22T101501-0a1b2c3d"] {
            try FileManager.default.createSymbolicLink(
                atPath: scratch.path + "/library/uploads/" + link, withDestinationPath: scratch.path + "/diary")
        }
        let uploads = scratch.path + "/library/uploads/"
        let paths = [
            beside, inOther, uploads + "link/a.md", uploads + "\(batch)/link/a.md",
            uploads + "2026-11-22T101501-0a1b2c3d/a.md", uploads + "\(batch)/../mine.md", uploads + "\(batch)/link",
        ]
        #expect(folder.files(among: paths) == [])
        for path in paths { try folder.remove(path) }
        #expect([own, beside, inOther].allSatisfy(exists))
        #expect(exists(uploads + "\(batch)/link"))
    }

    @Test func `what is on its way stays when another server starts`() throws {
        let fresh = try scratch.write("library/uploads/.incoming/fresh", "part")
        let old = try scratch.write("library/uploads/.incoming/old", "part")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -200_000)], ofItemAtPath: old)
        folder.removeIncoming()
        #expect(exists(fresh) && !exists(old))
    }

    private func incoming(_ ids: [String]) throws {
        for id in ids {
            try folder.begin(id)
            try Array(id.utf8).withUnsafeBytes { try folder.write($0, at: 0, of: id) }
        }
    }

    @Test func `uploads are kept under their names, in the folders they were dropped in`() throws {
        try incoming(["1", "2", "3", "4"])
        let tops = try folder.keep([
            ("1", ["a.md"]), ("2", ["a.md"]), ("3", ["in", "b.md"]), ("4", ["in", "c", "d.md"]),
        ])
        #expect(tops.map { $0.split(separator: "/").last } == ["a.md", "a 2.md", "in"])
        let contents = try ([tops[0], tops[1], tops[2] + "/b.md", tops[2] + "/c/d.md"]).map {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
        #expect(contents == ["1", "2", "3", "4"])
        #expect(folder.files(below: tops[2]) == [tops[2] + "/b.md", tops[2] + "/c/d.md"])
    }

    @Test func `uploads are kept all or none`() throws {
        try incoming(["1", "2"])
        // The third was never begun.
        #expect(throws: (any Error).self) {
            try folder.keep([("1", ["in", "a.md"]), ("2", ["b.md"]), ("3", ["c.md"])])
        }
        let uploads = scratch.path + "/library/uploads"
        #expect(try FileManager.default.contentsOfDirectory(atPath: uploads) == [".incoming"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: uploads + "/.incoming").sorted() == ["1", "2"])
        #expect(try folder.keep([("1", ["in", "a.md"]), ("2", ["b.md"])]).count == 2)
    }

    // MARK: Copies and what is listed of them

    private var location: LibraryLocation { LibraryLocation(path: scratch.path + "/library") }

    /// A library into which files were uploaded: one with two notes' worth of mails, and one that was not imported.
    private func uploaded() async throws -> (library: RecallLibrary, mails: String, other: String) {
        let library = try RecallLibrary(at: location, for: .write, model: .none)
        let mails = ["1", "2"].map {
            "From ada@mill.example Mon Jan  1 00:00:00 2024\nMessage-ID: <\($0)@mill.example>\nSubject: plan \($0)\n"
                + "From: ada@mill.example\nDate: Mon, 1 Jan 2024 00:00:00 +0000\n\nThe numbat sleeps.\n\n"
        }.joined()
        let kept = try scratch.write("library/uploads/\(batch)/mails.mbox", mails)
        let other = try scratch.write("library/uploads/\(batch)/other.md", "The quokka swims.")
        _ = try await library.importFiles(at: [kept])
        return (library, kept, other)
    }

    private func items(_ library: RecallLibrary) throws -> [ItemID] {
        var ids: [ItemID] = []
        try library.forEachMatch(SearchQuery("numbat")) { ids.append($0.id) }
        return ids
    }

    @Test func `a copy goes with its last item, and is no source then`() async throws {
        let (library, mails, _) = try await uploaded()
        let ids = try items(library)
        try #require(ids.count == 2)
        _ = try library.deleteItem(ids[0])
        #expect(exists(mails))
        _ = try library.deleteItem(ids[1])
        #expect(!exists(mails))
        #expect(try library.sources().isEmpty)
    }

    @Test func `a copy whose last item was deleted before a kill goes when the library is opened again`() async throws {
        do {
            let (library, _, _) = try await uploaded()
            for id in try items(library) { _ = try LibraryDeletion(store: library.store).item(id) }
        }
        let mails = scratch.path + "/library/uploads/\(batch)/mails.mbox"
        #expect(exists(mails))
        _ = try RecallLibrary(at: location, for: .write, model: .none)
        #expect(!exists(mails))
    }

    @Test func `copies that nothing lists are removed, others stay`() async throws {
        let (library, mails, other) = try await uploaded()
        try library.removeUnlistedUploads(at: [mails, other, "/elsewhere"])
        #expect(exists(mails) && !exists(other))
    }

    @Test func `copies that a server left behind go after a day, but for those that are still to be imported`()
        async throws
    {
        let (library, mails, other) = try await uploaded()
        try library.removeAbandonedUploads(besides: [])
        #expect(exists(other))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -200_000)],
            ofItemAtPath: scratch.path + "/library/uploads/\(batch)")
        try library.removeAbandonedUploads(besides: [other])
        #expect(exists(other))
        try library.removeAbandonedUploads(besides: [])
        #expect(exists(mails) && !exists(other))
    }
}
