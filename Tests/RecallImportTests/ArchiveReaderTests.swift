import Foundation
import RecallCore
import RecallImport
import Testing

@Suite("Zip archives")
struct ArchiveReaderTests {
    private let folder: DocumentFolder

    init() throws {
        folder = try DocumentFolder()
    }

    private func archive(_ add: (inout ZipWriter) -> Void) throws -> String {
        var zip = ZipWriter()
        add(&zip)
        return try folder.write(zip.finished(), as: "a.zip")
    }

    private func unit(_ path: String) -> SourceUnit {
        SourceUnit(path: path, root: path, format: .whatsappZip, byteCount: 1, modified: 1)
    }

    @Test("are listed without links and without names that lead out of a folder")
    func listing() throws {
        let path = try archive {
            $0.add("a/b.txt", [1, 2])
            $0.add("../c", [])
            $0.add("/d", [])
            $0.add("a/./e", [])
            $0.add("a\\f", [])
            $0.add("g", Array("/etc/passwd".utf8), flaw: .symbolicLink)
            $0.add("größe", [3])
        }
        #expect(try ArchiveReader(path: path).entries().map(\.path) == ["a/b.txt", "a/f", "größe"])
        #expect(try ArchiveReader(path: path).contents { _ in true } == ["a/b.txt": [1, 2], "a/f": [], "größe": [3]])
    }

    @Test("are read within limits")
    func limits() async throws {
        let path = try archive {
            $0.add("a", [UInt8](repeating: 1, count: 1_000))
            $0.add("b", [UInt8](repeating: 2, count: 1_000))
        }
        var limits = ArchiveReader.Limits.untrusted
        limits.entryBytes = 999
        #expect(
            await failureCode { try ArchiveReader(path: path, limits: limits).contents { $0 == "a" } } == .overLimit)
        limits.entryBytes = 1_000
        limits.totalBytes = 1_999
        #expect(
            await failureCode { try ArchiveReader(path: path, limits: limits).contents { _ in true } } == .overLimit)
        #expect(try ArchiveReader(path: path, limits: limits).contents { $0 == "b" }.count == 1)
        limits.entries = 1
        #expect(try ArchiveReader(path: path, limits: limits).entries().count == 1)
    }

    @Test("are written to a folder below a prefix, and nothing is overwritten or written through a link")
    func extraction() async throws {
        let path = try archive {
            $0.add("m/model/1_Pooling/config.json", [1])
            $0.add("m/model/config.json", [2])
            $0.add("m/model/../../../out", [3])
            $0.add("m/other", [4])
        }
        let target = folder.path + "/model"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        let reader = ArchiveReader(path: path, limits: .trusted)
        #expect(
            try reader.extract(entriesWithPrefix: "m/model/", to: target) == ["1_Pooling/config.json", "config.json"])
        #expect(FileManager.default.contents(atPath: target + "/1_Pooling/config.json") == Data([1]))
        #expect(await failureCode { try reader.extract(entriesWithPrefix: "m/model/", to: target) } == .unreadable)

        let linked = folder.path + "/linked"
        try FileManager.default.createDirectory(atPath: linked, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: linked + "/1_Pooling", withDestinationPath: folder.path)
        #expect(await failureCode { try reader.extract(entriesWithPrefix: "m/model/", to: linked) } == .unreadable)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/config.json"))
    }

    @Test("of WhatsApp give the chat's text, wherever it is")
    func chat() async throws {
        let ios = try archive {
            $0.add("00000001-PHOTO.jpg", [1])
            $0.add("notes.txt", [2])
            $0.add("_chat.txt", Array("hello".utf8))
        }
        #expect(try await WhatsAppArchive.chatText(of: unit(ios)) == Array("hello".utf8))
        let android = try archive {
            $0.add("notes.txt", [2])
            $0.add("export/WhatsApp Chat with Jörg.txt", Array("hi".utf8))
        }
        #expect(try await WhatsAppArchive.chatText(of: unit(android)) == Array("hi".utf8))
        // On Android what was sent has the name that its sender gave it.
        var zip = ZipWriter()
        for (name, text) in [("_chat", "sent"), ("WhatsApp Chat with Al", "sent"), ("WhatsApp Chat with Dr. Bo", "hi")]
        {
            zip.add(name + ".txt", Array(text.utf8))
        }
        let named = try folder.write(zip.finished(), as: "WhatsApp Chat with Dr. Bo (2).zip")
        #expect(try await WhatsAppArchive.chatText(of: unit(named)) == Array("hi".utf8))
        let none = try archive { $0.add("a.jpg", [1]) }
        #expect(await failureCode { try await WhatsAppArchive.chatText(of: unit(none)) } == .wrongFormat)
        let text = try folder.write(Array("no zip".utf8), as: "b.zip")
        #expect(await failureCode { try await WhatsAppArchive.chatText(of: unit(text)) } == .malformed)
    }
}
