import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Backups of real libraries, restored beside them.
@Suite(.scratch) struct BackupTests {
    private let scratch: ScratchFolder
    private var library: LibraryLocation { LibraryLocation(path: scratch.path + "/library") }
    private var restored: LibraryLocation { LibraryLocation(path: scratch.path + "/restored") }
    private var file: String { scratch.path + "/backup.tar" }

    init() throws {
        scratch = try ScratchFolder()
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private static func notes(_ count: Int) -> [Item] {
        (0..<count).map { Item.note("Note \($0)", text: "The kettle whistles for the \($0)th time.") }
    }

    /// A small library with an uploaded note, a memory and settings.
    private func makeLibrary() async throws {
        let note = try scratch.write("library/uploads/2026-11-22T101500-0a1b2c3d/Zephyrine.md", "The kettle whistles.")
        try scratch.write("library/searches.json", "{}")
        try scratch.write("library/shown/1.json", "{}")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: library.folder)
        let open = try RecallLibrary(at: library, for: .write, model: .none)
        _ = try await open.importFiles(at: [note, ProjectFolder.sample + "/notes"])
        _ = try open.addMemory(MemoryContent("I live in Hamburg."))
    }

    @Test func `what lets others in and where a model answers stays on its machine`() async throws {
        try await makeLibrary()
        let secret = String(repeating: "ab", count: 32)
        for name in ["server.token", "server.address", "chat-model.json"] {
            try scratch.write("library/" + name, secret)
        }
        #expect(try RecallLibrary.backUp(library, to: file).files == 3)
        #expect(try Data(contentsOf: URL(filePath: file)).range(of: Data(secret.utf8)) == nil)
        _ = try RecallLibrary.restore(from: file, to: restored)
        #expect(try names(in: restored.folder).allSatisfy { !$0.hasPrefix("server.") && !$0.hasPrefix("chat-model") })
    }

