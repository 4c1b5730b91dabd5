import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

struct UploadFolderTests {
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
        folder.remove(file)
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
        paths.forEach(folder.remove)
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
}
