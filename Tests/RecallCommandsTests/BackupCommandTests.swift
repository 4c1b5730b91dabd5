import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// `recall backup`, `restore`, `export` and `compact`, as people run them.
@Suite(.waiting, .scratch) struct BackupCommandTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
    }

    private var path: String { fixture.scratch.path }

    @Test func `a library goes through a backup and comes back`() throws {
        try fixture.importSome()
        let backup = try fixture.recall("backup", path + "/b.tar")
        #expect(backup.code == 0 && backup.output.contains("b.tar: 3 items in "))
        let json = try fixture.recall("backup", path + "/c.tar.gz", "--format", "json").json
        #expect(json["items"] as? Int == 3 && (json["file"] as? String)?.hasSuffix("c.tar.gz") == true)
        let again = try fixture.recall("backup", path + "/b.tar")
        #expect(again.code != 0 && again.errors.contains("--force"))
        let there = try fixture.recall("restore", path + "/b.tar")
        #expect(there.code != 0 && there.errors.contains("--replace"))
        let replaced = try fixture.recall("restore", path + "/b.tar", "--replace")
        #expect(replaced.code == 0 && replaced.output.contains("is now \(fixture.library).replaced-"))
        #expect(try fixture.recall("search", "kettle", "--format", "json").results.count > 0)
        #expect(try fixture.recall("doctor", "--deep").output.contains("whole, 3 items"))
    }

    @Test func `what is no backup, or not there, is told with what to do`() throws {
        try fixture.importSome()
        for file in [path + "/in/Boiler.md", path + "/in/mail.eml", path + "/nothing.tar"] {
            let outcome = try fixture.recall("restore", file, "--library", path + "/other")
            #expect(outcome.code != 0 && outcome.errors.contains(file) && !outcome.errors.contains("kettle"))
        }
        #expect(!FileManager.default.fileExists(atPath: path + "/other"))
        #expect(try fixture.recall("backup", path + "/x.tar", "--library", path + "/other").code != 0)
        #expect(try fixture.recall("export", path + "/x.txt").errors.contains("--as"))
    }

    @Test func `items are exported to a file and to a pipe`() throws {
        try fixture.importSome()
        #expect(try fixture.recall("export", path + "/all.jsonl").output.contains("all.jsonl: 3 items."))
        let mails = try fixture.recall("export", "-", "--as", "mbox", "from:ada")
        #expect(mails.output.hasPrefix("From ada@people.example Mon Mar  4 10:00:00 2024\nFrom: Ada Lind"))
        let lines = try fixture.recall("export", "-", "--as", "jsonl", "kind:note").jsonLines
        #expect(Set(lines.compactMap { $0["title"] as? String }) == ["Boiler", "Ferns"])
    }

    @Test func `a compacted library is whole and answers as before`() throws {
        try fixture.importSome()
        _ = try fixture.recall("delete", "--source", path + "/in/Ferns.md", "--yes")
        let before = try fixture.recall("search", "kettle", "--format", "json").titles
        let compacted = try fixture.recall("compact")
        #expect(compacted.code == 0 && compacted.output.contains(" after."))
        #expect(try fixture.recall("search", "kettle", "--format", "json").titles == before)
        #expect(try fixture.recall("doctor", "--deep").output.contains("whole, 2 items"))
    }
}

/// `kill -9` while a library is copied, restored or compacted.
@Suite(.waiting, .serialized, .scratch) struct BackupKillTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func items(of library: String) throws -> Int {
        try LibraryStore(at: LibraryLocation(path: library), for: .read).read { try $0.counts() }.items.values.reduce(
            0, +)
    }

    private func isWhole(_ library: String) throws -> Bool {
        try LibraryStore(at: LibraryLocation(path: library), for: .write).isUndamaged()
    }

    @Test func `there is always a whole library, and a whole backup or none`() throws {
        let library = scratch.path + "/library", file = scratch.path + "/backup.tar"
        func recall(_ arguments: [String]) throws -> RecallProcess.Outcome {
            try RecallProcess.run(arguments + ["--library", library], in: scratch)
        }
        #expect(try recall(["import", "--no-embed", ProjectFolder.sample + "/notes"]).code == 0)
        #expect(try recall(["backup", file]).code == 0)
        #expect(try recall(["import", "--no-embed", ProjectFolder.sample + "/mail.mbox"]).code == 0)
        let (notes, all) = (54, 54 + 237)
        #expect(try items(of: library) == all)
        let commands = [["backup", file, "--force"], ["restore", file, "--replace"], ["compact"]]
        let clock = ContinuousClock()
        var generator = SeededGenerator(seed: 81)
        var killed = 0
        for command in commands {
            let duration =
                try clock.measure {
                    let outcome = try recall(command)
                    #expect(outcome.code == 0)
                } / .seconds(1)
            for _ in 0..<12 {
                let process = try RecallProcess.start(command + ["--library", library], in: scratch)
                // Blocks, since a task would wake only when the other tests let it.
                Thread.sleep(forTimeInterval: duration * Double.random(in: 0...1, using: &generator))
                process.killAtOnce()
                if try process.finish().code == 9 { killed += 1 }
                #expect(try isWhole(library) && [notes, all].contains(items(of: library)), "\(command)")
                try removeLeftovers()
            }
            #expect(try recall(command).code == 0, "\(command)")
        }
        #expect(killed > 10)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(!names.contains { $0.hasSuffix(".restoring") || $0.contains(".new") })
        #expect(try RecallProcess.run(["restore", file, "--library", scratch.path + "/last"], in: scratch).code == 0)
        #expect(try isWhole(scratch.path + "/last"))
    }

    /// A restore that is killed in its last step leaves a whole library beside the other, which the next one does not touch.
    private func removeLeftovers() throws {
        let left = scratch.path + "/library.restoring"
        guard FileManager.default.fileExists(atPath: left), !FileManager.default.fileExists(atPath: left + "/restoring")
        else { return }
        #expect(try isWhole(left))
        try FileManager.default.removeItem(atPath: left)
    }
}