    @Test func `what is not the library's own stays out, and is passed over in backups of before`() async throws {
        try await makeLibrary()
        let foreign = ["open.html", "notes/Wheel.md", "holiday.mov", "uploads/mine.txt", "uploads/mine/a.txt"]
        for name in foreign { try scratch.write("library/" + name, "quokka") }
        #expect(try RecallLibrary.backUp(library, to: file).files == 3)
        #expect(try Data(contentsOf: URL(filePath: file)).range(of: Data("quokka".utf8)) == nil)
        let contents = try [UInt8](Data(contentsOf: URL(filePath: library.database)))
        let entries = foreign.map { TarEntry(name: $0) } + [TarEntry(name: "recall.sqlite", bytes: contents)]
        let files = entries.map { entry in
            let digest = SHA256.digest(entry.bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return #"{"path":"\#(entry.name)","bytes":\#(entry.bytes.count),"sha256":"\#(digest)"}"#
        }.joined(separator: ",")
        let manifest =
            #"{"format":1,"created":"2024-03-04T10:00:00Z","folder":"/l","items":55,"files":[\#(files)]}"#
        try scratch.write(
            "before.tar",
            TarEntry.archive(entries + [TarEntry(name: "backup.json", bytes: Array(manifest.utf8))]))
        #expect(try RecallLibrary.restore(from: scratch.path + "/before.tar", to: restored).items == 55)
        for name in foreign { #expect(!exists(restored.folder + "/" + name)) }
    }

    @Test(arguments: ["backup.tar", "backup.tar.gz", "backup.tar.zst"])
    func `a restored library holds what it held, wherever it is restored`(name: String) async throws {
        try await makeLibrary()
        let path = scratch.path + "/" + name
        let backup = try RecallLibrary.backUp(library, to: path)
        #expect(backup.items == 55 && backup.path == path && backup.files == 3)
        let restore = try RecallLibrary.restore(from: path, to: restored)
        #expect(restore.items == 55 && restore.replaced == nil)
        let (before, after) = (
            try RecallLibrary(at: library, for: .read, model: .none),
            try RecallLibrary(at: restored, for: .read, model: .none)
        )
        let uploaded = try #require(try after.store.allItems().first { $0.title == "Zephyrine" })
        let others = try (before, after).0.store.allItems().filter { $0.title != "Zephyrine" }
        #expect(try after.store.allItems().filter { $0.title != "Zephyrine" } == others)
        #expect(try after.memories().map(\.text) == ["I live in Hamburg."])
        #expect(try after.isUndamaged())
        // The uploaded file is found where it is now.
        let document = try #require(try after.originalDocument(of: uploaded.id))
        #expect(String(decoding: try await document.bytes(), as: UTF8.self) == "The kettle whistles.")
        #expect(exists(restored.folder + "/searches.json") && !exists(restored.folder + "/shown"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `a backup is of one moment while others write`() async throws {
        let store = try LibraryStore(at: library, for: .write)
        let items = Self.notes(400)
        let writing = Task {
            for start in stride(from: 0, to: 400, by: 10) {
                try await store.importItems(Array(items[start..<start + 10]), path: "/made-up/\(start)")
            }
        }
        var counts: [Int] = []
        while counts.count < 5 {
            let path = scratch.path + "/\(counts.count).tar"
            counts.append(try RecallLibrary.backUp(library, to: path).items)
            let place = LibraryLocation(path: path + ".library")
            #expect(try RecallLibrary.restore(from: path, to: place).items == counts.last)
            // Ten are imported in one transaction.
            #expect(counts.allSatisfy { $0 % 10 == 0 })
        }
        try await writing.value
        #expect(counts == counts.sorted())
    }

    @Test func `a backup that is cut off or changed is refused, and nothing is there afterwards`() async throws {
        let store = try LibraryStore(at: library, for: .write)
        try await store.importItems(Self.notes(5), path: "/made-up")
        let contents = try LibraryContents(of: store)
        _ = try RecallLibrary.backUp(library, to: file)
        let bytes = try Data(contentsOf: URL(filePath: file))
        let damaged = scratch.path + "/damaged.tar"
        var (refused, same) = (0, 0)
        func attempt(_ data: Data, _ what: String) throws {
            try data.write(to: URL(filePath: damaged))
            do {
                _ = try RecallLibrary.restore(from: damaged, to: restored)
                // Bytes between the files of an archive, and times, mean nothing.
                let store = try LibraryStore(at: restored, for: .read)
                #expect(try LibraryContents(of: store).differences(from: contents) == [], "\(what)")
                try FileManager.default.removeItem(atPath: restored.folder)
                same += 1
            } catch is BackupError {
                refused += 1
            }
            #expect(try names(in: scratch.path) == ["backup.tar", "damaged.tar", "library"], "\(what)")
        }
        for length in stride(from: 0, to: bytes.count - 2_048, by: 9_973) {
            try attempt(bytes.prefix(length), "cut to \(length)")
        }
        let cuts = refused
        #expect(same == 0)
        for place in stride(from: 100, to: bytes.count, by: 5_003) {
            var changed = bytes
            changed[place] ^= 0x10
            try attempt(changed, "changed at \(place)")
        }
        #expect(cuts > 10 && refused > cuts + 20 && same < 10)
    }

    @Test(arguments: ["", "no database", "SQLite format 3\0"])
    func `a backup whose database is none is refused, whatever its list says, and nothing is there`(
        database: String
    ) throws {
        let bytes = Array(database.utf8)
        let manifest = """
            {"created": "2026-01-01T00:00:00Z", "files": [{"bytes": \(bytes.count), "path": "recall.sqlite", "sha256":
            "\(SHA256.digest(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())"}],
            "folder": "/made-up", "format": 1, "items": 0}
            """
        let archive = try ArchiveFile.bytes(
            .tar, [.init("recall.sqlite", bytes: bytes), .init("backup.json", manifest)])
        try Data(archive).write(to: URL(filePath: file))
        let error = #expect(throws: BackupError.self) { try RecallLibrary.restore(from: file, to: restored) }
        #expect(error?.code == .damaged && error?.description.contains("Nothing was restored") == true)
        #expect(error?.description.contains("doctor") == false && error?.description.contains(".restoring") == false)
        #expect(try names(in: scratch.path) == ["backup.tar"])
    }

    @Test func `a library that is there stays unless it is to be replaced, and is kept then`() async throws {
        try await makeLibrary()
        _ = try RecallLibrary.backUp(library, to: file)
        let other = try LibraryStore(at: restored, for: .write)
        try await other.importItems(Self.notes(3), path: "/made-up")
        let contents = try LibraryContents(of: other)
        #expect { try RecallLibrary.restore(from: file, to: restored) } throws: {
            ($0 as? BackupError)?.code == .libraryExists
        }
        // Somebody has it open.
        #expect { try RecallLibrary.restore(from: file, to: restored, replacing: true) } throws: {
            ($0 as? StoreError)?.code == .busy
        }
        #expect(try LibraryContents(of: other).differences(from: contents) == [])
        #expect(!exists(restored.folder + ".restoring"))
    }

