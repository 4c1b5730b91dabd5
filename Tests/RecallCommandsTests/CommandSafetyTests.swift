import Foundation
import RecallTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite(.waiting, .scratch) struct CommandSafetyTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
    }

    @Test func `help says what there is`() throws {
        let help = try fixture.recall("--help")
        #expect(help.code == 0)
        #expect(
            help.output == """
                OVERVIEW: Finds your mail, messages, documents and notes by meaning and by
                words, on this machine alone.

                USAGE: recall <subcommand>

                OPTIONS:
                  --version               Show the version.
                  -h, --help              Show help information.

                YOUR LIBRARY SUBCOMMANDS:
                  import                  Imports mail, chats, notes and documents.
                  watch                   Names the folders whose changes are imported while
                                          recall serve runs.
                  search                  Finds threads by meaning and by words.
                  ask                     Answers a question from your library, and cites what
                                          it says.
                  chat                    Answers questions one after another; later ones may
                                          refer to earlier ones.
                  count                   Counts exactly what matches a query.
                  similar                 Finds threads whose meaning is near that of an item.
                  show                    Prints an item, or its whole thread.
                  delete                  Deletes an item, a thread, a chat, what matches a
                                          query or what came from a file, for good.
                  memory                  Shows and changes what you told Recall to remember.
                  serve                   Opens your library in the browser, on this machine
                                          alone.
                  mcp                     Serves your library to other assistants, by the Model
                                          Context Protocol.

                ITS SAFETY SUBCOMMANDS:
                  backup                  Writes everything that the library holds into one
                                          file, and reads it back.
                  restore                 Makes a library from a file that recall backup wrote.
                  export                  Writes items into a file that other programs read:
                                          Recall JSONL, or mbox for mail.
                  compact                 Makes the library as small and as quick to search as
                                          it can be.

                ITS STATE SUBCOMMANDS:
                  status                  Says what the library holds, how far it is embedded,
                                          and what failed.
                  sources                 Lists the files that were imported.
                  people                  Shows who is behind names, addresses and numbers, and
                                          mends it.
                  me                      Says which addresses, numbers and names are yours, or
                                          shows them.
                  doctor                  Checks the library, the model, this machine and the
                                          tools, and says what to do.
                  model                   Installs, lists and chooses the models that embed,
                                          and the one that answers.

                FOR PROGRAMS AND MEASUREMENTS SUBCOMMANDS:
                  validate                Says, line by line, what is wrong with a Recall JSONL
                                          file and how to mend it.
                  embed                   Reads lines from standard input and prints the vector
                                          of each as a JSON line.
                  eval                    Measures how well search finds what it should find.

                  See 'recall help <subcommand>' for detailed help.

                """)
    }

    @Test(arguments: [
        ["nonsense"], ["search"], ["search", " "], ["search", "x", "--limit", "0"],
        ["search", "x", "--kind", "letter"],
        ["search", "x", "--sort", "size"], ["count"], ["count", " "], ["import"], ["show"],
        ["import", "x", "--as", "wpd"], ["search", "x", "--format", "xml"],
    ])
    func `wrong usage exits with 64 and explains`(arguments: [String]) throws {
        let outcome = try RecallProcess.run(
            arguments, environment: ["RECALL_LIBRARY": fixture.library], in: fixture.scratch)
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty && outcome.errors.contains("Error: "))
    }

    @Test func `nothing found exits with 1`() throws {
        try fixture.importSome()
        let outcome = try fixture.recall("search", "zeppelin")
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("Nothing found.\n"))
        #expect(try fixture.recall("search", "zeppelin", "--format", "json").json["results"] as? [String] == [])
    }

    @Test func `an import of which nothing could be read exits with 1`() throws {
        let empty = try fixture.scratch.write("empty.md", "")
        let outcome = try fixture.recall("import", empty, "--format", "json")
        #expect(outcome.code == 1)
        #expect(outcome.json["items"] as? Int == 0 && outcome.json["failures"] as? Int == 1)
    }

    @Test func `errors name the path and what to do, and never the query`() throws {
        let secret = "xylophonesecret"
        let missing = try fixture.recall("search", secret)
        #expect(missing.code == 1)
        #expect(missing.errors.contains(fixture.library) && missing.errors.contains("recall import"))

        try fixture.importSome()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fixture.library)
        let exposed = try fixture.recall("search", secret)
        #expect(exposed.code == 1 && exposed.errors.contains("chmod 700 '\(fixture.library)'"))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: fixture.library)

        let database = fixture.library + "/recall.sqlite"
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
        try Data(repeating: 0x2A, count: 50_000).write(to: URL(fileURLWithPath: database))
        let damaged = try fixture.recall("search", secret)
        #expect(damaged.code == 1 && damaged.errors.contains(database) && damaged.errors.contains("--repair"))

        for outcome in [missing, exposed, damaged] {
            #expect(!(outcome.errors + outcome.output).contains(secret))
        }
        let noModel = try fixture.recall("embed", input: secret)
        #expect(noModel.code == 1 && noModel.errors.contains("recall model install"))
        #expect(!noModel.errors.contains(secret))
    }

    @Test func `a second import waits for no one: it says that another is writing`() throws {
        try fixture.importSome()
        let locked = open(fixture.library + "/writer.lock", O_RDWR | O_CLOEXEC)
        #expect(flock(locked, LOCK_EX) == 0)
        let refused = try fixture.recall("import", fixture.scratch.path + "/in")
        #expect(refused.code == 1 && refused.errors.contains("Another recall process is writing"))
        #expect(try fixture.recall("search", "kettle").code == 0)
        close(locked)
        #expect(try fixture.recall("import", fixture.scratch.path + "/in").code == 0)
    }

    @Test func `a command that waits for maintenance says for whom, and Ctrl-C ends the waiting`() throws {
        try fixture.importSome()
        let locks = try HeldLocks(of: fixture.library)
        func waiting() throws -> RunningRecall {
            let process = try RecallProcess.start(
                ["compact", "--library", fixture.library], environment: ["COLUMNS": ""], in: fixture.scratch)
            while !process.errors.contains("Waiting for another Recall process") {
                Thread.sleep(forTimeInterval: 0.01)
            }
            return process
        }
        let interrupted = try waiting()
        interrupted.interrupt()
        #expect(try interrupted.finish().code == SIGINT)
        let patient = try waiting()
        try locks.release()
        let outcome = try patient.finish()
        #expect(outcome.code == 0 && outcome.output.contains(" after."))
        #if os(Linux)
            #expect(outcome.errors.contains("(process \(getpid()), "))
        #endif
    }

    @Test func `a library that may only be read is searched, and what would write says so`() throws {
        try fixture.importSome()
        try fixture.scratch.setWritable(false, "library")
        defer { try? fixture.scratch.setWritable(true, "library") }
        let environment = ["RECALL_LIBRARY": fixture.library, "RECALL_MODELS": fixture.scratch.path + "/no models"]
        func recall(_ arguments: String...) throws -> RecallProcess.Outcome {
            try RecallProcess.run(
                arguments, environment: environment, launcher: RecallProcess.withoutRights, in: fixture.scratch)
        }
        let found = try recall("search", "whistles", "--format", "json")
        #expect(found.code == 0 && found.titles == ["Boiler"])
        #expect(try recall("status").output.contains("2 notes"))
        #expect(try recall("ask", "what whistles at night?").output.contains("The kettle whistles at night."))
        let source = fixture.scratch.path + "/in"
        for outcome in [
            try recall("import", source), try recall("compact"), try recall("delete", "--yes", "--source", source),
            try recall("memory", "add", "I like tea."),
        ] {
            #expect(outcome.code == 1 && outcome.errors.contains("the disk is not read-only"), "\(outcome.errors)")
        }
    }

    @Test func `very long names are shortened for people and whole for programs`() throws {
        let name = String(repeating: "n", count: 240) + ".md"
        let path = try fixture.scratch.write("in/" + name, "")
        let outcome = try fixture.recall("import", path)
        #expect(outcome.output.contains("n…n") && !outcome.output.contains(name))
        let text = try fixture.recall("status", "--failures").output
        #expect(text.contains("n…n") && text.contains("nnn.md") && !text.contains(name))
        #expect(try fixture.recall("status", "--failures", "--format", "json").output.contains(name))
    }

    @Test func `an item cannot steer the terminal`() throws {
        let hostile =
            "kettle \u{1B}[31mred\u{1B}]0;title\u{07} \u{202E}evil\u{202C} \u{2066}x\u{2069} \u{9B}31m \u{8}\u{7F}\u{200F} \r over"
        let fields: [String: Any] = [
            "id": "a", "kind": "email", "title": "T " + hostile,
            "from": ["name": "F " + hostile, "address": "a@x.example"],
            "text": "The " + hostile, "url": "https://x.example/" + hostile, "thread": "h " + hostile,
        ]
        let file = try fixture.scratch.write("in/x.jsonl", try JSONSerialization.data(withJSONObject: fields))
        #expect(try fixture.recall("import", file).code == 0)
        let found = try fixture.recall("search", "kettle", "--format", "json")
        let id = try #require(found.firstID)
        let exported = try fixture.recall("export", "-").output
        for output in [
            found.output, exported, try fixture.recall("search", "kettle").output,
            try fixture.recall("show", id).output,
            try fixture.recall("show", id, "--thread").output,
            try fixture.recall("count", "kettle", "--format", "json").output,
            try fixture.recall("show", id, "--format", "json").output,
        ] {
            #expect(output.contains("kettle"))
            expectNothingSteers(output)
        }
        // Escapes mean the same: what was exported is the item that it was.
        let line = try JSONSerialization.jsonObject(with: Data(exported.utf8)) as? [String: Any]
        let whole = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: exportedFile())) as? [String: Any])
        #expect(NSDictionary(dictionary: try #require(line)) == NSDictionary(dictionary: whole))
        #expect((whole["text"] as? String)?.contains("\u{202E}evil") == true)
    }

    /// The library as JSONL in a file.
    private func exportedFile() throws -> URL {
        let path = fixture.scratch.path + "/all.jsonl"
        #expect(try fixture.recall("export", path).code == 0)
        return URL(fileURLWithPath: path)
    }

    private func expectNothingSteers(_ output: String) {
        for scalar in output.unicodeScalars where scalar != "\n" {
            let value = scalar.value
            #expect(value >= 0x20 && !(0x7F..<0xA0).contains(value), "control U+\(String(value, radix: 16))")
            #expect(!(0x202A...0x202E).contains(value) && !(0x2066...0x2069).contains(value) && value != 0x200F)
        }
    }

    #if os(Linux)
        @Test func `neither can what is printed to set up an assistant`() throws {
            let outcome = try RecallProcess.start(
                ["mcp", "--library", "/\u{1B}[31m\u{202E}\u{9B}x"], environment: ["COLUMNS": ""],
                // A terminal of its own.
                inputPath: "/dev/ptmx", in: fixture.scratch
            ).finish()
            #expect(outcome.code == 0 && outcome.output.contains("\"recall\""))
            #expect(outcome.output.contains("\\u202e"))
            expectNothingSteers(outcome.output)
        }
    #endif

    @Test func `file names cannot steer the terminal either`() throws {
        try fixture.scratch.write("in/\u{1B}[31m\u{202E}.pdf", "%PDF-1.4 no more")
        _ = try fixture.recall("import", fixture.scratch.path + "/in")
        let output = try fixture.recall("status", "--failures").output
        #expect(output.contains("[malformed]"), "\(output)")
        #expect(!output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
}
