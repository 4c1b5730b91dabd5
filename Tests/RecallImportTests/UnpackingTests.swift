import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Archives whose unpacking processes say what they should not: an archive has taken them over.
@Suite(.scratch) struct UnpackingTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    private static func field(_ bytes: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt64(bytes.count).littleEndian, Array.init) + bytes
    }

    private static func message(_ kind: String, _ fields: [UInt8]...) -> [UInt8] {
        field(Array(kind.utf8) + fields.flatMap(field))
    }

    private static func file(_ path: String) -> [UInt8] {
        message("F", Array(path.utf8), withUnsafeBytes(of: Int64(1_700_000_000_000_000_000).littleEndian, Array.init))
    }

    private static func data(_ bytes: [UInt8]) -> [UInt8] { message("D", bytes) }
    private static func failure(_ path: String, _ code: String) -> [UInt8] {
        message("X", Array(path.utf8), Array(code.utf8), Array("The reason.".utf8))
    }
    private static let end = message("Z")

    /// The failures of an archive of which a process says this, and the sizes of the notes that are written, by path.
    private func unpacked(_ reply: [UInt8]) async throws -> (failures: [ImportFailure], files: [String: Int]) {
        try files.write("a.zip", try ArchiveFile.bytes(.zip, [.init("b.md", "# B")]))
        try files.write("process/reply", reply)
        try files.write("process/run", "#!/bin/sh\ncat \"${0%/run}/reply\"\n")
        let path = files.scratch.path + "/process/run"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        guard case .archive(let unit)? = SourceWalker(path: files.scratch.path + "/a.zip").first(where: { _ in true })
        else { throw ImportFailure(.wrongFormat, path: "a.zip", reason: "It is no archive.") }
        let folder = files.scratch.path + "/around/into"
        let archive = try await ArchiveUnpacker(into: folder, parserExecutable: path).unpack(unit)
        let around = files.scratch.path + "/around"
        let found = FileManager.default.enumerator(atPath: around)?.compactMap { $0 as? String } ?? []
        let sizes = found.reduce(into: [String: Int]()) { sizes, name in
            let contents = FileManager.default.contents(atPath: around + "/" + name)
            if let contents, name.hasSuffix(".md") { sizes[name] = contents.count }
        }
        return withExtendedLifetime(archive) { (archive.failures, sizes) }
    }

    @Test func `names that lead out of the archive are written nowhere`() async throws {
        let names = [
            "../out.md", "/tmp/out.md", "a/../../out.md", "a//b.md", "./c.md", "a\\b.md", "", "../\u{301}out.md",
            "a/../\u{301}out.md",
        ]
        let reply = names.flatMap { Self.file($0) + Self.data([0x41]) } + Self.file("in.md") + Self.data([0x41, 0x42])
        let found = try await unpacked(reply + Self.end)
        #expect(found.files == ["into/0/in.md": 2])
    }

    @Test func `a file over a limit is not left in part, one that is damaged is as far as it goes`() async throws {
        let reply =
            Self.file("bomb.md") + Self.data([0x41]) + Self.failure("bomb.md", "over-limit")
            + Self.file("cut.md") + Self.data([0x41, 0x42]) + Self.failure("cut.md", "malformed")
            + Self.file("none.md") + Self.failure("none.md", "malformed") + Self.data([0x41])
        let found = try await unpacked(reply + Self.end)
        #expect(found.files == ["into/0/cut.md": 2])
        #expect(found.failures.map { ($0.path as NSString).lastPathComponent } == ["bomb.md", "cut.md", "none.md"])
    }

    @Test(arguments: [
        file("a.md") + data([UInt8](repeating: 0x41, count: 2 << 20)) + end,
        file("a.md") + data([0x41]) + field(Array("?".utf8)) + end, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    ])
    func `a message that is too long or makes no sense ends the unpacking`(reply: [UInt8]) async throws {
        await #expect(throws: ImportFailure.self) { try await unpacked(reply) }
    }

    @Test func `without its end an archive is told to be cut off`() async throws {
        let found = try await unpacked(Self.file("in.md") + Self.data([0x41]))
        #expect(found.files == ["into/0/in.md": 1] && found.failures.map(\.code) == [.parserFailed])
    }
}