    @Test func `what was replaced is a whole library under another name`() async throws {
        try await makeLibrary()
        _ = try RecallLibrary.backUp(library, to: file)
        let contents = try await {
            let other = try LibraryStore(at: restored, for: .write)
            try await other.importItems(Self.notes(3), path: "/made-up")
            return try LibraryContents(of: other)
        }()
        let restore = try RecallLibrary.restore(from: file, to: restored, replacing: true)
        let aside = LibraryLocation(path: try #require(restore.replaced))
        #expect(try LibraryContents(of: LibraryStore(at: aside, for: .read)).differences(from: contents) == [])
        #expect(try RecallLibrary(at: restored, for: .read, model: .none).counts().items[.note] == 55)
    }

    @Test func `a folder that is no library stays where it is`() async throws {
        try await makeLibrary()
        _ = try RecallLibrary.backUp(library, to: file)
        try scratch.write("restored/diary.md", "Mine.")
        #expect(throws: BackupError.self) { try RecallLibrary.restore(from: file, to: restored, replacing: true) }
        #expect(try names(in: restored.folder) == ["diary.md"])
    }

    @Test func `a library that a link leads to is restored where it leads`() async throws {
        try await makeLibrary()
        _ = try RecallLibrary.backUp(library, to: file)
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/disk/library", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try FileManager.default.createSymbolicLink(
            atPath: restored.folder, withDestinationPath: scratch.path + "/disk/library")
        _ = try RecallLibrary.restore(from: file, to: restored)
        #expect(exists(scratch.path + "/disk/library/recall.sqlite"))
        let again = try RecallLibrary.restore(from: file, to: restored, replacing: true)
        #expect(
            try names(in: scratch.path + "/disk").count == 2
                && again.replaced?.hasPrefix(scratch.path + "/disk/") == true)
        #expect(try RecallLibrary(at: restored, for: .read, model: .none).counts().items[.note] == 55)
    }

    @Test func `a damaged library is put aside too`() async throws {
        try await makeLibrary()
        _ = try RecallLibrary.backUp(library, to: file)
        try Data("no database".utf8).write(to: URL(filePath: library.database))
        let restore = try RecallLibrary.restore(from: file, to: library, replacing: true)
        #expect(try restore.items == 55 && exists(#require(restore.replaced) + "/recall.sqlite"))
        #expect(try RecallLibrary(at: library, for: .read, model: .none).isUndamaged())
    }

    @Test func `a damaged library is not copied as if it were whole`() async throws {
        try await makeLibrary()
        var bytes = try Data(contentsOf: URL(filePath: library.database))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: library.database))
        #expect { try RecallLibrary.backUp(library, to: file) } throws: { ($0 as? StoreError)?.code == .damaged }
        #expect(try names(in: scratch.path) == ["library"])
    }

    @Test func `what a killed restore left is removed, and what may be somebody's library is not`() async throws {
        try await makeLibrary()
        _ = try RecallLibrary.backUp(library, to: file)
        try scratch.write("restored.restoring/restoring", "")
        try scratch.write("restored.restoring/recall.sqlite", "half")
        #expect(try RecallLibrary.restore(from: file, to: restored).items == 55)
        try FileManager.default.removeItem(atPath: restored.folder)
        try scratch.write("restored.restoring/recall.sqlite", "whole")
        #expect { try RecallLibrary.restore(from: file, to: restored) } throws: {
            ($0 as? BackupError)?.code == .libraryExists
        }
        #expect(exists(restored.folder + ".restoring/recall.sqlite"))
    }

    @Test func `a file of that name stays unless it is to be replaced, and the library's folder takes none`()
        async throws
    {
        try await makeLibrary()
        try scratch.write("backup.tar", "mine")
        for path in [file, library.folder + "/backup.tar"] {
            #expect(throws: BackupError.self) { try RecallLibrary.backUp(library, to: path) }
        }
        #expect(try Data(contentsOf: URL(filePath: file)) == Data("mine".utf8))
        _ = try RecallLibrary.backUp(library, to: file, replacing: true)
        #expect(try RecallLibrary.restore(from: file, to: restored).items == 55)
        let inFolder = try RecallLibrary.backUp(library, to: scratch.path)
        #expect(inFolder.path.hasPrefix(scratch.path + "/recall-") && inFolder.path.hasSuffix(".tar"))
    }

    @Test func `a backup that is stopped leaves nothing`() async throws {
        try await makeLibrary()
        for step in [BackupProgress.Step.copying, .writing, .verifying] {
            #expect(throws: CancellationError.self) {
                try RecallLibrary.backUp(library, to: file) { if $0.step == step { throw CancellationError() } }
            }
            #expect(try names(in: scratch.path) == ["library"])
        }
        _ = try RecallLibrary.backUp(library, to: file)
        #expect(throws: CancellationError.self) {
            try RecallLibrary.restore(from: file, to: restored) { _ in throw CancellationError() }
        }
        #expect(try names(in: scratch.path) == ["backup.tar", "library"])
    }

    @Test(arguments: [[0, 0, 1], [0, 1, 0], [0, 1, 1]])
    func `an archive that holds a file twice is said to be damaged by that`(order: [Int]) throws {
        let manifest = #"{"format":1,"created":"2024-03-04T10:00:00Z","folder":"/l","items":0,"files":[]}"#
        let entries = [
            TarEntry(name: "recall.sqlite"), TarEntry(name: "backup.json", bytes: Array(manifest.utf8)),
        ]
        try scratch.write("archives/twice.tar", TarEntry.archive(order.map { entries[$0] }))
        #expect {
            try RecallLibrary.restore(from: scratch.path + "/archives/twice.tar", to: restored)
        } throws: { error in
            let error = error as? BackupError
            return error?.code == .damaged && error?.description.contains("holds a file twice") == true
        }
        #expect(try names(in: scratch.path) == ["archives"])
    }

    @Test(arguments: TarEntry.hostile)
    func `an archive that tries to write elsewhere, or is none of ours, is refused`(entries: [TarEntry]) throws {
        try scratch.write("archives/hostile.tar", TarEntry.archive(entries))
        #expect(throws: BackupError.self) {
            try RecallLibrary.restore(from: scratch.path + "/archives/hostile.tar", to: restored)
        }
        #expect(try names(in: scratch.path) == ["archives"])
        #expect(try names(in: scratch.path + "/archives") == ["hostile.tar"])
    }
}

/// An entry of a tar archive (POSIX.1-1988 ustar), as anybody may write one.
struct TarEntry: Sendable, CustomTestStringConvertible {
    var name: String
    var type: Character = "0"
    var link = ""
    var bytes: [UInt8] = [1, 2, 3]

    var testDescription: String { "\(type) \(name) \(link)" }

    static let hostile: [[TarEntry]] = [
        [TarEntry(name: "../escaped")], [TarEntry(name: "../\u{301}escaped")], [TarEntry(name: "/tmp/escaped")],
        [TarEntry(name: "uploads/../../escaped")],
        [TarEntry(name: "a", type: "2", link: "/etc/passwd", bytes: []), TarEntry(name: "a/b")],
        [TarEntry(name: "a", type: "1", link: "recall.sqlite", bytes: [])],
        [TarEntry(name: "a", type: "3", bytes: [])], [TarEntry(name: "a", type: "6", bytes: [])],
        [TarEntry(name: "writer.lock")], [TarEntry(name: "recall.sqlite-wal")], [TarEntry(name: "restoring")],
        [TarEntry(name: "recall.sqlite"), TarEntry(name: "recall.sqlite")],
        [TarEntry(name: "recall.sqlite"), TarEntry(name: "backup.json", bytes: Array("{}".utf8))],
        [TarEntry(name: "recall.sqlite/a"), TarEntry(name: "recall.sqlite")],
        [TarEntry(name: "backup.json", bytes: Array(#"{"format":2,"files":[]}"#.utf8))],
        [], [TarEntry(name: "photos/1.jpg")],
    ]

    static func archive(_ entries: [TarEntry]) -> Data {
        Data(entries.flatMap(\.block) + [UInt8](repeating: 0, count: 1_024))
    }

    private var block: [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func set(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        func octal(_ number: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: 11 - digits.count) + digits
        }
        set(name, at: 0)
        set("0000600", at: 100)
        set(octal(bytes.count), at: 124)
        set(octal(0), at: 136)
        set("        " + String(type) + link, at: 148)
        set("ustar", at: 257)
        set("00", at: 263)
        let sum = String(header.map(Int.init).reduce(0, +), radix: 8)
        set(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", at: 148)
        return header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    }
}
